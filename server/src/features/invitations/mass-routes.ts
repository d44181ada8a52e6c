import { INVITE_MEMBERS, type MassInviteAnswer } from '@orgdesk/contract';
import type { FastifyError, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { signedIn } from '../../http/access.ts';
import { addEndpoint, queryText } from '../../http/contract/add-endpoint.ts';
import { dueTo, outageNameIn, sendRefusal } from '../../http/contract/answer-refusal.ts';
import { retryAfterSeconds } from '../../http/refusals.ts';
import { requesterOf } from '../../http/session-guard.ts';
import { ok } from '../../lib/result.ts';
import { type Attempt, createInviteMembers } from './invite-members.ts';
import { failureView, refusalResponses } from './mass-messages.ts';
import type { InvitationServices } from './services.ts';

/** Specification: `POST /api/organizations/{login}/mass-invite`. Reads the body only after the session check. */
export const invitationRoutes: FastifyPluginAsync<InvitationServices> = async (app, services) => {
  const { clock } = services.runtime;
  const inviteMembers = createInviteMembers(services);

  // The organization is checked before the body, so the parser must accept any body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest) =>
    (await app.readBody(request)).toString('utf8'),
  );

  // Refusals of the request itself keep their messages.
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500) throw error;
    app.logFailure(request.log, {
      level: 'error',
      error,
      fields: { reqId: request.id },
      message: 'sending invitations failed',
    });
    return sendRefusal(reply, dueTo(refusalResponses.failed, outageNameIn(error)));
  });

  addEndpoint(
    app,
    INVITE_MEMBERS,
    { access: signedIn, refusalResponses, failsAsWhole: true },
    async (request, { session }) => {
      const outcome = await inviteMembers({
        session,
        requester: requesterOf(request),
        login: request.params.login,
        userLogins: userLoginsIn(request.body),
      });
      if (!outcome.ok) return outcome;
      return ok(inviteAnswer(outcome.value, queryText(request, 'reasons') === 'true', clock.now()));
    },
  );
};

/** A body that is not JSON counts as one without users. */
function userLoginsIn(body: unknown): unknown {
  try {
    return Object(JSON.parse(String(body))).userLogins;
  } catch {
    return undefined;
  }
}

/** Formats the outcomes as specified. `withReasons` adds reasons and the longest time to wait. */
function inviteAnswer(attempts: readonly Attempt[], withReasons: boolean, now: Date): MassInviteAnswer {
  const success: string[] = [];
  const failed: MassInviteAnswer['failed'][number][] = [];
  let longest = 0;
  for (const { login, outcome } of attempts) {
    if (outcome.ok) {
      success.push(login);
      continue;
    }
    const { reason, error } = failureView(login, outcome.refusal);
    failed.push({ login, error, ...(withReasons && { reason }) });
    longest = Math.max(longest, retryAfterSeconds(outcome.refusal, now) ?? 0);
  }
  return { success, failed, ...(withReasons && longest > 0 && { retryAfterSeconds: longest }) };
}
