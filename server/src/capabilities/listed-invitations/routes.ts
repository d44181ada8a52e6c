import {
  CANCEL_INVITATIONS,
  type ChosenInvitations,
  LIST_INVITATIONS,
  type OrganizationParams,
  SEND_INVITATIONS_AGAIN,
} from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { sendRefusal } from '../../http/contract/refusals.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import type { CodeHost } from '../../ports/code-host.ts';
import type { Clock } from '../../ports/system.ts';
import { retryAfterSeconds } from '../../refusals.ts';
import { createCancelInvitation } from './cancel-invitation.ts';
import { changeAnswer } from './change-answer.ts';
import { type ChangeInvitationsDeps, type ChangeOne, createChangeInvitations } from './change-invitations.ts';
import { invitationsView } from './invitations-view.ts';
import { wireOf } from './messages.ts';
import { createReadInvitations, type ReadInvitationsDeps, type ReadRefusal } from './read-invitations.ts';
import { createSendAgain, type SendAgainDeps } from './send-again.ts';

export interface ListedInvitationRoutesDeps
  extends ReadInvitationsDeps,
    SendAgainDeps,
    Pick<ChangeInvitationsDeps, 'inviteLimitMs' | 'countSends'> {
  readonly codeHost: ReadInvitationsDeps['codeHost'] & SendAgainDeps['codeHost'] & Pick<CodeHost, 'removeInvitation'>;
  readonly guard: SessionGuard;
  readonly clock: Clock;
}

/** `/api/organizations/{login}/invitations` and below, which the specification does not name. */
export const listedInvitationRoutes: FastifyPluginAsync<ListedInvitationRoutesDeps> = async (app, deps) => {
  const { guard, clock, codeHost } = deps;
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  const readInvitations = createReadInvitations(deps);
  const change = createChangeInvitations({ ...deps, readInvitations, stopping: stopping.signal });

  const refuseWith = (reply: FastifyReply, refusal: ReadRefusal) =>
    sendRefusal(reply, wireOf[refusal.kind], retryAfterSeconds(refusal, clock.now()));

  addEndpoint(app, LIST_INVITATIONS, { onRequest: guard.requireSession(), wireOf }, async (request, reply) => {
    const read = await readInvitations(callerOf(request).session, request.params.login);
    return read.ok ? invitationsView(read.value.invitations, clock.now()) : refuseWith(reply, read.refusal);
  });

  const changeBy =
    (changeOne: ChangeOne, sends: boolean) =>
    async (request: FastifyRequest<{ Params: OrganizationParams; Body: ChosenInvitations }>, reply: FastifyReply) => {
      const { session } = callerOf(request);
      const { ids } = request.body;
      const changes = await change({ session, login: request.params.login, ids, sends }, changeOne);
      return changes.ok ? changeAnswer(changes.value, clock.now()) : refuseWith(reply, changes.refusal);
    };
  const onRequest = [guard.requireSession(), guard.refuseCrossSite];
  addEndpoint(app, CANCEL_INVITATIONS, { onRequest, wireOf }, changeBy(createCancelInvitation(codeHost), false));
  addEndpoint(app, SEND_INVITATIONS_AGAIN, { onRequest, wireOf }, changeBy(createSendAgain(deps), true));
};
