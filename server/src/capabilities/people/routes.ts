import { GET_PERSON, LIST_PEOPLE } from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { LIST_REFUSED_RETRY_SECONDS } from '../../domain/limits.ts';
import { listStream } from '../../http/answers/line-stream.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { sendRefusal } from '../../http/contract/refusals.ts';
import { departureOf, endOfList } from '../../http/server/departure.ts';
import type { OpenStreams } from '../../http/server/open-streams.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import type { Clock } from '../../ports/system.ts';
import { retryAfterSeconds } from '../../refusals.ts';
import { createGetPerson, type GetPersonDeps } from './get-person.ts';
import { createListPeople, type ListPeopleDeps } from './list-people.ts';
import { ofList, ofPerson, type PeopleRefusal } from './messages.ts';
import { createSecondFactors, type SecondFactorsDeps } from './second-factors.ts';

type UseCaseDeps = Omit<ListPeopleDeps & GetPersonDeps, 'readSecondFactors'>;

export interface PeopleRoutesDeps extends Omit<UseCaseDeps, 'codeHost'> {
  readonly codeHost: UseCaseDeps['codeHost'] & SecondFactorsDeps['codeHost'];
  readonly guard: SessionGuard;
  readonly clock: Clock;
  /** Lists that are being sent, of this capability and of others. */
  readonly openLists: OpenStreams;
}

/** `/api/organizations/{login}/people` and a person below it, which the specification does not name. */
export const peopleRoutes: FastifyPluginAsync<PeopleRoutesDeps> = async (app, deps) => {
  const { guard, clock, openLists } = deps;
  const readSecondFactors = createSecondFactors(deps);
  const listPeople = createListPeople({ ...deps, readSecondFactors });
  const getPerson = createGetPerson({ ...deps, readSecondFactors });
  const onRequest = guard.requireSession();
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  const refuseWith = (reply: FastifyReply, refusal: PeopleRefusal) =>
    sendRefusal(reply, { ...ofList, ...ofPerson }[refusal.kind], retryAfterSeconds(refusal, clock.now()));

  addEndpoint(app, LIST_PEOPLE, { onRequest, wireOf: ofList }, async (request, reply) => {
    const { session } = callerOf(request);
    const end = endOfList(request, reply, closing.signal);
    if (!openLists.enter(session.key, end)) {
      return sendRefusal(reply, ofList['too-many-lists'], LIST_REFUSED_RETRY_SECONDS);
    }
    const { teams = 'false' } = request.query;
    const lines = await listPeople(session, { login: request.params.login, withTeams: teams === 'true', end });
    return lines.ok ? listStream(reply, lines.value) : refuseWith(reply, lines.refusal);
  });

  addEndpoint(app, GET_PERSON, { onRequest, wireOf: ofPerson }, async (request, reply) => {
    const person = await getPerson(callerOf(request).session, request.params, departureOf(request, reply));
    return person.ok ? person.value : refuseWith(reply, person.refusal);
  });
};
