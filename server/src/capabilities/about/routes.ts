import { type AboutAnswer, GET_ABOUT } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';

export interface AboutRoutesDeps {
  /** What the page says before anybody signed in. */
  readonly about: () => Promise<AboutAnswer>;
}

/** `GET /api/about`: what a page shows to somebody who has not signed in. An addition to the specification. */
export const aboutRoutes: FastifyPluginAsync<AboutRoutesDeps> = async (app, { about }) => {
  addEndpoint(app, GET_ABOUT, {}, about);
};
