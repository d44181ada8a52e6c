import { PREVIEW_INVITATIONS } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { sendRefusal } from '../../http/contract/refusals.ts';
import { departureOf } from '../../http/server/departure.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import { retryAfterSeconds } from '../../refusals.ts';
import { wireOf } from './messages.ts';
import { createPreviewInvitations, type PreviewInvitationsDeps } from './preview-invitations.ts';

export interface InvitationPreviewRoutesDeps extends Omit<PreviewInvitationsDeps, 'stopping'> {
  readonly guard: SessionGuard;
}

/** An addition to the specification. */
export const invitationPreviewRoutes: FastifyPluginAsync<InvitationPreviewRoutesDeps> = async (app, deps) => {
  const { guard, clock } = deps;
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  const previewInvitations = createPreviewInvitations({ ...deps, stopping: stopping.signal });

  const onRequest = [guard.requireSession(), guard.refuseCrossSite];
  addEndpoint(app, PREVIEW_INVITATIONS, { onRequest, wireOf }, async (request, reply) => {
    const { session } = callerOf(request);
    const { body, params } = request;
    const left = departureOf(request, reply);
    const preview = await previewInvitations({ session, login: params.login, body, left });
    if (preview.ok) return preview.value;
    return sendRefusal(reply, wireOf[preview.refusal.kind], retryAfterSeconds(preview.refusal, clock.now()));
  });
};
