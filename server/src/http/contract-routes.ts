import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyPluginAsync, RouteHandlerMethod } from 'fastify';
import { Type } from 'typebox';
import type { Operation } from './operation.ts';
import { loadStaticFiles, type StaticFiles, sendStaticFile } from './static-files.ts';

const GET_CONTRACT: Operation = {
  id: 'getContract',
  chapter: 'Service',
  summary: 'This document',
  description: 'OpenAPI 3.1. `info.version` is the version of the contract.',
  session: 'unused',
  answers: { 200: { description: 'The document.', json: Type.Object({}, { additionalProperties: true }) } },
};

/** `GET /api/openapi.json`. Registered beside the API, so that its rate limit counts. */
export const contractRoutes: FastifyPluginAsync = async (app) => {
  let document: Buffer | null = null;
  app.get('/api/openapi.json', { config: { operation: GET_CONTRACT } }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.header('Content-Type', 'application/json; charset=utf-8').send(document);
  });
};

/** The one style sheet that the page's script writes into it. */
const SCRIPTED_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";
/** Own files only; small pictures are part of the style sheet. */
const POLICY =
  `default-src 'none'; script-src 'self'; style-src 'self' ${SCRIPTED_STYLE}; img-src 'self' data:; ` +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `GET /docs`: the document as a page to read, and to try out with the session of the browser. */
export const contractPages: FastifyPluginAsync = async (app) => {
  const ours = answersFromMemory(app);
  // The page's own plugin opens a file, or makes the document anew, for each request.
  app.addHook('onRoute', (route) => {
    route.handler = ours.get(route.url) ?? route.handler;
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: POLICY,
    uiConfig: { docExpansion: 'list', defaultModelsExpandDepth: 0 },
    theme: { title: 'orgdesk API' },
  });
};

const FILES = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/static/swagger-ui.css'));

function answersFromMemory(app: FastifyInstance): ReadonlyMap<string, RouteHandlerMethod> {
  let files: Promise<StaticFiles> | null = null;
  let json: Buffer | null = null;
  let yaml: Buffer | null = null;
  return new Map<string, RouteHandlerMethod>([
    [
      '/docs/static/*',
      async (request, reply) => {
        files ??= loadStaticFiles(FILES);
        const file = (await files).get(Object(request.params)['*']);
        return file === undefined ? reply.callNotFound() : sendStaticFile(request, reply, file, 'no-cache');
      },
    ],
    [
      '/docs/json',
      async (_request, reply) => {
        json ??= Buffer.from(JSON.stringify(app.swagger()));
        return reply.header('Content-Type', 'application/json; charset=utf-8').send(json);
      },
    ],
    [
      '/docs/yaml',
      async (_request, reply) => {
        yaml ??= Buffer.from(app.swagger({ yaml: true }));
        return reply.header('Content-Type', 'application/x-yaml').send(yaml);
      },
    ],
  ]);
}
