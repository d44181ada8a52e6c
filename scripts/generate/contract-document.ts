import type { FastifyInstance } from 'fastify';
import { type AppServices, createApp } from '../../server/src/app.ts';
import { UNOBSERVED } from '../../server/src/domain/observations.ts';
import { AUDIT_DAYS } from '../../server/src/lib/limits/audit.ts';
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
  const services: AppServices = {
    runtime: {
      clock: { now: () => new Date() },
      entropy: unusedPart(),
      log: unusedPart(),
      observations: UNOBSERVED,
      traces: UNTRACED,
    },
    codeHost: unusedPart(),
    storage: unusedPart(),
    sessions: unusedPart(),
    audit: unusedPart(),
    jobs: unusedPart(),
    cache: unusedPart(),
    allowances: unusedPart(),
    signing: { stateTokens: unusedPart(), key: new Uint8Array(32), origin: 'http://localhost:3000' },
    baseUrl: new URL('http://localhost:3000'),
    app: { id: 1, slug: 'orgdesk', webhookSecret: null, codeHostUrl: new URL('http://localhost:3001') },
  };
  return createApp(services, {
    log: unusedPart(),
    onlyShippedDocuments: false,
    appRedirects: [],
    codeHostStarted: Promise.resolve(),
    version: VERSION,
    about: unusedPart(),
    rateLimit: null,
    auditDays: AUDIT_DAYS,
    trustedProxies: [],
    stopping: new AbortController().signal,
    observeRequest: null,
    console: null,
  });
}

/** Stands for what is passed around and not called. */
function unusedPart<Part>(): Part {
  const part: unknown = new Proxy(() => part, { get: () => part, apply: () => part });
  return part as Part;
}
