import {
  CANCEL_INVITATIONS,
  type ChosenInvitations,
  LIST_INVITATIONS,
  type OrganizationParams,
  SEND_INVITATIONS_AGAIN,
} from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { ok } from '../../domain/result.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { owners } from '../../http/rights/access.ts';
import { departureOf } from '../../http/server/departure.ts';
import { requesterOf } from '../../http/session/requester-of.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { Clock } from '../../ports/system.ts';
import type { Owner } from '../../shared/sessions/live-rights.ts';
import { createCancelInvitation } from './cancel-invitation.ts';
import { changeAnswer } from './change-answer.ts';
import {
  type ChangeInvitation,
  type ChangeInvitationsDeps,
  type Choice,
  createChangeInvitations,
} from './change-invitations.ts';
import { invitationsView } from './invitations-view.ts';
import { ofChanges, ofList } from './messages.ts';
import { createInvitationsReader, type ReadInvitationsDeps } from './read-invitations.ts';
import { createSendAgain, type SendAgainDeps } from './send-again.ts';

export interface ListedInvitationRoutesDeps
  extends ReadInvitationsDeps,
    SendAgainDeps,
    Pick<ChangeInvitationsDeps, 'audited' | 'claimed' | 'countSends'> {
  readonly codeHost: ReadInvitationsDeps['codeHost'] & SendAgainDeps['codeHost'] & Pick<CodeHost, 'removeInvitation'>;
  readonly clock: Clock;
}

export const listedInvitationRoutes: FastifyPluginAsync<ListedInvitationRoutesDeps> = async (app, deps) => {
  const { clock, codeHost } = deps;
  const reader = createInvitationsReader(deps);
  const change = createChangeInvitations({ ...deps, reader });

  addEndpoint(
    app,
    LIST_INVITATIONS,
    { access: owners('see invitations'), wireOf: ofList },
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
  const cancel = changeBy(createCancelInvitation(codeHost), 'invitation.cancelled');
  addEndpoint(app, CANCEL_INVITATIONS, { access: owners('cancel invitations'), wireOf: ofChanges }, cancel);
  const sendAgain = changeBy(createSendAgain(deps), 'invitation.sent_again');
  addEndpoint(app, SEND_INVITATIONS_AGAIN, { access: owners('send invitations'), wireOf: ofChanges }, sendAgain);
};
