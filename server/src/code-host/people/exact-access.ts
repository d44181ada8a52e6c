import { type Static, Type } from 'typebox';
import type { HostResult } from '../../domain/host-refusal.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, refuse } from '../../lib/result.ts';
import { foldRepository } from '../../lib/texts.ts';
import { confirmOrganization, type HostClient } from '../client.ts';
import { repositoriesByName } from '../documents.ts';
import { refusalIn } from '../graphql.ts';
import { hostPath } from '../host-path.ts';
import { followPages, linkedPages, readEach, readPages } from '../pages.ts';
import { MISSING, UNEXPECTED } from '../send/refusals.ts';
import { fits, HostId, HostLogin, orNull } from '../send/shapes.ts';
import { REPOSITORY_PERMISSIONS, type RepositoryPermission } from './reached-repositories.ts';
import type { NamedAccount, OrganizationRequest } from './types.ts';

/** A repository as it is called now, which may not be the name that it was found by. */
export interface FoundRepository {
  readonly name: string;
  readonly isArchived: boolean;
  /** Its new owner if it left the organization, otherwise null. */
  readonly movedTo: string | null;
}

export interface RepositoryInvitation {
  readonly invitee: NamedAccount;
  /** A custom role counts as the permission that it is based on. */
  readonly permission: RepositoryPermission;
}

/** By their names in answers. */
export const PERMISSIONS: ReadonlyMap<string, RepositoryPermission> = new Map(
  REPOSITORY_PERMISSIONS.map((permission) => [permission.toLowerCase(), permission]),
);

const Organization = Type.Object({ organization: Type.Object({ databaseId: HostId }) });

const Named = Type.Object({
  name: Type.String(),
  isArchived: Type.Boolean(),
  owner: Type.Object({ login: HostLogin, databaseId: Type.Optional(orNull(HostId)) }),
});

/**
 * At most 100 names in one call. Null where the code host knows none, or hides it from the App. A former name finds the
 * repository as well. An incomplete answer is refused: it proves nothing about a name.
 */
export async function readRepositoriesNamed(
  client: HostClient,
  { organization, organizationId, end }: OrganizationRequest,
  names: readonly string[],
): Promise<HostResult<readonly (FoundRepository | null)[]>> {
  const variables = { organization, ...Object.fromEntries(names.map((name, index) => [`name${index}`, name])) };
  const answer = await client.query({ ...repositoriesByName(names.length), variables }, end);
  if (!answer.ok) return answer;
  const { data, errors } = answer.value;
  if (!fits(Organization, data)) return refuse(refusalIn(errors) ?? UNEXPECTED);
  if (data.organization.databaseId !== organizationId) return refuse(MISSING);
  const found: (FoundRepository | null)[] = [];
  for (const [index] of names.entries()) {
    const alias = `repository${index}`;
    const repository = answer.value.data[alias];
    const own = errors.filter(({ path }) => path?.[0] === alias);
    const isAbsent = repository === null && own.length > 0 && own.every(({ type }) => type === 'NOT_FOUND');
    if (isAbsent) found.push(null);
    else if (own.length === 0 && fits(Named, repository)) found.push(foundAs(repository, organizationId));
    else return refuse(refusalIn(own) ?? UNEXPECTED);
  }
  return ok(found);
}

const foundAs = ({ name, isArchived, owner }: Static<typeof Named>, organizationId: number): FoundRepository => ({
  name,
  isArchived,
  movedTo: owner.databaseId === organizationId ? null : owner.login,
});

const OfTeam = Type.Array(Type.Object({ name: Type.String(), role_name: Type.Optional(Type.String()) }));

