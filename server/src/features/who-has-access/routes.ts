import { LIST_REACHED_REPOSITORIES, LIST_REPOSITORY_PEOPLE } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { RequestLimits } from '../../domain/runtime.ts';
import { owners } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { type RefusalResponse, TOO_MANY_LISTS } from '../../http/refusals.ts';
import { createLists } from '../../http/server/lists.ts';
import type { Http } from '../../http/services.ts';
import { readReachedRepositories, readRepositoryPeople, type WhoHasAccessServices } from './read-access.ts';

const ofPeople = {
  'too-many-lists': TOO_MANY_LISTS,
  'no-person': { status: 404, error: 'Person not found on the code host.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofRepositories = {
  'too-many-lists': TOO_MANY_LISTS,
  'no-repository': {
    status: 404,
    error: 'This repository was not found in the organization, or the App does not cover it.',
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const whoHasAccessRoutes: FastifyPluginAsync<
  WhoHasAccessServices & { readonly http: Http; readonly limits: RequestLimits }
> = async (app, services) => {
  const { http, limits } = services;
  const lists = createLists(http.openLists, http.streamsStopping, limits.listMs);
  const access = owners('see who has access');

  addEndpoint(
    app,
    LIST_REACHED_REPOSITORIES,
    { access, beforeRights: lists.open, wireOf: ofPeople },
    (request, owner, reply, list) =>
      lists.send(reply, owner, list, (end) => readReachedRepositories(services, owner, request.params.person, end)),
  );

  addEndpoint(
    app,
    LIST_REPOSITORY_PEOPLE,
    { access, beforeRights: lists.open, wireOf: ofRepositories },
    (request, owner, reply, list) =>
      lists.send(reply, owner, list, (end) => readRepositoryPeople(services, owner, request.params.repository, end)),
  );
};
