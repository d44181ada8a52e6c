import { type Static, Type } from 'typebox';
import { isManagedLogin, type MembershipRole, type OrganizationRole, sameLogin } from '../../domain/account.ts';
import type { ChangeRefusal, CreationRefusal, HostResult } from '../../domain/host-refusal.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import { changeRefusalOf, type HostChangeRequest, type HostClient } from '../client.ts';
import { hostPath } from '../host-path.ts';
import { saysAlreadyThere, saysMember, saysOverQuota, UNEXPECTED } from '../send/refusals.ts';
import { bodyOf, expected } from '../send/send.ts';
import { HostId, HostLogin } from '../send/shapes.ts';
import type { ChangeTarget, HostAccount, HostMembership, InvitationContext } from './types.ts';

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

/** Returns false for managed users, whose organizations have no invitations. Makes no call. */
export const hasInvitations = (
  { addresses }: Pick<HostClient, 'addresses'>,
  inviting: Pick<InvitationContext, 'inviter'>,
): boolean => joinMethodOf(addresses, inviting) === 'invitation';

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

const Membership = Type.Object({ state: Type.Union([Type.Literal('active'), Type.Literal('pending')]) });

const OF_ORGANIZATION = { call: 'member.set', path: hostPath`` } as const;

/**
 * Default: of the organization. GitHub docs: Set organization membership for a user; Add or update team membership for a
 * user.
 */
export async function setMembership(
  { change }: HostClient,
  target: ChangeTarget,
  { login, role }: { readonly login: string; readonly role: OrganizationRole | TeamRole },
  { path, ...within }: Pick<HostChangeRequest, 'call' | 'path' | 'of'> = OF_ORGANIZATION,
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

/** Refused if the App may not read members. GitHub docs: Get an organization membership for the authenticated user. */
export async function readOwnMembership(
  { send }: HostClient,
  organization: string,
): Promise<HostResult<HostMembership>> {
  const answer = await send({ call: 'user.membership', url: hostPath`/user/memberships/orgs/${organization}` });
  const membership = bodyOf(answer, OwnMembership);
  if (!membership.ok) return membership.refusal.kind === 'missing' ? ok({ kind: 'none' }) : membership;
  return sameLogin(membership.value.organization.login, organization)
    ? ok(membershipOf(membership.value))
    : refuse(UNEXPECTED);
}

/**
 * Returns null for a person who is neither a member nor invited. GitHub docs: Get organization membership for a user.
 */
export async function readMembership(
  { send }: Pick<HostClient, 'send'>,
  { organization }: Pick<InvitationContext, 'organization'>,
  login: string,
): Promise<HostResult<'active' | 'pending' | null>> {
  const url = hostPath`/orgs/${organization}/memberships/${login}`;
  const membership = bodyOf(await send({ call: 'member.read', url }), Membership);
  if (!membership.ok) return membership.refusal.kind === 'missing' ? ok(null) : membership;
  return ok(membership.value.state);
}

/**
 * `pending` if the organization's settings require an invitation. Idempotent, but changes the role of an existing
 * member. GitHub docs: Set organization membership for a user.
 */
export async function addMember(
  client: HostClient,
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
