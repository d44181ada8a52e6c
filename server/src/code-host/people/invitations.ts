import { type Static, Type } from 'typebox';
import type { ChangeRefusal, CreationRefusal, HostResult, InvitationRefusal } from '../../domain/host-refusal.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { INVITATION_FRESH_MS } from '../../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { changeRefusalOf, confirmOrganization, type HostClient } from '../client.ts';
import { hostPath } from '../host-path.ts';
import { eachOnce, linkedPages, readPages } from '../pages.ts';
import { publicText, saysAlreadyThere, saysOverQuota, UNEXPECTED } from '../send/refusals.ts';
import { expected } from '../send/send.ts';
import { type HostAnswer, HostId, HostLogin, instantIn, orNull, TextOrNull } from '../send/shapes.ts';
import { creationRefusalOf, joinMethodOf, setMembership } from './memberships.ts';
import type {
  ChangeTarget,
  CreatedInvitation,
  HostInvitation,
  InvitationContext,
  InvitationTarget,
  Invitee,
  NewInvitation,
} from './types.ts';

const Invitation = Type.Object({ id: HostId, created_at: Type.Optional(Type.Unknown()) });

/**
 * Adds people where invitations do not exist. Never retried: it sends an email.
 *
 * Setting a membership for a member would change the role and demote an owner, so it is skipped. GitHub docs: Create an
 * organization invitation; Set organization membership for a user.
 */
export async function invite(
  client: HostClient,
  target: InvitationTarget,
  invitee: Invitee,
): Promise<Result<void, InvitationRefusal>> {
  return joinMethodOf(client.addresses, target) === 'membership'
    ? makeMember(client, target, invitee)
    : sendInvitation(client, target, invitee);
}

async function sendInvitation(
  client: HostClient,
  target: ChangeTarget,
  { id }: Invitee,
): Promise<Result<void, InvitationRefusal>> {
  const made = await postInvitation(client, target, { invitee_id: id });
  if (!made.ok) return refuse(invitationRefusalOf(made.refusal));
  const { openSince } = made.value;
  return openSince === null ? ok(undefined) : refuse({ kind: 'invited-before', since: openSince });
}

/** GitHub docs: Create an organization invitation. */
async function postInvitation(
  { change }: HostClient,
  target: ChangeTarget,
  body: Readonly<Record<string, unknown>>,
): Promise<Result<CreatedInvitation, ChangeRefusal>> {
  const answer = await change(target, { call: 'invitation.send', method: 'POST', path: hostPath`/invitations`, body });
  if (!answer.ok) return answer;
  const created = expected(Invitation, answer.value.body);
  if (!created.ok) return refuse(changeRefusalOf(created.refusal));
  return ok({ id: created.value.id, openSince: olderInvitation(created.value, answer.value) });
}

async function makeMember(
  client: HostClient,
  target: ChangeTarget,
  { login, isMember }: Invitee,
): Promise<Result<void, InvitationRefusal>> {
  if (isMember) return refuse({ kind: 'already-member' });
  const set = await setMembership(client, target, { login, role: 'member' });
  return set.ok ? ok(undefined) : refuse(invitationRefusalOf(set.refusal));
}

/**
 * Returns null for a new invitation. For a person already invited, the platform has answered 201 with the old one and
 * sent nothing.
 */
function olderInvitation({ created_at }: Static<typeof Invitation>, { answeredAt }: HostAnswer): Date | null {
  const createdAt = new Date(typeof created_at === 'string' ? created_at : Number.NaN);
  return answeredAt.getTime() - createdAt.getTime() > INVITATION_FRESH_MS ? createdAt : null;
}

/** The platform uses one code for all these refusals; only the message differs. */
function invitationRefusalOf(refusal: ChangeRefusal): InvitationRefusal {
  if (refusal.kind !== 'rejected' || refusal.status !== 422) return refusal;
  const { message } = refusal;
  if (saysAlreadyThere(message)) return { kind: 'already-there', message };
  if (saysOverQuota(message)) return { kind: 'over-quota', message };
  return refusal;
}

const ListedInvitation = Type.Object({
  id: HostId,
  login: TextOrNull,
  email: TextOrNull,
  role: Type.String(),
  created_at: Type.String(),
  failed_at: Type.Optional(TextOrNull),
  failed_reason: Type.Optional(TextOrNull),
  inviter: Type.Optional(orNull(Type.Object({ login: HostLogin }))),
  team_count: Type.Integer({ minimum: 0 }),
  invitation_source: Type.Optional(TextOrNull),
  invitation_teams_url: Type.Optional(Type.Unknown()),
});

const ListedInvitations = Type.Array(ListedInvitation);

const Team = Type.Object({ id: HostId });

const Teams = Type.Array(Team);

type ReadClient = Pick<HostClient, 'send' | 'log'>;

/** `token` is redacted from messages. Without an ID, the organization is not compared. */
type OrganizationCredentials = Pick<InvitationContext, 'organization'> & {
  readonly organizationId?: number;
  readonly token?: string;
};

