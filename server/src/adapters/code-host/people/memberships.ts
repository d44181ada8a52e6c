import { type Static, Type } from 'typebox';
import { type MembershipRole, type OrganizationRole, sameLogin } from '../../../domain/account.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Inviting } from '../../../ports/code-host/invitations.ts';
import type { SeenMembership } from '../../../ports/code-host/memberships.ts';
import type { ChangeTarget } from '../../../ports/code-host/organization-changes.ts';
import type { CreationRefusal, Told } from '../../../ports/code-host/refusals.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import { bodyOf } from '../send/send.ts';
import { HostId, HostLogin } from '../send/shapes.ts';
import { pathOf } from './changing/organization-changes.ts';
import { setMembership } from './changing/set-membership.ts';
import { creationRefusalOf } from './listed-invitations.ts';
import type { WaysAsPerson } from './ways-in.ts';

const OwnMembership = Type.Object({
  state: Type.Union([Type.Literal('active'), Type.Literal('pending')]),
  role: Type.String(),
  organization: Type.Object({ id: HostId, login: HostLogin }),
});

/** GitHub docs: Get an organization membership for the authenticated user. */
export async function readOwnMembership({ send }: WaysAsPerson, organization: string): Promise<Told<SeenMembership>> {
  const answer = await send({ url: `/user/memberships/orgs/${encodeURIComponent(organization)}` });
  const told = bodyOf(answer, OwnMembership);
  if (!told.ok) return told.refusal.kind === 'missing' ? ok({ kind: 'none' }) : told;
  return sameLogin(told.value.organization.login, organization) ? ok(membershipOf(told.value)) : refuse(UNEXPECTED);
}

const Membership = Type.Object({ state: Type.Union([Type.Literal('active'), Type.Literal('pending')]) });

/** GitHub docs: Get organization membership for a user. */
export async function readMembership(
  { send }: Pick<WaysAsPerson, 'send'>,
  { organization }: Pick<Inviting, 'organization'>,
  login: string,
): Promise<Told<'active' | 'pending' | null>> {
  const url = `${pathOf(organization)}/memberships/${encodeURIComponent(login)}`;
  const told = bodyOf(await send({ url }), Membership);
  if (!told.ok) return told.refusal.kind === 'missing' ? ok(null) : told;
  return ok(told.value.state);
}

/** GitHub docs: Set organization membership for a user. */
export async function addMember(
  ways: WaysAsPerson,
  target: ChangeTarget,
  member: { readonly login: string; readonly role: OrganizationRole },
): Promise<Result<'active' | 'pending', CreationRefusal>> {
  const set = await setMembership(ways, target, member);
  return set.ok ? set : refuse(creationRefusalOf(set.refusal));
}

function membershipOf({ state, role, organization: { id, login } }: Static<typeof OwnMembership>): SeenMembership {
  const organization = { id, login };
  if (state === 'pending') return { kind: 'pending', organization };
  return { kind: 'active', organization, role: roleOf(role) };
}

/** An undocumented role counts as member. */
export const roleOf = (role: string): MembershipRole =>
  role === 'admin' || role === 'billing_manager' ? role : 'member';
