import type { TSchema } from 'typebox';
import type { AuditAction } from './audit-trail/audit-actions.ts';

/** Chapters of the reference, in their order. */
export const CHAPTERS = [
  'Sign-in',
  'Organizations',
  'People',
  'Audit trail',
  'GraphQL proxy',
  'Installations',
  'Webhooks',
  'Service',
] as const;

/** What an endpoint answers with one status. */
export interface DocumentedAnswer {
  readonly description: string;
  /** Absent: no JSON body. */
  readonly json?: TSchema;
  /** A body that is no JSON, sent in pieces. */
  readonly text?: 'text/event-stream' | 'text/csv';
  /** Lines of JSON (NDJSON, `application/x-ndjson`), sent in pieces: what each of them is. */
  readonly lines?: TSchema;
  /** Whether somebody who asks for a page gets one. */
  readonly page?: true;
  readonly headers?: Readonly<Record<string, { readonly type: 'string'; readonly description: string }>>;
}

/** Largest body, in bytes, of an endpoint that declares no other. */
export const BODY_MAX_BYTES = 8 * 1024;

export type Answers = Readonly<Record<number, DocumentedAnswer>>;

/**
 * An address of the service: what it is sent, and what it answers. The service checks and writes by these schemas, the
 * reference and the OpenAPI document are made from them, and the client's calls have their types.
 */
export interface Endpoint {
  /** Unique; the client calls it by this name. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Parameters in braces. */
  readonly path: string;
  readonly chapter: (typeof CHAPTERS)[number];
  readonly summary: string;
  /** Markdown; the lines may be indented. */
  readonly description: string;
  /**
   * `needed`: 401 without one. `begun`: without one, the browser is sent to sign in. `read`: a session changes what
   * happens. `unused`: what is sent as one is not looked at.
   */
  readonly session: 'needed' | 'begun' | 'read' | 'unused';
  readonly params?: TSchema;
  /** Each value may be left out, or has a default. */
  readonly query?: TSchema;
  readonly headers?: TSchema;
  readonly body?: TSchema;
  /** Largest body, in bytes. Default: `BODY_MAX_BYTES`. */
  readonly bodyMaxBytes?: number;
  /** A 200 that is sent in pieces: a file to keep, a list that is sent while it is read, or server-sent events. */
  readonly streams?: 'file' | 'list' | 'events';
  /**
   * Actions of the entries that a call leaves in the audit trail of its organization. Whatever the method, such a call is
   * refused when another site sends it with the browser's cookie.
   */
  readonly entries?: readonly AuditAction[];
  /** Who checks query and body: their schemas, or the handler, where order and sentences of the checks are its own. */
  readonly checkedBy?: 'handler';
  /** Without refusals, which the service adds from its own sentences. */
  readonly answers: Answers;
}

/** Keeps the exact types, of which those of the client's calls are made. */
export const endpoint = <const Exact extends Endpoint>(exact: Exact): Exact => exact;

/** An answer that sends a browser somewhere. */
export const redirect = (description: string) =>
  ({ 302: { description, headers: { Location: { type: 'string', description: 'Where to go.' } } } }) as const;
