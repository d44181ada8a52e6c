import { GET_PERSON, LIST_PEOPLE, REVIEW_PEOPLE } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { type RefusalResponse, TOO_MANY_LISTS } from '../../http/refusals.ts';
import { members, owners } from '../../http/rights/access.ts';
import { departureOf } from '../../http/server/departure.ts';
import { createLists, type ListsDeps } from '../../http/server/lists.ts';
import { requesterOf } from '../../http/session/requester-of.ts';
import { ok } from '../../lib/result.ts';
import type { Clock } from '../../lib/system.ts';
import { createGetPerson, type GetPersonDeps } from './get-person.ts';
import { peopleLines } from './list-people.ts';
import { createReadPeople, type ReadPeopleDeps } from './read-people.ts';
import { createReviewPeople, type ReviewPeopleDeps } from './review-people.ts';
import { createSecondFactors, type SecondFactorsDeps } from './second-factors.ts';

const ofList = { 'too-many-lists': TOO_MANY_LISTS } as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofPerson = {
  'no-person': { status: 404, error: 'Person not found in this organization.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

type UseCaseDeps = Omit<
  ReadPeopleDeps & GetPersonDeps & ReviewPeopleDeps,
  'readSecondFactors' | 'readPeople' | 'auditTrail'
>;

export interface PeopleRoutesDeps extends Omit<UseCaseDeps, 'codeHost'>, ListsDeps {
  readonly codeHost: UseCaseDeps['codeHost'] & SecondFactorsDeps['codeHost'];
  readonly clock: Clock;
  readonly auditTrail: SecondFactorsDeps['auditTrail'] & ReadPeopleDeps['auditTrail'];
}

export const peopleRoutes: FastifyPluginAsync<PeopleRoutesDeps> = async (app, deps) => {
  const lists = createLists(deps);
  const readSecondFactors = createSecondFactors(deps);
  const readPeople = createReadPeople({ ...deps, readSecondFactors });
  const reviewPeople = createReviewPeople({ ...deps, readPeople });
  const getPerson = createGetPerson({ ...deps, readSecondFactors });

  addEndpoint(
    app,
    LIST_PEOPLE,
    { access: members, beforeRights: lists.open, wireOf: ofList },
    (request, member, reply, list) =>
      lists.send(reply, member, list, async (end) => {
        const withTeams = request.query.teams === 'true';
        const requested = { requester: requesterOf(request), end, withTeams, withJoined: true };
        const people = await readPeople(member, requested);
        return people.ok ? ok(peopleLines(people.value.read)) : people;
      }),
  );

  addEndpoint(
    app,
    REVIEW_PEOPLE,
    { access: owners('see the access review'), beforeRights: lists.open, wireOf: ofList },
    (request, owner, reply, list) =>
      lists.send(reply, owner, list, (end) => reviewPeople(owner, { requester: requesterOf(request), end })),
  );

  addEndpoint(app, GET_PERSON, { access: members, wireOf: ofPerson }, (request, member, reply) =>
    getPerson(member, { person: request.params.person, requester: requesterOf(request) }, departureOf(request, reply)),
  );
};
