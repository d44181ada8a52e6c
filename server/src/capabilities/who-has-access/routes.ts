import { LIST_REACHED_REPOSITORIES, LIST_REPOSITORY_PEOPLE } from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ok, refuse } from '../../domain/result.ts';
import { listStream } from '../../http/answers/line-stream.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { owners } from '../../http/rights/access.ts';
import { endOfList } from '../../http/server/departure.ts';
import { callerOf } from '../../http/session/session-guard.ts';
import type { OpenStreams } from '../../watching/open-streams.ts';
import { ofPeople, ofRepositories } from './messages.ts';
import { createReadAccess, type ReadAccessDeps } from './read-access.ts';

export interface WhoHasAccessRoutesDeps extends ReadAccessDeps {
  readonly openLists: OpenStreams;
  /** Aborted when the service was told to stop. */
  readonly stopping: AbortSignal;
}

/** An addition to the specification. */
export const whoHasAccessRoutes: FastifyPluginAsync<WhoHasAccessRoutesDeps> = async (app, deps) => {
  const { reachedBy, peopleOf } = createReadAccess(deps);
  const access = owners('see who has access');

  /** Returns the signal that ends a list, and the open list. Refuses if too many are open. */
  const beforeRights = (request: FastifyRequest, reply: FastifyReply) => {
    const end = endOfList(request, reply, deps.stopping);
    const opened = deps.openLists.enter(callerOf(request).session, end);
    return opened === null ? TOO_MANY : ok({ end, opened });
  };

  addEndpoint(
    app,
    LIST_REACHED_REPOSITORIES,
    { access, beforeRights, wireOf: ofPeople },
    async (request, owner, reply, { end, opened }) => {
      if (!opened.countFor(owner.organizationId)) return TOO_MANY;
      const lines = await reachedBy(owner, request.params.person, end);
      return lines.ok ? listStream(reply, lines.value) : lines;
    },
  );

  addEndpoint(
    app,
    LIST_REPOSITORY_PEOPLE,
    { access, beforeRights, wireOf: ofRepositories },
    async (request, owner, reply, { end, opened }) => {
      if (!opened.countFor(owner.organizationId)) return TOO_MANY;
      const lines = await peopleOf(owner, request.params.repository, end);
      return lines.ok ? listStream(reply, lines.value) : lines;
    },
  );
};

const TOO_MANY = refuse({ kind: 'too-many-lists' } as const);
