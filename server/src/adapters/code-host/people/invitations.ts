import { type Static, Type } from 'typebox';
import { INVITATION_FRESH_MS } from '../../../domain/limits/invitations.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Invitee, Inviting, MadeInvitation } from '../../../ports/code-host/invitations.ts';
import type { HostRefusal, InvitationRefusal, Told } from '../../../ports/code-host/refusals.ts';
import type { HostAnswer } from '../send/host-answer.ts';
import { saysAlreadyThere, saysOverQuota } from '../send/platform-words.ts';
import { bodyOf } from '../send/send.ts';
import { HostId } from '../send/shapes.ts';
import { type WaysAsPerson, wayInto } from './ways-in.ts';

const Invitation = Type.Object({ id: HostId, created_at: Type.Optional(Type.Unknown()) });
const Membership = Type.Object({ state: Type.Union([Type.Literal('active'), Type.Literal('pending')]) });

/**
 * Invites a person, or sets a membership where there are no invitations; its owner's settings may turn that into an
 * invitation. Setting one for a member would change their role, and make an owner a member, so it is not done.
 *
 * GitHub docs: Create an organization invitation; Set organization membership for a user.
 */
export async function invite(
  ways: WaysAsPerson,
  inviting: Inviting,
  invitee: Invitee,
): Promise<Result<void, InvitationRefusal>> {
  return wayInto(ways.addresses, inviting) === 'membership'
    ? setMembership(ways, inviting, invitee)
    : sendInvitation(ways, inviting, invitee);
}

async function sendInvitation(
  ways: WaysAsPerson,
  inviting: Inviting,
  { id }: Invitee,
): Promise<Result<void, InvitationRefusal>> {
  const made = await postInvitation(ways, inviting, { invitee_id: id });
  if (!made.ok) return refuse(invitationRefusalOf(made.refusal));
  const { openSince } = made.value;
  return openSince === null ? ok(undefined) : refuse({ kind: 'invited-before', since: openSince });
}

/** Makes an invitation, and tells what the platform answered it with. GitHub docs: Create an organization invitation. */
export async function postInvitation(
  { send }: WaysAsPerson,
  { organization }: Inviting,
  body: Readonly<Record<string, unknown>>,
): Promise<Told<MadeInvitation>> {
  const answer = await send({ method: 'POST', url: `/orgs/${encodeURIComponent(organization)}/invitations`, body });
  if (!answer.ok) return answer;
  const told = bodyOf(answer, Invitation);
  return told.ok ? ok({ id: told.value.id, openSince: olderInvitation(told.value, answer.value) }) : told;
}

async function setMembership(
  { send }: WaysAsPerson,
  { organization }: Inviting,
  { login, isMember }: Invitee,
): Promise<Result<void, InvitationRefusal>> {
  if (isMember) return refuse({ kind: 'already-member' });
  const url = `/orgs/${encodeURIComponent(organization)}/memberships/${encodeURIComponent(login)}`;
  const told = bodyOf(await send({ method: 'PUT', url, body: { role: 'member' } }), Membership);
  return told.ok ? ok(undefined) : refuse(invitationRefusalOf(told.refusal));
}

/**
 * Since when the invitation in an answer has been open, or null when it is of now. Who is invited already was seen to be
 * answered with 201 and the old invitation: nothing was sent.
 */
function olderInvitation({ created_at }: Static<typeof Invitation>, { answeredAt }: HostAnswer): Date | null {
  const createdAt = new Date(typeof created_at === 'string' ? created_at : Number.NaN);
  return answeredAt.getTime() - createdAt.getTime() > INVITATION_FRESH_MS ? createdAt : null;
}

/** The platform gives every refusal of an invitation the same code; only its words tell them apart. */
function invitationRefusalOf(refusal: HostRefusal): InvitationRefusal {
  if (refusal.kind === 'unreachable') return { kind: 'not-confirmed', message: refusal.message };
  if (refusal.kind !== 'rejected' || refusal.status !== 422) return refusal;
  const { message } = refusal;
  if (saysAlreadyThere(message)) return { kind: 'already-there', message };
  if (saysOverQuota(message)) return { kind: 'over-quota', message };
  return refusal;
}
