import { GET_PERSON, LIST_PEOPLE, type OrganizationParams, REVIEW_PEOPLE } from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LIST_REFUSED_RETRY_SECONDS } from '../../domain/limits/requests.ts';
import { listStream } from '../../http/answers/line-stream.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { sendRefusal } from '../../http/contract/refusals.ts';
import { departureOf, endOfList } from '../../http/server/departure.ts';
import { askedBy } from '../../http/session/asked-by.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import type { Clock } from '../../ports/system.ts';
import { retryAfterSeconds } from '../../refusals.ts';
import type { RightsRefusal } from '../../sessions/live-rights.ts';
import type { OpenStreams } from '../../sessions/open-streams.ts';
import { createGetPerson, type GetPersonDeps } from './get-person.ts';
import { peopleLines } from './list-people.ts';
import { ofList, ofPerson, ofReview, type PeopleRefusal } from './messages.ts';
import { createReadPeople, type ReadPeopleDeps } from './read-people.ts';
import { createReviewPeople, type ReviewPeopleDeps } from './review-people.ts';
import { createSecondFactors, type SecondFactorsDeps } from './second-factors.ts';

type UseCaseDeps = Omit<ReadPeopleDeps & GetPersonDeps & ReviewPeopleDeps, 'readSecondFactors' | 'readPeople'>;

export interface PeopleRoutesDeps extends Omit<UseCaseDeps, 'codeHost'> {
  readonly codeHost: UseCaseDeps['codeHost'] & SecondFactorsDeps['codeHost'];
  readonly guard: SessionGuard;
  readonly clock: Clock;
  readonly auditTrail: SecondFactorsDeps['auditTrail'];
  /** Shared with other capabilities. */
  readonly openLists: OpenStreams;
  /** Time limit per list. Default: `LIST_LIMIT_MS`. */
  readonly listLimitMs?: number | undefined;
}

/** An addition to the specification. */
export const peopleRoutes: FastifyPluginAsync<PeopleRoutesDeps> = async (app, deps) => {
  const { guard, clock, openLists } = deps;
  const readSecondFactors = createSecondFactors(deps);
  const readPeople = createReadPeople({ ...deps, readSecondFactors });
  const reviewPeople = createReviewPeople({ ...deps, readPeople });
  const getPerson = createGetPerson({ ...deps, readSecondFactors });
  // Views are recorded, so other sites must not trigger them.
  const onRequest = [guard.requireSession(), guard.refuseCrossSite];
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  const refuseWith = (reply: FastifyReply, refusal: PeopleRefusal | RightsRefusal) =>
    sendRefusal(reply, { ...ofReview, ...ofPerson }[refusal.kind], retryAfterSeconds(refusal, clock.now()));
  /** Returns null if too many lists are open. */
  const wanted = (request: FastifyRequest<{ Params: OrganizationParams }>, reply: FastifyReply) => {
    const end = endOfList(request, reply, closing.signal, deps.listLimitMs);
    if (!openLists.enter(callerOf(request).session, end, request.params.login)) return null;
    return { login: request.params.login, askedBy: askedBy(request), end };
  };
  const refuseMore = (reply: FastifyReply) => sendRefusal(reply, ofList['too-many-lists'], LIST_REFUSED_RETRY_SECONDS);

  addEndpoint(app, LIST_PEOPLE, { onRequest, wireOf: ofList }, async (request, reply) => {
    const list = wanted(request, reply);
    if (list === null) return refuseMore(reply);
    const { teams = 'false' } = request.query;
    const people = await readPeople(callerOf(request).session, { ...list, withTeams: teams === 'true' });
    return people.ok ? listStream(reply, peopleLines(people.value.read)) : refuseWith(reply, people.refusal);
  });

  addEndpoint(app, REVIEW_PEOPLE, { onRequest, wireOf: ofReview }, async (request, reply) => {
    const list = wanted(request, reply);
    if (list === null) return refuseMore(reply);
    const lines = await reviewPeople(callerOf(request).session, list);
    return lines.ok ? listStream(reply, lines.value) : refuseWith(reply, lines.refusal);
  });

  addEndpoint(app, GET_PERSON, { onRequest, wireOf: ofPerson }, async (request, reply) => {
    const person = await getPerson(
      callerOf(request).session,
      { ...request.params, askedBy: askedBy(request) },
      departureOf(request, reply),
    );
    return person.ok ? person.value : refuseWith(reply, person.refusal);
  });
};
