import { type Static, Type } from 'typebox';
import { isManagedLogin, type MembershipRole, type OrganizationRole, sameLogin } from '../../domain/account.ts';
import type { ChangeRefusal, CreationRefusal, HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import { CODE_HOST_CALL_LIMIT_MS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Log } from '../../lib/system.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import type { GraphqlData, GraphqlRequest } from '../graphql.ts';
import { type HostAddress, hostPath } from '../host-path.ts';
import { MISSING, saysAlreadyThere, saysMember, saysOverQuota, UNEXPECTED } from '../send/refusals.ts';
import { bodyOf, expected, type HostRequest, type ReadAs, type SendAs } from '../send/send.ts';
import { type HostAnswer, HostId, HostLogin } from '../send/shapes.ts';
import type {
  ChangeTarget,
  FreshOrganization,
  HostAccount,
  HostMembership,
  InvitationContext,
  NamedOrganization,
} from './types.ts';

export interface UserClient {
  readonly addresses: CodeHostAddresses;
  readonly send: ReadAs;
  /** Every change goes through this function. */
  readonly change: ChangeAs;
  readonly query: (request: GraphqlRequest, end?: AbortSignal) => Promise<HostResult<GraphqlData>>;
  readonly log: Log;
}

/**
 * Enterprise Server has no invitation call. Managed users are added instead: everyone on GHE.com, and on github.com if
 * the inviter is managed.
 *
 * GitHub docs: Create an organization invitation ("not available for EMU organizations"); About GitHub Enterprise Cloud
 * with data residency.
 */
export const joinMethodOf = (
  { kind }: CodeHostAddresses,
  { inviter }: Pick<InvitationContext, 'inviter'>,
): 'invitation' | 'membership' => (kind === 'github.com' && !isManagedLogin(inviter) ? 'invitation' : 'membership');

/** Logins on GHE.com do not show the shortcode. */
export const mayBeManaged = ({ kind }: CodeHostAddresses, login: string): boolean =>
  kind === 'ghe.com' || (kind === 'github.com' && isManagedLogin(login));

/** Only github.com has both kinds of account. */
export function barrierBefore(
  addresses: CodeHostAddresses,
  context: InvitationContext,
  login: string,
): HostAccount['barrier'] {
  if (addresses.kind !== 'github.com') return null;
  const isManaged = isManagedLogin(login);
  if (joinMethodOf(addresses, context) === 'invitation') return isManaged ? 'managed' : null;
  return isManaged ? null : 'not-managed';
}

export interface HostChangeRequest extends Pick<HostRequest, 'body'> {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `of`. */
  readonly path: HostAddress;
  /** With `repository`, the path begins with its name. Default: the organization by its login. */
  readonly of?: 'repository' | 'numbered-organization';
}

type ChangeAs = (target: Omit<ChangeTarget, 'token'>, request: HostChangeRequest) => Promise<ChangeAnswer>;

type ChangeAnswer = Result<HostAnswer, ChangeRefusal>;

/** A login may move to another organization, so each change follows a recent, unused read of its ID. */
export function createChangeAs(send: SendAs): ChangeAs {
  return async ({ organization, organizationId, seen: fresh }, { method, path, body, of }) => {
    const current = fresh !== null && isUnspent(fresh) ? ok(fresh) : await readOrganization(send, organization);
    if (!current.ok) return current;
    if (current.value?.id !== organizationId) return refuse({ kind: 'other-organization' });
    const { login } = current.value;
    const url = urlOf({ id: organizationId, login }, path, of);
    const answer = await send({ method, url, ...(body !== undefined && { body }) });
    return answer.ok ? answer : refuse(changeRefusalOf(answer.refusal));
  };
}

function urlOf({ id, login }: NamedOrganization, path: HostAddress, of: HostChangeRequest['of']): HostAddress {
  switch (of) {
    case 'repository':
      return hostPath`/repos/${login}${path}`;
    case 'numbered-organization':
      return hostPath`/organizations/${id}${path}`;
    case undefined:
      return hostPath`/orgs/${login}${path}`;
  }
}

/** A change uses up its read. */
const unspentOrganizations = new WeakMap<FreshOrganization, number>();

export function asFreshOrganization({ id, login }: NamedOrganization): FreshOrganization {
  const organization = { id, login } as FreshOrganization;
  unspentOrganizations.set(organization, performance.now());
  return organization;
}

function isUnspent(organization: FreshOrganization): boolean {
  const seenAt = unspentOrganizations.get(organization);
  unspentOrganizations.delete(organization);
  return seenAt !== undefined && performance.now() - seenAt < CODE_HOST_CALL_LIMIT_MS;
}

export const ORGANIZATION = Type.Object({ id: HostId, login: HostLogin });

/** GitHub docs: Get an organization. */
export async function readOrganization(
  send: ReadAs,
  organization: string,
): Promise<HostResult<FreshOrganization | null>> {
  const response = bodyOf(await send({ url: hostPath`/orgs/${organization}` }), ORGANIZATION);
  if (!response.ok) return response.refusal.kind === 'missing' ? ok(null) : response;
  return ok(asFreshOrganization(response.value));
}

/** Refuses a list of another organization that has the login now. An empty one names none. */
export async function confirmOrganization(
  send: ReadAs,
  { organization, organizationId }: { readonly organization: string; readonly organizationId: number },
  entries: readonly (number | null)[],
): Promise<HostResult<void>> {
  if (entries.some((id) => id !== null && id !== organizationId)) return refuse(MISSING);
  if (entries.length > 0 && !entries.includes(null)) return ok(undefined);
  const current = await readOrganization(send, organization);
  if (!current.ok) return current;
  return current.value?.id === organizationId ? ok(undefined) : refuse(MISSING);
}

/** A sent change without a usable answer may have happened. */
export const changeRefusalOf = (refusal: HostRefusal): ChangeRefusal =>
  refusal.kind === 'unreachable' ? { kind: 'not-confirmed', message: refusal.message } : refusal;

const NO_CONTENT = 204;

/** Deletes what the path names. */
export async function remove(
  change: (target: ChangeTarget, request: HostChangeRequest) => Promise<ChangeAnswer>,
  target: ChangeTarget,
  request: Pick<HostChangeRequest, 'path' | 'of'>,
): Promise<Result<void, ChangeRefusal>> {
  const status = statusOf(await change(target, { method: 'DELETE', ...request }), [NO_CONTENT]);
  return status.ok ? ok(undefined) : status;
}

export function statusOf(answer: ChangeAnswer, expected: readonly number[]): Result<number, ChangeRefusal> {
  if (!answer.ok) return answer;
  const { status } = answer.value;
  return expected.includes(status) ? ok(status) : refuse(changeRefusalOf(UNEXPECTED));
}

const Membership = Type.Object({ state: Type.Union([Type.Literal('active'), Type.Literal('pending')]) });

/**
 * Default: of the organization. GitHub docs: Set organization membership for a user; Add or update team membership for a
 * user.
 */
export async function setMembership(
  { change }: UserClient,
  target: ChangeTarget,
  { login, role }: { readonly login: string; readonly role: OrganizationRole | TeamRole },
  { path, ...within }: Pick<HostChangeRequest, 'path' | 'of'> = { path: hostPath`` },
): Promise<Result<'active' | 'pending', ChangeRefusal>> {
  const request = { ...within, path: hostPath`${path}/memberships/${login}` };
  const answer = await change(target, { method: 'PUT', ...request, body: { role } });
  if (!answer.ok) return answer;
  const membership = expected(Membership, answer.value.body);
  return membership.ok ? ok(membership.value.state) : refuse(changeRefusalOf(membership.refusal));
}

const OwnMembership = Type.Object({
  state: Type.Union([Type.Literal('active'), Type.Literal('pending')]),
  role: Type.String(),
  organization: Type.Object({ id: HostId, login: HostLogin }),
});

/** GitHub docs: Get an organization membership for the authenticated user. */
export async function readOwnMembership(
  { send }: UserClient,
  organization: string,
): Promise<HostResult<HostMembership>> {
  const answer = await send({ url: hostPath`/user/memberships/orgs/${organization}` });
  const membership = bodyOf(answer, OwnMembership);
  if (!membership.ok) return membership.refusal.kind === 'missing' ? ok({ kind: 'none' }) : membership;
  return sameLogin(membership.value.organization.login, organization)
    ? ok(membershipOf(membership.value))
    : refuse(UNEXPECTED);
}

/** GitHub docs: Get organization membership for a user. */
export async function readMembership(
  { send }: Pick<UserClient, 'send'>,
  { organization }: Pick<InvitationContext, 'organization'>,
  login: string,
): Promise<HostResult<'active' | 'pending' | null>> {
  const url = hostPath`/orgs/${organization}/memberships/${login}`;
  const membership = bodyOf(await send({ url }), Membership);
  if (!membership.ok) return membership.refusal.kind === 'missing' ? ok(null) : membership;
  return ok(membership.value.state);
}

/** GitHub docs: Set organization membership for a user. */
export async function addMember(
  client: UserClient,
  target: ChangeTarget,
  member: { readonly login: string; readonly role: OrganizationRole },
): Promise<Result<'active' | 'pending', CreationRefusal>> {
  const set = await setMembership(client, target, member);
  return set.ok ? set : refuse(creationRefusalOf(set.refusal));
}

function membershipOf({ state, role, organization: { id, login } }: Static<typeof OwnMembership>): HostMembership {
  const organization = { id, login };
  if (state === 'pending') return { kind: 'pending', organization };
  return { kind: 'active', organization, role: roleOf(role) };
}

/** Undocumented roles count as member. */
export const roleOf = (role: string): MembershipRole =>
  role === 'admin' || role === 'billing_manager' ? role : 'member';

export function creationRefusalOf(refusal: ChangeRefusal): CreationRefusal {
  if (refusal.kind !== 'rejected' || refusal.status !== 422) return refusal;
  const { message } = refusal;
  if (refusal.code === 'no_seat') return { kind: 'no-seat', message };
  if (saysOverQuota(message)) return { kind: 'over-quota', message };
  if (saysMember(message)) return { kind: 'already-member', message };
  return saysAlreadyThere(message) ? { kind: 'already-invited', message } : refusal;
}
