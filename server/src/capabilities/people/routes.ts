import { GET_PERSON, LIST_PEOPLE, REVIEW_PEOPLE } from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ok, refuse } from '../../domain/result.ts';
import { listStream } from '../../http/answers/line-stream.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { members, owners } from '../../http/rights/access.ts';
import { departureOf, endOfList } from '../../http/server/departure.ts';
import { requesterOf } from '../../http/session/requester-of.ts';
import { callerOf } from '../../http/session/session-guard.ts';
import type { Clock } from '../../ports/system.ts';
import type { OpenStreams } from '../../watching/open-streams.ts';
import { createGetPerson, type GetPersonDeps } from './get-person.ts';
import { peopleLines } from './list-people.ts';
import { ofList, ofPerson } from './messages.ts';
import { createReadPeople, type ReadPeopleDeps } from './read-people.ts';
import { createReviewPeople, type ReviewPeopleDeps } from './review-people.ts';
import { createSecondFactors, type SecondFactorsDeps } from './second-factors.ts';

type UseCaseDeps = Omit<ReadPeopleDeps & GetPersonDeps & ReviewPeopleDeps, 'readSecondFactors' | 'readPeople'>;

export interface PeopleRoutesDeps extends Omit<UseCaseDeps, 'codeHost'> {
  readonly codeHost: UseCaseDeps['codeHost'] & SecondFactorsDeps['codeHost'];
  readonly clock: Clock;
  readonly auditTrail: SecondFactorsDeps['auditTrail'];
  /** Shared with other capabilities. */
  readonly openLists: OpenStreams;
  readonly stopping: AbortSignal;
  /** Time limit per list. Default: `LIST_LIMIT_MS`. */
  readonly listLimitMs?: number | undefined;
}

/** An addition to the specification. */
export const peopleRoutes: FastifyPluginAsync<PeopleRoutesDeps> = async (app, deps) => {
  const { openLists } = deps;
  const readSecondFactors = createSecondFactors(deps);
  const readPeople = createReadPeople({ ...deps, readSecondFactors });
  const reviewPeople = createReviewPeople({ ...deps, readPeople });
  const getPerson = createGetPerson({ ...deps, readSecondFactors });

  /** Returns the signal that ends a list, and the open list. Refuses if too many are open. */
  const beforeRights = (request: FastifyRequest, reply: FastifyReply) => {
    const end = endOfList(request, reply, deps.stopping, deps.listLimitMs);
    const opened = openLists.enter(callerOf(request).session, end);
    return opened === null ? TOO_MANY : ok({ end, opened });
  };

  addEndpoint(
    app,
    LIST_PEOPLE,
    { access: members, beforeRights, wireOf: ofList },
    async (request, member, reply, { end, opened }) => {
      if (!opened.countFor(member.organizationId)) return TOO_MANY;
      const { teams = 'false' } = request.query;
      const people = await readPeople(member, { requester: requesterOf(request), end, withTeams: teams === 'true' });
      return people.ok ? listStream(reply, peopleLines(people.value.read)) : people;
    },
  );

  addEndpoint(
    app,
    REVIEW_PEOPLE,
    { access: owners('see the access review'), beforeRights, wireOf: ofList },
    async (request, owner, reply, { end, opened }) => {
      if (!opened.countFor(owner.organizationId)) return TOO_MANY;
      const lines = await reviewPeople(owner, { requester: requesterOf(request), end });
      return lines.ok ? listStream(reply, lines.value) : lines;
    },
  );

  addEndpoint(app, GET_PERSON, { access: members, wireOf: ofPerson }, (request, member, reply) =>
    getPerson(member, { person: request.params.person, requester: requesterOf(request) }, departureOf(request, reply)),
  );
};

const TOO_MANY = refuse({ kind: 'too-many-lists' } as const);
