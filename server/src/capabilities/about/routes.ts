import { AboutAnswer } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { GET_ABOUT } from './operations.ts';

export interface AboutRoutesDeps {
  readonly about: () => Promise<AboutAnswer>;
}

/** `GET /api/about`: what a page shows to somebody who has not signed in. An addition to the specification. */
export const aboutRoutes: FastifyPluginAsync<AboutRoutesDeps> = async (app, { about }) => {
  app.get('/api/about', { config: { operation: GET_ABOUT }, schema: { response: { 200: AboutAnswer } } }, about);
};
