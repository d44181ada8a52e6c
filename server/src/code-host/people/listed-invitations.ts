import { type Static, Type } from 'typebox';
import type { ChangeRefusal, CreationRefusal, HostResult } from '../../domain/host-refusal.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { type HostAddress, hostPath } from '../host-path.ts';
import { eachOnce, linkedPages, readPages } from '../pages/pages.ts';
import { publicText } from '../send/host-message.ts';
import { saysAlreadyThere, saysMember, saysOverQuota } from '../send/platform-words.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import { HostId, HostLogin, instantIn, orNull, TextOrNull } from '../send/shapes.ts';
import { changeRefusalOf, confirmOrganization } from './changing/organization-changes.ts';
import { postInvitation } from './invitations.ts';
import type { ChangeTarget, CreatedInvitation, HostInvitation, InvitationContext, NewInvitation } from './types.ts';
import type { UserClient } from './ways-in.ts';

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

type ReadClient = Pick<UserClient, 'send' | 'log'>;

/** `token` is redacted from messages. A null ID is not compared. */
type OrganizationCredentials = Pick<InvitationContext, 'organization'> & {
  readonly organizationId: number | null;
  readonly token: string;
};

/**
 * An invitation that fails in between counts as failed. GitHub docs: List pending organization invitations; List failed
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
    organizationId === null
      ? ok(undefined)
      : await confirmOrganization(abortable.send, { organization, organizationId }, organizationIds);
  if (!confirmed.ok) return confirmed;
  return ok(eachOnce([...open.value.invitations, ...failed.value.invitations], ({ id }) => id));
}

const LISTS: Readonly<Record<HostInvitation['state'], HostAddress>> = {
  open: hostPath`/invitations`,
  failed: hostPath`/failed_invitations`,
};

interface ListOfState {
  readonly invitations: readonly HostInvitation[];
  readonly organizationIds: readonly (number | null)[];
}

async function readState(
  { send, log }: ReadClient,
  { organization, token }: OrganizationCredentials,
  state: HostInvitation['state'],
): Promise<HostResult<ListOfState>> {
  const path = hostPath`/orgs/${organization}${LISTS[state]}`;
  const pages = await readPages(linkedPages(send, path, ListedInvitations), LIST_BOUNDS.invitations, log);
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
  token: string,
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
    failure: publicText(entry.failed_reason, [token]),
  };
}

/** GitHub docs: List organization invitation teams. Answers 404 for a failed invitation. */
export async function readTeams(
  { send, log }: UserClient,
  { organization }: InvitationContext,
  invitationId: number,
): Promise<HostResult<readonly number[]>> {
  const path = hostPath`/orgs/${organization}/invitations/${invitationId}/teams`;
  const pages = await readPages(linkedPages(send, path, Teams), LIST_BOUNDS.invitations, log);
  return pages.ok ? ok(pages.value.flat().map(({ id }) => id)) : pages;
}

export async function createInvitation(
  client: UserClient,
  target: ChangeTarget,
  { invitee, role, teamIds }: NewInvitation,
): Promise<Result<CreatedInvitation, CreationRefusal>> {
  const whom = 'id' in invitee ? { invitee_id: invitee.id } : { email: invitee.email };
  const made = await postInvitation(client, target, { ...whom, role, team_ids: teamIds });
  return made.ok ? made : refuse(creationRefusalOf(made.refusal));
}

/** GitHub docs: Cancel an organization invitation. It also dismisses failed ones (observed). */
export async function removeInvitation(
  { change }: UserClient,
  target: ChangeTarget,
  invitationId: number,
): Promise<Result<void, ChangeRefusal>> {
  const answer = await change(target, { method: 'DELETE', path: hostPath`/invitations/${invitationId}` });
  if (!answer.ok) return answer;
  return answer.value.status === NO_CONTENT ? ok(undefined) : refuse(changeRefusalOf(UNEXPECTED));
}

const NO_CONTENT = 204;

export function creationRefusalOf(refusal: ChangeRefusal): CreationRefusal {
  if (refusal.kind !== 'rejected' || refusal.status !== 422) return refusal;
  const { message } = refusal;
  if (refusal.code === 'no_seat') return { kind: 'no-seat', message };
  if (saysOverQuota(message)) return { kind: 'over-quota', message };
  if (saysMember(message)) return { kind: 'already-member', message };
  return saysAlreadyThere(message) ? { kind: 'already-invited', message } : refusal;
}
