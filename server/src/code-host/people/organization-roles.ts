import { type Static, Type } from 'typebox';
import type { HostResult } from '../../domain/host-refusal.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok } from '../../lib/result.ts';
import type { HostClient } from '../client.ts';
import { type HostAddress, hostPath } from '../host-path.ts';
import { linkedPages, readPages } from '../pages.ts';
import { bodyOf } from '../send/send.ts';
import { HostId, HostLogin, TextOrNull } from '../send/shapes.ts';
import { readTerms } from './people-changes.ts';
import { REPOSITORY_PERMISSIONS, type RepositoryPermission } from './reached-repositories.ts';
import type { NamedAccount, OrganizationRequest } from './types.ts';

/** A role of an organization that gives access to all of its repositories. */
export interface OrganizationRole {
  readonly name: string;
  readonly permission: RepositoryPermission;
  readonly people: readonly (NamedAccount & {
    /** Slugs of the teams that have the role; empty if assigned to the person. */
    readonly teams: readonly string[];
  })[];
}

const Roles = Type.Object({
  roles: Type.Array(Type.Object({ id: HostId, name: Type.String(), base_role: Type.Optional(TextOrNull) })),
});

const Assigned = Type.Array(
  Type.Object({
    id: HostId,
    login: HostLogin,
    assignment: Type.Optional(Type.String()),
    inherited_from: Type.Optional(Type.Array(Type.Object({ slug: Type.String() }))),
  }),
);

const AssignedTeams = Type.Array(Type.Object({ id: HostId }));

/** The plan of the organization has no roles. */
const NOT_ENABLED = 422;

/** Without the permission to list roles, the plan says whether there can be some. */
const PLANS_WITHOUT: ReadonlySet<string> = new Set(['free', 'team']);

interface ListedRole {
  readonly name: string;
  readonly permission: RepositoryPermission;
  readonly path: HostAddress;
}

/** Those that give access to all repositories. */
async function readRoles(client: HostClient, request: OrganizationRequest): Promise<HostResult<readonly ListedRole[]>> {
  const { organization, end } = request;
  const path = hostPath`/orgs/${organization}/organization-roles`;
  const listed = bodyOf(await client.send({ call: 'organization.roles', url: path, end }), Roles);
  if (!listed.ok) {
    const { refusal } = listed;
    if (refusal.kind !== 'rejected') return listed;
    if (refusal.status === NOT_ENABLED) return ok([]);
    return (await isWithoutRoles(client, request)) ? ok([]) : listed;
  }
  return ok(
    listed.value.roles.flatMap(({ id, name, base_role: base }) => {
      const permission = REPOSITORY_PERMISSIONS.find((each) => each === base?.toUpperCase());
      return permission === undefined ? [] : [{ name, permission, path: hostPath`${path}/${id}` }];
    }),
  );
}

async function isWithoutRoles(client: HostClient, request: OrganizationRequest): Promise<boolean> {
  const terms = await readTerms(client, request);
  return terms.ok && PLANS_WITHOUT.has(terms.value.plan ?? '');
}

/**
 * Empty if the plan of the organization has no roles. GitHub docs: Get all organization roles; List users that are assigned
 * to an organization role.
 */
export async function readOrganizationRoles(
  client: HostClient,
  request: OrganizationRequest,
): Promise<HostResult<readonly OrganizationRole[]>> {
  const listed = await readRoles(client, request);
  if (!listed.ok) return listed.refusal.kind === 'missing' ? ok([]) : listed;
  const roles: OrganizationRole[] = [];
  for (const { path, ...role } of listed.value) {
    const list = { call: 'organization-role.users', url: hostPath`${path}/users`, end: request.end } as const;
    const users = linkedPages(client.send, list, Assigned);
    const pages = await readPages(users, LIST_BOUNDS.roles, client.log);
    if (!pages.ok) return pages;
    roles.push({ ...role, people: pages.value.flat().map(personFrom) });
  }
  return ok(roles);
}

/**
 * Teams whose role of the organization gives access to all of its repositories. Empty if its plan has no roles. GitHub
 * docs: List teams that are assigned to an organization role.
 */
export async function readTeamsWithRoles(
  client: HostClient,
  request: OrganizationRequest,
): Promise<HostResult<readonly TeamWithRole[]>> {
  const listed = await readRoles(client, request);
  if (!listed.ok) return listed.refusal.kind === 'missing' && (await isWithoutRoles(client, request)) ? ok([]) : listed;
  const teams: TeamWithRole[] = [];
  for (const { path, name: role, permission } of listed.value) {
    const list = { call: 'organization-role.teams', url: hostPath`${path}/teams`, end: request.end } as const;
    const assigned = linkedPages(client.send, list, AssignedTeams);
    const pages = await readPages(assigned, LIST_BOUNDS.roles, client.log);
    if (!pages.ok) return pages;
    teams.push(...pages.value.flat().map(({ id }) => ({ teamId: id, role, permission })));
  }
  return ok(teams);
}

const personFrom = ({ id, login, assignment, inherited_from: teams = [] }: Static<typeof Assigned>[number]) => ({
  id,
  login,
  teams: assignment === 'indirect' ? teams.map(({ slug }) => slug) : [],
});

export interface TeamWithRole {
  readonly teamId: number;
  readonly role: string;
  readonly permission: RepositoryPermission;
}
