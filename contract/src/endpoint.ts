import type { TSchema } from 'typebox';
import type { AuditAction } from './audit-trail/audit-actions.ts';

/** In the order of the API reference. */
export const CHAPTERS = [
  'Sign-in',
  'Organizations',
  'Organization files',
  'People',
  'Jobs',
  'Audit log',
  'GraphQL proxy',
  'Installations',
  'Webhooks',
  'Service',
] as const;

export interface DocumentedAnswer {
  readonly description: string;
  /** Absent when there is no JSON body. */
  readonly json?: TSchema;
  /** Content type of a streamed body. */
  readonly text?: 'text/event-stream' | 'text/csv';
  readonly lines?: TSchema;
  /** True if browsers get HTML. */
  readonly page?: true;
  readonly headers?: Readonly<Record<string, { readonly type: 'string'; readonly description: string }>>;
}

export type Answers = Readonly<Record<number, DocumentedAnswer>>;

/** Validation, serialization, the OpenAPI document, the reference and the client's types are derived from it. */
export interface Endpoint {
  /** Unique; also the name of the client's function. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly chapter: (typeof CHAPTERS)[number];
  readonly summary: string;
  /** Markdown; lines may be indented. */
  readonly description: string;
  /** `needed`: 401 without a session. `begun`: redirects to sign-in. `read`: optional. `unused`: ignored. */
  readonly session: 'needed' | 'begun' | 'read' | 'unused';
  readonly params?: TSchema;
  /** Each value is optional or has a default. */
  readonly query?: TSchema;
  readonly headers?: TSchema;
  readonly body?: TSchema;
  /** Maximum body size in bytes. Default: `BODY_MAX_BYTES`. */
  readonly bodyMaxBytes?: number;
  /** How a 200 answer is streamed. */
  readonly streams?: 'file' | 'list' | 'events';
  /**
   * Audit actions of a call. The service refuses such a call from another site with the browser's cookie, whatever its
   * method.
   */
  readonly entries?: readonly AuditAction[];
  /** Set when the handler validates, because the order or messages of its checks are its own. */
  readonly checkedBy?: 'handler';
  /** Excludes refusals, which the service adds. */
  readonly answers: Answers;
}

/** Preserves the literal types, from which the client's types are derived. */
export const endpoint = <const Exact extends Endpoint>(exact: Exact): Exact => exact;

export const redirect = (description: string) =>
  ({ 302: { description, headers: { Location: { type: 'string', description: 'Redirect target.' } } } }) as const;
