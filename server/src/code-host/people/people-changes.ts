import { Type } from 'typebox';
import { type OrganizationRole, sameLogin } from '../../domain/account.ts';
import type { ChangeRefusal, HostResult } from '../../domain/host-refusal.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { asFreshOrganization, type HostClient, ORGANIZATION, remove, statusOf } from '../client.ts';
import { TEAM_BY_SLUG } from '../documents.ts';
import { dataOf } from '../graphql.ts';
import { type HostAddress, hostPath } from '../host-path.ts';
import { eachOnce, linkedPages, readPages } from '../pages.ts';
import { MISSING, UNEXPECTED } from '../send/refusals.ts';
import { bodyOf } from '../send/send.ts';
import { HostId, HostLogin, orNull, TextOrNull } from '../send/shapes.ts';
import { readProfileOf } from './accounts.ts';
import { setMembership } from './memberships.ts';
import type { OwnerRequest } from './reached-repositories.ts';
import { teamUrl } from './teams.ts';
import type { ChangeTarget, FreshOrganization, NamedAccount } from './types.ts';

const State = Type.Union([Type.Literal('active'), Type.Literal('pending')]);
const Account = Type.Object({ id: HostId, login: HostLogin });
const Accounts = Type.Array(Account);
const Membership = Type.Object({
  state: State,
  role: Type.String(),
  user: Account,
  organization: Type.Optional(ORGANIZATION),
  direct_membership: Type.Optional(Type.Boolean()),
  enterprise_teams_providing_indirect_membership: Type.Optional(Type.Array(Type.Unknown())),
});

/** Returns null if no account has the login. GitHub docs: Get organization membership for a user; Get a user. */
export async function readPersonInOrganization(
  client: Pick<HostClient, 'send'>,
  { organization }: Pick<OwnerRequest, 'organization'>,
  login: string,
): Promise<HostResult<PersonInOrganization | null>> {
  const url = hostPath`/orgs/${organization}/memberships/${login}`;
  const response = bodyOf(await client.send({ call: 'member.read', url }), Membership);
  if (response.ok) {
    const { state, role, user, organization: named, direct_membership: isDirect = true } = response.value;
    if (!sameLogin(user.login, login)) return refuse(UNEXPECTED);
    const isMember = state === 'active' && (role === 'admin' || role === 'member');
    const isProvided = (response.value.enterprise_teams_providing_indirect_membership ?? []).length > 0;
    return ok({
      ...user,
      role: isMember ? role : null,
      isIndirect: isMember && (!isDirect || isProvided),
      freshOrganization: named === undefined ? null : asFreshOrganization(named),
    });
  }
  if (response.refusal.kind !== 'missing') return response;
  const profile = await readProfileOf(client, login);
  if (!profile.ok || profile.value === null) return profile.ok ? ok(null) : profile;
  return ok({
    id: profile.value.id,
    login: profile.value.login,
    role: null,
    isIndirect: false,
    freshOrganization: null,
  });
}

/** GitHub docs: List organization members. */
export async function readOwners(
  { send, log }: Pick<HostClient, 'send' | 'log'>,
  { organization }: Pick<OwnerRequest, 'organization'>,
): Promise<HostResult<readonly NamedAccount[]>> {
  const url = hostPath`/orgs/${organization}/members?role=admin`;
  const list = linkedPages(send, { call: 'organization.members', url }, Accounts);
  const pages = await readPages(list, LIST_BOUNDS.people, log);
  if (!pages.ok) return pages;
  const owners = pages.value.flat().map(({ id, login }) => ({ id, login }));
  return ok(eachOnce(owners, ({ id }) => id));
}

const TeamAnswer = Type.Object({
  organization: Type.Object({
    databaseId: HostId,
    team: orNull(Type.Object({ databaseId: HostId, slug: Type.String() })),
  }),
});

/** Null if the organization, with its ID, has no such team. */
export async function readTeamBySlug(
  { query }: HostClient,
  { organization, organizationId }: OwnerRequest,
  slug: string,
): Promise<HostResult<NamedTeam | null>> {
  const response = dataOf(await query({ ...TEAM_BY_SLUG, variables: { organization, slug } }), TeamAnswer);
  if (!response.ok) return response;
  const { databaseId, team } = response.value.organization;
  if (databaseId !== organizationId) return refuse(MISSING);
  return ok(team === null ? null : { id: team.databaseId, slug: team.slug });
}

