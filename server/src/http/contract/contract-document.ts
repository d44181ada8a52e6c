import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import { CHAPTERS, type DocumentedAnswer, type Endpoint } from '@orgdesk/contract';
import { ENDPOINTS, SCHEMAS } from '@orgdesk/contract/endpoints';
import type { FastifySchema, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import type { TSchema } from 'typebox';
import { NDJSON } from '../answers/in-pieces.ts';
import { SESSION_COOKIE } from '../cookies.ts';
import { answersOf } from './answer-refusal.ts';

export interface ContractDocumentOptions {
  readonly version: string;
}

const DESCRIPTION = `Administration of organizations on a code host: sign-in, App installation, organizations,
bulk invitations and a read-only GraphQL proxy. Every error has the form \`{ "error": "<message>" }\`; the message
can be shown to people.

Any URL may also return 404 (not found), 405 (method not allowed, with \`Allow\`), 408 (too slow) and 431 (headers
too long), and the webhook 503 (overloaded), each with such a message.

A response caused by an outage names it in the header \`Orgdesk-Outage\`, and with 503 as \`code\` in the body.`;

const ABOUT_CHAPTERS: Readonly<Record<(typeof CHAPTERS)[number], string>> = {
  'Sign-in': 'Sessions: their start, refresh and end.',
  Organizations: 'The organizations of the signed-in person, and why one is not shown.',
  'Organization files': 'An organization as YAML files.',
  People: 'Members, outside collaborators, invitations and access.',
  Jobs: 'Background work for many people: its start, progress, control and results.',
  'Audit log': 'Every change made through orgdesk or reported by webhooks.',
  'GraphQL proxy': 'Allowed reads at the code host with the rights of the signed-in person.',
  Installations: 'The App on organizations, and its repositories.',
  Webhooks: 'Events of the code host.',
  Service: 'Version, health and this document.',
};

const SECURITY: Readonly<Record<Endpoint['session'], readonly Record<string, string[]>[]>> = {
  needed: [{ bearer: [] }, { cookie: [] }],
  begun: [{ bearer: [] }, { cookie: [] }],
  read: [{ bearer: [] }, { cookie: [] }, {}],
  unused: [],
};

/**
 * Generates the OpenAPI document from the routes on demand (decision W6). A route without an endpoint prevents startup.
 */
export const contractDocument = fp<ContractDocumentOptions>(
  async (app, { version }) => {
    await app.register(swagger, {
      convertConstToEnum: false,
      openapi: {
        openapi: '3.1.0',
        info: { title: 'orgdesk', version, description: DESCRIPTION },
        servers: [{ url: '/' }],
        tags: CHAPTERS.map((name) => ({ name, description: ABOUT_CHAPTERS[name] })),
        components: {
          securitySchemes: {
            bearer: { type: 'http', scheme: 'bearer', description: 'Session ID, for apps and scripts.' },
            cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'Session ID, for browsers.' },
          },
        },
      },
      transform: ({ url, route }) => ({ url, schema: documentedSchema(route) }),
      transformObject: (document) =>
        'openapiObject' in document ? withNamedSchemas(document.openapiObject) : document.swaggerObject,
    });
    const routed = new Set<Endpoint>();
    app.addHook('onRoute', (route) => {
      const endpoint = route.config?.endpoint;
      if (endpoint !== undefined) routed.add(endpoint);
      else if (!isHidden(route)) {
        throw new Error(`${String(route.method)} ${route.url} is not in the contract: describe it in contract/src`);
      }
    });
    app.addHook('onReady', async () => {
      for (const endpoint of ENDPOINTS) {
        if (!routed.has(endpoint)) throw new Error(`${endpoint.id} has no route: add it to the routes of a feature`);
      }
    });
  },
  { name: 'contract-document' },
);

const isHidden = ({ schema }: RouteOptions): boolean => schema?.hide === true;

function documentedSchema({ config }: RouteOptions): FastifySchema {
  if (config?.endpoint === undefined) return { hide: true };
  const { id, chapter, summary, description, session, query, params, headers, body } = config.endpoint;
  const answers = answersOf(config.endpoint, config);
  return {
    operationId: id,
    tags: [chapter],
    summary,
    description: description.replaceAll(/\n +/g, '\n').trim(),
    security: [...SECURITY[session]],
    ...(query === undefined ? {} : { querystring: withDefaultsOptional(query) }),
    ...(params === undefined ? {} : { params }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
    response: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, responseOf(answer, exampleOf(id, status))]),
    ),
  };
}

/** Values with a default are optional, though validation sees them filled in. */
function withDefaultsOptional(query: TSchema): object {
  const { required = [], properties = {} } = query as {
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, object>>;
  };
  return { ...query, required: required.filter((name) => !('default' in (properties[name] ?? {}))) };
}

function responseOf({ description, json, text, lines, page, headers }: DocumentedAnswer, example: object): object {
  const described = { description, ...(headers === undefined ? {} : { headers }) };
  if (text !== undefined) return { ...described, content: { [text]: { schema: { type: 'string' }, ...example } } };
  // OpenAPI 3.1 cannot describe sequences, so the schema describes one line.
  if (lines !== undefined) return { ...described, content: { [NDJSON]: { schema: lines, ...example } } };
  if (json === undefined) return { ...described, type: 'null' };
  const html = page === undefined ? {} : { 'text/html': { schema: { type: 'string' } } };
  return { ...described, content: { 'application/json': { schema: json, ...example }, ...html } };
}

const EXAMPLES = new URL('examples.json', import.meta.url);
let examples: Readonly<Record<string, unknown>> | null = null;

/** Read on demand, like the document. `npm run examples` takes them from real answers. */
function exampleOf(id: string, status: string): object {
  examples ??= Object(JSON.parse(readFileSync(EXAMPLES, 'utf8'))) as Readonly<Record<string, unknown>>;
  return (status === '200' || status === '202') && id in examples ? { example: examples[id] } : {};
}

const fingerprints = new WeakMap<object, string>();
const NAMES: ReadonlyMap<string, string> = new Map([...SCHEMAS].map(([name, schema]) => [fingerprint(schema), name]));

function withNamedSchemas<Document extends { components?: { schemas?: unknown } }>(document: Document): Document {
  const schemas: Record<string, unknown> = {};
  const named = (node: unknown): unknown => {
    const name = typeof node === 'object' && node !== null ? NAMES.get(fingerprint(node)) : undefined;
    if (name === undefined) return within(node);
    schemas[name] ??= within(node);
    return { $ref: `#/components/schemas/${name}` };
  };
  const within = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(named);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, named(value)]));
  };
  const whole = within(document) as Document;
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { ...whole, components: { ...whole.components, schemas: sorted } };
}

/** Independent of key order. Parts are remembered, since each is asked for again as a part of what holds it. */
function fingerprint(node: unknown): string {
  if (typeof node !== 'object' || node === null) return JSON.stringify(node);
  const text = fingerprints.get(node) ?? fingerprintOfParts(node);
  fingerprints.set(node, text);
  return text;
}

function fingerprintOfParts(node: object): string {
  if (Array.isArray(node)) return `[${node.map(fingerprint)}]`;
  const parts = Object.entries(node)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${JSON.stringify(key)}:${fingerprint(value)}`);
  return `{${parts}}`;
}
