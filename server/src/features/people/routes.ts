import { GET_PERSON, LIST_PEOPLE, REVIEW_PEOPLE } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { RequestLimits } from '../../domain/runtime.ts';
import { members, owners } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { type RefusalResponse, TOO_MANY_LISTS } from '../../http/refusals.ts';
import { departureOf } from '../../http/server/departure.ts';
import { createLists } from '../../http/server/lists.ts';
import { requesterOf } from '../../http/session-guard.ts';
import type { Http } from '../../http/watching.ts';
import { ok } from '../../lib/result.ts';
import { getPerson } from './get-person.ts';
import { peopleLines, readPeople } from './read-people.ts';
import { reviewPeople } from './review-people.ts';
import { createSecondFactors } from './second-factors.ts';
import type { PeopleServices } from './services.ts';

const ofList = { 'too-many-lists': TOO_MANY_LISTS } as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofPerson = {
  'no-person': { status: 404, error: 'Person not found in this organization.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

interface PeopleRoutesServices extends PeopleServices {
  readonly http: Http;
  readonly limits: RequestLimits;
}

export const peopleRoutes: FastifyPluginAsync<PeopleRoutesServices> = async (app, services) => {
  const { http, limits } = services;
  const lists = createLists(http.openLists, limits.stopping, limits.listMs);
  const readSecondFactors = createSecondFactors(services);

  addEndpoint(
    app,
    LIST_PEOPLE,
    { access: members, beforeRights: lists.open, refusalResponses: ofList },
    (request, member, reply, list) =>
      lists.send(reply, member, list, async (end) => {
        const withTeams = request.query.teams === 'true';
        const requested = { requester: requesterOf(request), end, withTeams, withJoined: true };
        const people = await readPeople(services, readSecondFactors, member, requested);
        return people.ok ? ok(peopleLines(people.value.read)) : people;
      }),
  );

  addEndpoint(
    app,
    REVIEW_PEOPLE,
    { access: owners('see the access review'), beforeRights: lists.open, refusalResponses: ofList },
    (request, owner, reply, list) =>
      lists.send(reply, owner, list, (end) =>
        reviewPeople(services, readSecondFactors, owner, { requester: requesterOf(request), end }),
      ),
  );

  addEndpoint(app, GET_PERSON, { access: members, refusalResponses: ofPerson }, (request, member, reply) =>
    getPerson(
      services,
      readSecondFactors,
      member,
      { person: request.params.person, requester: requesterOf(request) },
      departureOf(request, reply),
    ),
  );
};