const TeamMembership = Type.Object({
  state: State,
  role: Type.Union([Type.Literal('member'), Type.Literal('maintainer')]),
});

/**
 * Includes child teams. Null if not in the team or only invited, and if the team is not found. GitHub docs: Get team
 * membership for a user.
 */
export async function readTeamRole(
  { send }: HostClient,
  { organizationId }: OwnerRequest,
  teamId: number,
  login: string,
): Promise<HostResult<TeamRole | null>> {
  const url = hostPath`${teamUrl(organizationId, teamId)}/memberships/${login}`;
  const response = bodyOf(await send({ call: 'team-member.read', url }), TeamMembership);
  if (!response.ok) return response.refusal.kind === 'missing' ? ok(null) : response;
  return ok(response.value.state === 'active' ? response.value.role : null);
}

const Terms = Type.Object({
  id: HostId,
  default_repository_permission: Type.Optional(TextOrNull),
  plan: Type.Optional(Type.Object({ name: Type.Optional(Type.String()) })),
});

/** GitHub docs: Get an organization. */
export async function readTerms(
  { send }: HostClient,
  { organization, organizationId }: OwnerRequest,
): Promise<HostResult<OrganizationTerms>> {
  const response = bodyOf(await send({ call: 'organization.read', url: hostPath`/orgs/${organization}` }), Terms);
  if (!response.ok) return response;
  if (response.value.id !== organizationId) return refuse(MISSING);
  return ok({
    basePermission: response.value.default_repository_permission ?? null,
    plan: response.value.plan?.name ?? null,
  });
}

interface PersonInOrganization {
  readonly id: number;
  readonly login: string;
  /** Null for non-members, such as invited people and billing managers. */
  readonly role: OrganizationRole | null;
  /** True if an enterprise team grants the membership, which the organization cannot undo. */
  readonly isIndirect: boolean;
  /** Null if the answer did not contain it. */
  readonly freshOrganization: FreshOrganization | null;
}

export interface NamedTeam {
  readonly id: number;
  readonly slug: string;
}

export interface OrganizationTerms {
  /** In the code host's term; null if unknown. */
  readonly basePermission: string | null;
  /** Null if the App may not read it. */
  readonly plan: string | null;
}

/** `pending`: no longer a member, so an invitation was sent. */
export type CreatedMembershipState = 'active' | 'pending';

export const setRole = (
  client: HostClient,
  target: ChangeTarget,
  login: string,
  role: OrganizationRole,
): Promise<Result<CreatedMembershipState, ChangeRefusal>> => setMembership(client, target, { login, role });

/** GitHub docs: Remove organization membership for a user. */
export const removeMember = (
  client: HostClient,
  target: ChangeTarget,
  login: string,
): Promise<Result<void, ChangeRefusal>> =>
  remove(client, target, { call: 'member.remove', path: hostPath`/memberships/${login}` });

/** GitHub docs: Remove outside collaborator from an organization. */
export const removeOutsideCollaborator = (
  client: HostClient,
  target: ChangeTarget,
  login: string,
): Promise<Result<void, ChangeRefusal>> =>
  remove(client, target, { call: 'outside-collaborator.remove', path: outsidePath(login) });

/** `under-way`: the platform converts the member later. GitHub docs: Convert an organization member to outside collaborator. */
export async function convertMember(
  client: HostClient,
  target: ChangeTarget,
  login: string,
): Promise<Result<'done' | 'under-way', ChangeRefusal>> {
  const request = { call: 'outside-collaborator.set', method: 'PUT', path: outsidePath(login) } as const;
  const status = statusOf(await client.change(target, request), [NO_CONTENT, ACCEPTED]);
  return status.ok ? ok(status.value === ACCEPTED ? 'under-way' : 'done') : status;
}

const ACCEPTED = 202;

const NO_CONTENT = 204;

const outsidePath = (login: string): HostAddress => hostPath`/outside_collaborators/${login}`;
