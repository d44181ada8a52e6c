import {
  CANCEL_INVITATIONS,
  type ChosenInvitations,
  LIST_INVITATIONS,
  type OrganizationParams,
  SEND_INVITATIONS_AGAIN,
} from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { NoTrail } from '../../audit-trail/audited.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { dueToRefusal, sendRefusal } from '../../http/contract/refusals.ts';
import { departureOf } from '../../http/server/departure.ts';
import { askedBy } from '../../http/session/asked-by.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { OtherOrganization } from '../../ports/code-host/refusals.ts';
import type { Clock } from '../../ports/system.ts';
import { retryAfterSeconds, type Wire } from '../../refusals.ts';
import { createCancelInvitation } from './cancel-invitation.ts';
import { changeAnswer } from './change-answer.ts';
import {
  type ChangeInvitationsDeps,
  type ChangeOne,
  type Choice,
  createChangeInvitations,
} from './change-invitations.ts';
import { invitationsView } from './invitations-view.ts';
import { ofCancelling, ofList, ofSendingAgain } from './messages.ts';
import { type ChangesRefusal, createInvitationsReader, type ReadInvitationsDeps } from './read-invitations.ts';
import { createSendAgain, type SendAgainDeps } from './send-again.ts';

export interface ListedInvitationRoutesDeps
  extends Omit<ReadInvitationsDeps, 'stopping'>,
    SendAgainDeps,
    Pick<ChangeInvitationsDeps, 'audited' | 'claimed' | 'countSends'> {
  readonly codeHost: ReadInvitationsDeps['codeHost'] & SendAgainDeps['codeHost'] & Pick<CodeHost, 'removeInvitation'>;
  readonly guard: SessionGuard;
  readonly clock: Clock;
}

/** An addition to the specification. */
export const listedInvitationRoutes: FastifyPluginAsync<ListedInvitationRoutesDeps> = async (app, deps) => {
  const { guard, clock, codeHost } = deps;
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  const reader = createInvitationsReader({ ...deps, stopping: stopping.signal });
  const change = createChangeInvitations({ ...deps, reader, stopping: stopping.signal });

  const listServed = { onRequest: guard.requireSession(), wireOf: ofList };
  addEndpoint(app, LIST_INVITATIONS, listServed, async (request, reply) => {
    const read = await reader.read(callerOf(request).session, request.params.login, departureOf(request, reply));
    if (read.ok) return invitationsView(read.value.invitations, clock.now());
    return sendRefusal(reply, ofList[read.refusal.kind], retryAfterSeconds(read.refusal, clock.now()));
  });

  const changeBy =
    (
      changeOne: ChangeOne,
      action: Choice['action'],
      wireOf: Readonly<Record<ChangesRefusal['kind'] | OtherOrganization['kind'] | NoTrail['kind'], Wire>>,
    ) =>
    async (request: FastifyRequest<{ Params: OrganizationParams; Body: ChosenInvitations }>, reply: FastifyReply) => {
      const { session } = callerOf(request);
      const { ids } = request.body;
      const choice = { session, asked: askedBy(request), login: request.params.login, ids, action };
      const changes = await change(choice, changeOne);
      if (changes.ok) return changeAnswer(changes.value, clock.now());
      const { refusal } = changes;
      return sendRefusal(reply, dueToRefusal(wireOf[refusal.kind], refusal), retryAfterSeconds(refusal, clock.now()));
    };
  const onRequest = [guard.requireSession(), guard.refuseCrossSite];
  const cancel = changeBy(createCancelInvitation(codeHost), 'invitation.cancelled', ofCancelling);
  addEndpoint(app, CANCEL_INVITATIONS, { onRequest, wireOf: ofCancelling }, cancel);
  const sendAgain = changeBy(createSendAgain(deps), 'invitation.sent_again', ofSendingAgain);
  addEndpoint(app, SEND_INVITATIONS_AGAIN, { onRequest, wireOf: ofSendingAgain }, sendAgain);
};
