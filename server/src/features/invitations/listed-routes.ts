import {
  CANCEL_INVITATIONS,
  type ChangedInvitation,
  type ChangeInvitationsAnswer,
  type ChosenInvitations,
  LIST_INVITATIONS,
  type ListedInvitation,
  type ListInvitationsAnswer,
  type OrganizationParams,
  SEND_INVITATIONS_AGAIN,
} from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { CodeHost } from '../../code-host/code-host.ts';
import { removeInvitation } from '../../code-host/people/invitations.ts';
import type { HostInvitation } from '../../code-host/people/types.ts';
import { owners } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { longestWait } from '../../http/refusals.ts';
import { departureOf } from '../../http/server/departure.ts';
import { requesterOf } from '../../http/session-guard.ts';
import { INVITATION_LIFETIME_MS } from '../../lib/limits/jobs.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import {
  type ChangeContext,
  type ChangeInvitation,
  type Choice,
  createChangeInvitations,
  type InvitationChange,
  type InvitationChangeResult,
} from './change-invitations.ts';
import { type ListedRefusal, ofChanges, ofList, refusalView } from './listed-messages.ts';
import { createInvitationsReader } from './read-invitations.ts';
import { countsTowardsQuota } from './requested-invitation.ts';
import { sendAgain } from './send-again.ts';
import type { InvitationServices } from './services.ts';

function invitationsView(invitations: readonly HostInvitation[], now: Date): ListInvitationsAnswer {
  const counted = invitations.filter((invitation) => countsTowardsQuota(invitation, now));
  return { invitations: invitations.toSorted(byStateAndAge).map(invitationView), sentInLastDay: counted.length };
}

const RANKS: Readonly<Record<HostInvitation['state'], number>> = { open: 0, failed: 1 };

const byStateAndAge = (a: HostInvitation, b: HostInvitation): number =>
  RANKS[a.state] - RANKS[b.state] || b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id;

const invitationView = (invitation: HostInvitation): ListedInvitation => ({
  id: invitation.id,
  state: invitation.state,
  login: invitation.login,
  email: invitation.email,
  role: invitation.role,
  teamCount: invitation.teamCount,
  invitedBy: invitation.invitedBy,
  source: invitation.source,
  createdAt: invitation.createdAt.toISOString(),
  expiresAt: expiryOf(invitation)?.toISOString() ?? null,
  failedAt: invitation.failedAt?.toISOString() ?? null,
  failure: invitation.failure,
});

/** Invitations by an identity provider never expire. */
const expiryOf = ({ state, source, createdAt }: HostInvitation): Date | null =>
  state === 'open' && source === 'member' ? new Date(createdAt.getTime() + INVITATION_LIFETIME_MS) : null;

function changeAnswer(changes: readonly InvitationChangeResult[], now: Date): ChangeInvitationsAnswer {
  const refusals = changes.flatMap(({ change }) => (change.ok ? [] : [callIn(change.refusal)]));
  return { results: changes.map(resultView), retryAfterSeconds: longestWait(refusals, now) };
}

function resultView({ id, change }: InvitationChangeResult): ChangedInvitation {
  if (change.ok) return { id, outcome: 'done', error: null, reason: null, newId: change.value.newId };
  const { outcome, error, reason } = refusalView(change.refusal);
  return { id, outcome, error, reason, newId: null };
}

/** The code host's refusal inside `former-gone`. */
const callIn = (refusal: ListedRefusal) => (refusal.kind === 'former-gone' ? refusal.refusal : refusal);

export const listedInvitationRoutes: FastifyPluginAsync<InvitationServices> = async (app, services) => {
  const { clock } = services.runtime;
  const reader = createInvitationsReader(services);
  const change = createChangeInvitations(services, reader);

  addEndpoint(
    app,
    LIST_INVITATIONS,
    { access: owners('see invitations'), refusalResponses: ofList },
    async (request, owner, reply) => {
      const read = await reader.read(owner, departureOf(request, reply));
      return read.ok ? ok(invitationsView(read.value.invitations, clock.now())) : read;
    },
  );

  const changeBy =
    (changeInvitation: ChangeInvitation, action: Choice['action']) =>
    async (request: FastifyRequest<{ Params: OrganizationParams; Body: ChosenInvitations }>, owner: Owner) => {
      const changes = await change(
        owner,
        { requester: requesterOf(request), ids: request.body.ids, action },
        changeInvitation,
      );
      return changes.ok ? ok(changeAnswer(changes.value, clock.now())) : changes;
    };
  addEndpoint(
    app,
    CANCEL_INVITATIONS,
    { access: owners('cancel invitations'), refusalResponses: ofChanges },
    changeBy((invitation, context) => cancelInvitation(services.codeHost, invitation, context), 'invitation.cancelled'),
  );
  addEndpoint(
    app,
    SEND_INVITATIONS_AGAIN,
    { access: owners('send invitations'), refusalResponses: ofChanges },
    changeBy((invitation, context) => sendAgain(services, invitation, context), 'invitation.sent_again'),
  );
};

async function cancelInvitation(
  codeHost: CodeHost,
  { id }: HostInvitation,
  { inviting, organizationId, isGone }: ChangeContext,
): Promise<InvitationChange> {
  const removed = await removeInvitation(codeHost.as(inviting), { ...inviting, organizationId, seen: null }, id);
  if (removed.ok) return ok({ newId: null });
  return removed.refusal.kind === 'missing' && (await isGone(id)) ? refuse({ kind: 'gone' }) : removed;
}
