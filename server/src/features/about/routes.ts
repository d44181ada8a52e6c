import { type AboutAnswer, GET_ABOUT } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { everybody } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { ok } from '../../lib/result.ts';

export interface AboutOptions {
  readonly about: () => Promise<AboutAnswer>;
}

/** `GET /api/about`, shown before sign-in. An addition to the specification. */
export const aboutRoutes: FastifyPluginAsync<AboutOptions> = async (app, { about }) => {
  addEndpoint(app, GET_ABOUT, { access: everybody }, async () => ok(await about()));
};
