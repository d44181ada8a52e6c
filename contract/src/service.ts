import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { OkAnswer } from './error.ts';
import { Nullable, type Shape } from './shape.ts';

/** A person to sign in as on the simulated code host. */
export const DemoPerson = Type.Object({ login: Type.String(), description: Type.String() });
export type DemoPerson = Shape<typeof DemoPerson>;

/** Contains no secrets: pages show it before sign-in. */
export const AboutAnswer = Type.Object({
  version: Type.String(),
  codeHost: Type.Object({
    url: Type.String({ description: "Address of the code host's web pages." }),
    demoPeople: Nullable(
      Type.Array(DemoPerson, {
        description: 'People of the bundled simulation, or null when a real code host is configured.',
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
  summary: 'What a page shows before anybody signed in',
  description: `
    Version, address of the code host, and the people of the simulated one. Holds nothing secret.
  `,
  session: 'unused',
  answers: { 200: { description: 'The service.', json: AboutAnswer } },
});

export const GET_CONTRACT = endpoint({
  id: 'getContract',
  method: 'GET',
  path: '/api/openapi.json',
  chapter: 'Service',
  summary: 'The contract for programs',
  description: `
    OpenAPI 3.1. \`info.version\` is the version of the contract; no path carries one. As a page, where requests can be tried
    with the session of the browser: \`/docs\`.
  `,
  session: 'unused',
  answers: { 200: { description: 'The document.', json: Type.Object({}, { additionalProperties: true }) } },
});

export const GET_HEALTH = endpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/healthz',
  chapter: 'Service',
  summary: 'Whether the process answers',
  description: 'For operators. Asks nothing else.',
  session: 'unused',
  answers: { 200: { description: 'It does.', json: OkAnswer } },
});

export const GET_READINESS = endpoint({
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  chapter: 'Service',
  summary: 'Whether requests can be served',
  description:
    'For operators: the database answers, can be written to and is migrated, and the service was not told to stop.',
  session: 'unused',
  answers: { 200: { description: 'They can.', json: OkAnswer } },
});
