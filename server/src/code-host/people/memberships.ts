import { type Static, Type } from 'typebox';
import { type MembershipRole, type OrganizationRole, sameLogin } from '../../domain/account.ts';
import type { CreationRefusal, HostResult } from '../../domain/host-refusal.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { hostPath } from '../host-path.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import { bodyOf } from '../send/send.ts';
import { HostId, HostLogin } from '../send/shapes.ts';
import { setMembership } from './changing/set-membership.ts';
import { creationRefusalOf } from './listed-invitations.ts';
import type { ChangeTarget, HostMembership, InvitationContext } from './types.ts';
import type { UserClient } from './ways-in.ts';

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

const Membership = Type.Object({ state: Type.Union([Type.Literal('active'), Type.Literal('pending')]) });

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
