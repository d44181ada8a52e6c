import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { OkAnswer } from '../error.ts';
import { Nullable, type Shape } from '../shape.ts';

/** A person to sign in as on the simulated code host. */
export const DemoPerson = Type.Object({ login: Type.String(), description: Type.String() });
export type DemoPerson = Shape<typeof DemoPerson>;

/** Contains no secrets: pages show it before sign-in. */
export const AboutAnswer = Type.Object({
  version: Type.String(),
  codeHost: Type.Object({
    url: Type.String({ description: 'Web URL of the code host.' }),
    demoPeople: Nullable(
      Type.Array(DemoPerson, {
        description: 'People of the simulated code host, or null if a real one is configured.',
      }),
    ),
  }),
});
export type AboutAnswer = Shape<typeof AboutAnswer>;

export const GET_ABOUT = endpoint({
  id: 'getAbout',
  method: 'GET',
  path: '/api/about',
  chapter: 'Service',
  summary: 'Get information for the sign-in page',
  description: `
    Version, URL of the code host, and the people of the simulated one. Contains nothing secret.
  `,
  session: 'unused',
  answers: { 200: { description: 'The service.', json: AboutAnswer } },
});

export const GET_CONTRACT = endpoint({
  id: 'getContract',
  method: 'GET',
  path: '/api/openapi.json',
  chapter: 'Service',
  summary: 'Get the OpenAPI document',
  description: `
    OpenAPI 3.1. \`info.version\` is the version of the contract; paths are not versioned. \`/docs\` shows it as a page,
    where you can try requests with your browser's session.
  `,
  session: 'unused',
  answers: { 200: { description: 'The document.', json: Type.Object({}, { additionalProperties: true }) } },
});

export const GET_HEALTH = endpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/healthz',
  chapter: 'Service',
  summary: 'Liveness check',
  description: 'For operators. Checks nothing else.',
  session: 'unused',
  answers: { 200: { description: 'The process is running.', json: OkAnswer } },
});

export const GET_READINESS = endpoint({
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  chapter: 'Service',
  summary: 'Readiness check',
  description:
    'For operators: the database is reachable, writable and migrated, its disk is not full, and the service is not stopping.',
  session: 'unused',
  answers: { 200: { description: 'Ready to serve requests.', json: OkAnswer } },
});
