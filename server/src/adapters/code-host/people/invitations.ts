import { type Static, Type } from 'typebox';
import { INVITATION_FRESH_MS } from '../../../domain/limits.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostRefusal, InvitationRefusal, Invitee, Inviting } from '../../../ports/code-host.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import type { HostAnswer } from '../send/host-answer.ts';
import { bodyOf, type SendAs } from '../send/send.ts';
import { HostId } from '../send/shapes.ts';
import { wayInto } from './ways-in.ts';

const Invitation = Type.Object({ id: HostId, created_at: Type.Optional(Type.Unknown()) });
const Membership = Type.Object({ state: Type.Union([Type.Literal('active'), Type.Literal('pending')]) });

/** What github.com says of a member; a membership that is set would not be refused. */
const ALREADY_MEMBER: InvitationRefusal = {
  kind: 'already-there',
  message: 'Invitee is already a part of this organization',
};

/** The way to the code host. */
export interface InviteDeps {
  readonly addresses: CodeHostAddresses;
  readonly sendAsUser: SendAs;
}

/**
 * Invites a person, or sets a membership where there are no invitations; its owner's settings may turn that into an
 * invitation. Setting one for a member would change their role, and make an owner a member, so it is not done.
 *
 * GitHub docs: Create an organization invitation; Set organization membership for a user.
 */
export async function invite(
  deps: InviteDeps,
  inviting: Inviting,
  invitee: Invitee,
): Promise<Result<void, InvitationRefusal>> {
  return wayInto(deps.addresses, inviting) === 'membership'
    ? setMembership(deps, inviting, invitee)
    : sendInvitation(deps, inviting, invitee);
}

async function sendInvitation(
  { sendAsUser }: InviteDeps,
  { organization }: Inviting,
  { id }: Invitee,
): Promise<Result<void, InvitationRefusal>> {
  const url = `/orgs/${encodeURIComponent(organization)}/invitations`;
  const answer = await sendAsUser({ method: 'POST', url, body: { invitee_id: id } });
  if (!answer.ok) return refuse(invitationRefusal(answer.refusal));
  const told = bodyOf(answer, Invitation);
  if (!told.ok) return refuse(invitationRefusal(told.refusal));
  const openSince = olderInvitation(told.value, answer.value);
  if (openSince === null) return ok(undefined);
  const day = openSince.toISOString().slice(0, 10);
  return refuse({ kind: 'already-there', message: `Invitee has an open invitation since ${day}` });
}

async function setMembership(
  { sendAsUser }: InviteDeps,
  { organization }: Inviting,
  { login, isMember }: Invitee,
): Promise<Result<void, InvitationRefusal>> {
  if (isMember) return refuse(ALREADY_MEMBER);
  const url = `/orgs/${encodeURIComponent(organization)}/memberships/${encodeURIComponent(login)}`;
  const told = bodyOf(await sendAsUser({ method: 'PUT', url, body: { role: 'member' } }), Membership);
  return told.ok ? ok(undefined) : refuse(invitationRefusal(told.refusal));
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
function invitationRefusal(refusal: HostRefusal): InvitationRefusal {
  if (refusal.kind === 'unreachable') return { kind: 'not-confirmed', message: refusal.message };
  if (refusal.kind !== 'rejected' || refusal.status !== 422) return refusal;
  const { message } = refusal;
  if (/\balready\b/i.test(message)) return { kind: 'already-there', message };
  if (/\binvitation rate limit\b/i.test(message)) return { kind: 'over-quota', message };
  return refusal;
}