/** GitHub docs: List team repositories. Includes what the team inherits. */
export async function readRepositoriesOfTeam(
  { send, log }: HostClient,
  { organizationId, end }: Pick<OrganizationRequest, 'organizationId' | 'end'>,
  teamId: number,
): Promise<HostResult<Static<typeof OfTeam>>> {
  const url = hostPath`/organizations/${organizationId}/team/${teamId}/repos`;
  const list = linkedPages(send, { call: 'team.repositories', url, end }, OfTeam);
  const repositories: Static<typeof OfTeam> = [];
  for await (const page of followPages(list, LIST_BOUNDS.people, log)) {
    if (!page.ok) return page;
    // Whole entries of thousands of repositories are many megabytes.
    for (const { name, role_name } of page.value)
      repositories.push({ name, ...(role_name !== undefined && { role_name }) });
  }
  return ok(repositories);
}

/**
 * Names of the custom roles that teams have, also from their parents, by ID of the team and folded name of the
 * repository.
 */
export async function readCustomRolesOfTeams(
  client: HostClient,
  request: OrganizationRequest,
  teamIds: readonly number[],
): Promise<HostResult<ReadonlyMap<number, ReadonlyMap<string, string>>>> {
  const roles = await readEach(teamIds, (id) => readCustomRoles(client, request, id));
  return roles.ok ? ok(new Map(roles.value)) : roles;
}

async function readCustomRoles(
  client: HostClient,
  request: OrganizationRequest,
  teamId: number,
): Promise<HostResult<readonly [teamId: number, roles: ReadonlyMap<string, string>]>> {
  const repositories = await readRepositoriesOfTeam(client, request, teamId);
  if (!repositories.ok) return repositories;
  const custom = repositories.value.filter(({ role_name: role }) => role !== undefined && !PERMISSIONS.has(role));
  return ok([teamId, new Map(custom.map(({ name, role_name: role = '' }) => [foldRepository(name), role]))]);
}

const Invitations = Type.Array(
  Type.Object({
    repository: Type.Object({ owner: Type.Object({ id: HostId }) }),
    invitee: orNull(Type.Object({ id: HostId, login: HostLogin })),
    permissions: Type.String(),
    expired: Type.Optional(Type.Boolean()),
  }),
);

type ListedInvitations = readonly [repository: string, list: Static<typeof Invitations> | null];

/**
 * Open ones, by repository; null where they may not be read. Needs the permission `administration: read`. GitHub docs: List
 * repository invitations.
 */
export async function readRepositoryInvitations(
  { send, log }: HostClient,
  { organization, organizationId, end }: OrganizationRequest,
  repositories: readonly string[],
): Promise<HostResult<ReadonlyMap<string, readonly RepositoryInvitation[] | null>>> {
  const lists = await readEach<string, ListedInvitations>(repositories, async (repository) => {
    const url = hostPath`/repos/${organization}/${repository}/invitations`;
    const list = linkedPages(send, { call: 'repository.invitations', url, end }, Invitations);
    const pages = await readPages(list, LIST_BOUNDS.invitations, log);
    if (pages.ok) return ok([repository, pages.value.flat()]);
    const isHidden = pages.refusal.kind === 'missing' || pages.refusal.kind === 'rejected';
    return isHidden ? ok([repository, null]) : pages;
  });
  if (!lists.ok) return lists;
  if (repositories.length === 0) return ok(new Map());
  const owners = lists.value.flatMap(([, list]) =>
    list === null || list.length === 0 ? [null] : list.map((invitation) => invitation.repository.owner.id),
  );
  const confirmed = await confirmOrganization({ send }, { organization, organizationId }, owners);
  if (!confirmed.ok) return confirmed;
  return ok(new Map(lists.value.map(([repository, list]) => [repository, list && openIn(list)])));
}

function openIn(invitations: Static<typeof Invitations>): readonly RepositoryInvitation[] {
  const open = invitations.filter(({ expired }) => expired !== true);
  return open.flatMap(({ invitee, permissions }) => {
    const permission = PERMISSIONS.get(permissions);
    return invitee === null || permission === undefined
      ? []
      : [{ invitee: { id: invitee.id, login: invitee.login }, permission }];
  });
}
