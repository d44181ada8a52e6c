import { LIST_REACHED_REPOSITORIES, LIST_REPOSITORY_PEOPLE, type OrganizationParams } from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LIST_REFUSED_RETRY_SECONDS } from '../../domain/limits/requests.ts';
import { refuse } from '../../domain/result.ts';
import { listStream } from '../../http/answers/line-stream.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { sendRefusal } from '../../http/contract/refusals.ts';
import { endOfList } from '../../http/server/departure.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import type { Clock } from '../../ports/system.ts';
import { retryAfterSeconds } from '../../refusals.ts';
import type { OpenStreams } from '../../sessions/open-streams.ts';
import { type AccessRefusal, ofPeople, ofRepositories, tellAccessRefusal } from './messages.ts';
import { createReadAccess, type ReadAccessDeps } from './read-access.ts';

export interface WhoHasAccessRoutesDeps extends ReadAccessDeps {
  readonly guard: SessionGuard;
  readonly openLists: OpenStreams;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
}

/** An addition to the specification. */
export const whoHasAccessRoutes: FastifyPluginAsync<WhoHasAccessRoutesDeps> = async (app, deps) => {
  const { reachedBy, peopleOf } = createReadAccess(deps);
  const onRequest = deps.guard.requireSession();
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  const refuseWith = (reply: FastifyReply, refusal: AccessRefusal) =>
    sendRefusal(
      reply,
      tellAccessRefusal(refusal),
      refusal.kind === 'too-many-lists' ? LIST_REFUSED_RETRY_SECONDS : retryAfterSeconds(refusal, deps.clock.now()),
    );
  /** Returns the signal that ends a list, or null if too many are open. */
  const entered = (
    request: FastifyRequest<{ Params: OrganizationParams }>,
    reply: FastifyReply,
  ): AbortSignal | null => {
    const end = endOfList(request, reply, AbortSignal.any([closing.signal, deps.stopping]));
    return deps.openLists.enter(callerOf(request).session, end, request.params.login) ? end : null;
  };
  const FULL = refuse({ kind: 'too-many-lists' } as const);

  addEndpoint(app, LIST_REACHED_REPOSITORIES, { onRequest, wireOf: ofPeople }, async (request, reply) => {
    const end = entered(request, reply);
    const lines = end === null ? FULL : await reachedBy(callerOf(request).session, request.params, end);
    return lines.ok ? listStream(reply, lines.value) : refuseWith(reply, lines.refusal);
  });

  addEndpoint(app, LIST_REPOSITORY_PEOPLE, { onRequest, wireOf: ofRepositories }, async (request, reply) => {
    const end = entered(request, reply);
    const lines = end === null ? FULL : await peopleOf(callerOf(request).session, request.params, end);
    return lines.ok ? listStream(reply, lines.value) : refuseWith(reply, lines.refusal);
  });
};