/**
 * Requests no more pages once aborted. An invitation that fails in between counts as failed. GitHub docs: List pending organization invitations; List failed
 * organization invitations.
 */
export async function readInvitations(
  client: ReadClient,
  credentials: OrganizationCredentials,
  end?: AbortSignal,
): Promise<HostResult<readonly HostInvitation[]>> {
  const abortable: ReadClient = { ...client, send: (request) => client.send({ ...request, end }) };
  const open = await readState(abortable, credentials, 'open');
  if (!open.ok) return open;
  const failed = await readState(abortable, credentials, 'failed');
  if (!failed.ok) return failed;
  const { organization, organizationId } = credentials;
  const organizationIds = [...open.value.organizationIds, ...failed.value.organizationIds];
  const confirmed =
    organizationId === undefined
      ? ok(undefined)
      : await confirmOrganization(abortable, { organization, organizationId }, organizationIds);
  if (!confirmed.ok) return confirmed;
  return ok(eachOnce([...open.value.invitations, ...failed.value.invitations], ({ id }) => id));
}

const LISTS = {
  open: { call: 'organization.invitations', path: hostPath`/invitations` },
  failed: { call: 'organization.failed-invitations', path: hostPath`/failed_invitations` },
} as const;

interface ListOfState {
  readonly invitations: readonly HostInvitation[];
  readonly organizationIds: readonly (number | null)[];
}

async function readState(
  { send, log }: ReadClient,
  { organization, token }: OrganizationCredentials,
  state: HostInvitation['state'],
): Promise<HostResult<ListOfState>> {
  const { call, path } = LISTS[state];
  const list = linkedPages(send, { call, url: hostPath`/orgs/${organization}${path}` }, ListedInvitations);
  const pages = await readPages(list, LIST_BOUNDS.invitations, log);
  if (!pages.ok) return pages;
  const parsed = pages.value.flat().map((entry) => parseInvitation(entry, state, token));
  const invitations = parsed.filter((invitation) => invitation !== null);
  if (invitations.length < parsed.length) return refuse(UNEXPECTED);
  return ok({ invitations, organizationIds: pages.value.flat().map(organizationIdIn) });
}

/** Addresses of the API have the organization's ID. */
function organizationIdIn({ invitation_teams_url: url }: Static<typeof ListedInvitation>): number | null {
  const [, id] = /\/organizations\/(\d{1,15})\//.exec(String(url)) ?? [];
  return id === undefined ? null : Number(id);
}

function parseInvitation(
  entry: Static<typeof ListedInvitation>,
  state: HostInvitation['state'],
  token: string | undefined,
): HostInvitation | null {
  const { id, login, email, role, team_count: teamCount } = entry;
  const createdAt = instantIn(entry.created_at);
  const failedAt = entry.failed_at === null || entry.failed_at === undefined ? null : instantIn(entry.failed_at);
  if (createdAt === null || (failedAt === null && typeof entry.failed_at === 'string')) return null;
  return {
    id,
    state,
    login,
    email,
    role,
    teamCount,
    invitedBy: entry.inviter?.login ?? null,
    source: entry.invitation_source === 'scim' ? 'scim' : 'member',
    createdAt,
    failedAt,
    failure: publicText(entry.failed_reason, token === undefined ? [] : [token]),
  };
}

/** GitHub docs: List organization invitation teams. Answers 404 for a failed invitation. */
export async function readTeamsOfInvitation(
  { send, log }: HostClient,
  { organization }: InvitationContext,
  invitationId: number,
): Promise<HostResult<readonly number[]>> {
  const url = hostPath`/orgs/${organization}/invitations/${invitationId}/teams`;
  const list = linkedPages(send, { call: 'invitation.teams', url }, Teams);
  const pages = await readPages(list, LIST_BOUNDS.invitations, log);
  return pages.ok ? ok(pages.value.flat().map(({ id }) => id)) : pages;
}

/** Never retried: it sends an email. */
export async function createInvitation(
  client: HostClient,
  target: ChangeTarget,
  { invitee, role, teamIds }: NewInvitation,
): Promise<Result<CreatedInvitation, CreationRefusal>> {
  const whom = 'id' in invitee ? { invitee_id: invitee.id } : { email: invitee.email };
  const made = await postInvitation(client, target, { ...whom, role, team_ids: teamIds });
  return made.ok ? made : refuse(creationRefusalOf(made.refusal));
}

/**
 * Cancels an open invitation or dismisses a failed one (observed). Idempotent. GitHub docs: Cancel an organization
 * invitation.
 */
export async function removeInvitation(
  { change }: HostClient,
  target: ChangeTarget,
  invitationId: number,
): Promise<Result<void, ChangeRefusal>> {
  const answer = await change(target, {
    call: 'invitation.cancel',
    method: 'DELETE',
    path: hostPath`/invitations/${invitationId}`,
  });
  if (!answer.ok) return answer;
  return answer.value.status === NO_CONTENT ? ok(undefined) : refuse(changeRefusalOf(UNEXPECTED));
}

const NO_CONTENT = 204;
