import { ErrorAnswer } from '@orgdesk/contract';
import type { TSchema } from 'typebox';
import { BODY_REFUSALS, FAILED, NO_HOST } from '../answers/last-resort.ts';
import { CROSS_SITE, SIGN_IN_FIRST } from '../session/session-guard.ts';

/** Chapters of the document, in their order. */
export const CHAPTERS = ['Sign-in', 'Organizations', 'GraphQL proxy', 'Installations', 'Webhooks', 'Service'] as const;

/** What a route answers with one status. */
export interface DocumentedAnswer {
  readonly description: string;
  /** Absent: no JSON body. */
  readonly json?: TSchema;
  /** Whether somebody who asks for a page gets one. */
  readonly page?: true;
  readonly headers?: Readonly<Record<string, { readonly type: 'string'; readonly description: string }>>;
}

export type Answers = Readonly<Record<number, DocumentedAnswer>>;

/**
 * What the contract says of a route. It only describes: what is checked, and in which order, is for the route.
 * Every address of the service has one, or hides on purpose.
 */
export interface Operation {
  /** Unique; the typed client calls it by this name. */
  readonly id: string;
  readonly chapter: (typeof CHAPTERS)[number];
  readonly summary: string;
  readonly description: string;
  /** `read`: a session changes what happens, but none is needed. */
  readonly session: 'needed' | 'read' | 'unused';
  readonly query?: TSchema;
  readonly params?: TSchema;
  readonly headers?: TSchema;
  readonly body?: TSchema;
  /** Without 429 and 500, which every route has that can have them. */
  readonly answers: Answers;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

interface Wire {
  readonly status: number;
  readonly error: string;
}

/** The answers of a table of refusals: one for each status, with every sentence it can carry. */
export function refusals(
  wireOf: Readonly<Record<string, Wire>>,
  more: Pick<DocumentedAnswer, 'page' | 'headers'> = {},
): Answers {
  const answers: Record<number, DocumentedAnswer> = {};
  for (const [status, wires] of Map.groupBy(Object.values(wireOf), (wire) => wire.status)) {
    const sentences = new Set(wires.map(({ error }) => `- ${error}`));
    answers[status] = { description: [...sentences].join('\n'), json: ErrorAnswer, ...more };
  }
  return answers;
}

/** Several sets of answers as one. A status that two of them have keeps the first shape and gets both descriptions. */
export function answersOf(...sets: readonly Answers[]): Answers {
  const all: Record<number, DocumentedAnswer> = {};
  for (const [status, answer] of sets.flatMap((set) => Object.entries(set))) {
    const former = all[Number(status)];
    const known = former?.description.split('\n') ?? [];
    const added = answer.description.split('\n').filter((line) => !known.includes(line));
    all[Number(status)] = { ...answer, ...former, description: [...known, ...added].join('\n') };
  }
  return all;
}

/** An answer that sends a browser somewhere. */
export const redirect = (description: string): Answers => ({
  302: { description, headers: { Location: { type: 'string', description: 'Where to go.' } } },
});

export const NEEDS_SESSION: Answers = refusals({ no: { status: SIGN_IN_FIRST.status, ...SIGN_IN_FIRST.body } });
export const REFUSES_CROSS_SITE: Answers = refusals({ no: CROSS_SITE });
export const READS_JSON: Answers = refusals(BODY_REFUSALS);
export const MALFORMED: Answers = refusals({
  host: { status: 400, ...NO_HOST },
  other: { status: 400, error: 'The request is not valid.' },
});
export const MAY_BREAK: Answers = refusals({ failed: { status: 500, ...FAILED } });
export const RATE_LIMITED: Answers = {
  429: {
    description: '- Too many requests. Please try again in N seconds.',
    json: ErrorAnswer,
    headers: { 'Retry-After': { type: 'string', description: 'Seconds to wait.' } },
  },
};
