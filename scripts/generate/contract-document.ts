import type { FastifyInstance } from 'fastify';
import { createApp } from '../../server/src/app.ts';
import type { AppParts } from '../../server/src/app-parts.ts';
import { UNOBSERVED } from '../../server/src/domain/observations.ts';
import { AUDIT_DAYS } from '../../server/src/lib/limits/audit-trail.ts';
import { UNTRACED } from '../../server/src/lib/traces.ts';
import { VERSION } from '../../server/src/version.ts';

/** The parts of an OpenAPI document that the reference is made from. */
export interface ContractDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}

export interface DocumentedAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string }>>;
  readonly content?: Content;
}

/** Shapes of a body by media type. */
export type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

/** Covers the part of JSON Schema that the contract uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

/** The document that the service answers with. */
export async function readContractDocument(): Promise<ContractDocument> {
  const app = await unconnectedApp();
  await app.ready();
  const document: unknown = app.swagger();
  await app.close();
  return document as ContractDocument;
}

/** The service without a socket, a database or a code host: to be looked at, not to be asked. */
export function unconnectedApp(): Promise<FastifyInstance> {
  const parts: AppParts = {
    codeHost: unusedPort(),
    storage: unusedPort(),
    allowances: { of: () => unusedPort() },
    cache: unusedPort(),
    sessions: unusedPort(),
    sessionUses: unusedPort(),
    freshSession: unusedPort(),
    liveMembership: unusedPort(),
    liveRights: unusedPort(),
    audited: unusedPort(),
    claimed: unusedPort(),
    dueWork: unusedPort(),
    countSends: () => () => {},
    signNote: async () => null,
    stateTokens: unusedPort(),
    signingKey: new Uint8Array(32),
    clock: { now: () => new Date() },
    entropy: unusedPort(),
    log: unusedPort(),
    observations: UNOBSERVED,
    traces: UNTRACED,
    baseUrl: new URL('http://localhost:3000'),
    app: { id: 1, webhookSecret: null, codeHostUrl: new URL('http://localhost:3001') },
  };
  return createApp(parts, {
    log: unusedPort(),
    onlyShippedDocuments: false,
    appRedirects: [],
    codeHostStarted: Promise.resolve(),
    version: VERSION,
    about: unusedPort(),
    rateLimit: null,
    auditDays: AUDIT_DAYS,
    trustedProxies: [],
    stopping: new AbortController().signal,
    observeRequest: null,
    console: null,
  });
}

/** Stands for a port whose functions are passed around and not called. */
function unusedPort<Port>(): Port {
  const port: unknown = new Proxy(() => port, { get: () => port, apply: () => port });
  return port as Port;
}
