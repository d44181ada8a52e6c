import { type Answers, type DocumentedAnswer, type Endpoint, ErrorAnswer } from '@orgdesk/contract';
import type { FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { BODY_REFUSALS, FAILED, NO_HOST, wrongValue } from '../answers/last-resort.ts';
import { CROSS_SITE, SIGN_IN_FIRST } from '../session/session-guard.ts';

/** Status and sentence of each refusal of a route, and what `Retry-After` says where it may be sent. */
export type WireTable = Readonly<Record<string, Wire>>;

interface Wire {
  readonly status: number;
  readonly error: string;
  readonly retryAfter?: string;
}

/** Answers with a refusal of a table. */
export function sendRefusal(reply: FastifyReply, { status, error }: Wire, retryAfterSeconds: number | null = null) {
  if (retryAfterSeconds !== null) reply.header('Retry-After', retryAfterSeconds);
  return reply.code(status).send({ error });
}

/** The answers of a table of refusals: one for each status, with every sentence it can carry. */
export function refusals(wireOf: WireTable, more: Pick<DocumentedAnswer, 'page'> = {}): Answers {
  const answers: Record<number, DocumentedAnswer> = {};
  for (const [status, wires] of Map.groupBy(Object.values(wireOf), (wire) => wire.status)) {
    const sentences = new Set(wires.map(({ error }) => `- ${error}`));
    const [headers] = wires.flatMap(({ retryAfter: description }) =>
      description === undefined ? [] : [{ headers: { 'Retry-After': { type: 'string', description } as const } }],
    );
    answers[status] = { description: [...sentences].join('\n'), json: ErrorAnswer, ...headers, ...more };
  }
  return answers;
}

/** Several sets of answers as one. A status that two of them have keeps the first shape and gets both descriptions. */
function mergedAnswers(...sets: readonly Answers[]): Answers {
  const all: Record<number, DocumentedAnswer> = {};
  for (const [status, answer] of sets.flatMap((set) => Object.entries(set))) {
    const former = all[Number(status)];
    const known = former?.description.split('\n') ?? [];
    const added = answer.description.split('\n').filter((line) => !known.includes(line));
    all[Number(status)] = { ...answer, ...former, description: [...known, ...added].join('\n') };
  }
  return all;
}

/** Everything an endpoint answers: its own answers and refusals, and those that follow from what it is. */
export function answersOf(endpoint: Endpoint, own: Answers): Answers {
  const { method, path, chapter, session, body, answers, checkedBy, query } = endpoint;
  return mergedAnswers(
    answers,
    session === 'needed' && !(401 in answers) ? NEEDS_SESSION : {},
    method === 'POST' && session !== 'unused' ? REFUSES_CROSS_SITE : {},
    own,
    body === undefined ? {} : READS_JSON,
    checkedBy === 'handler' || query === undefined ? {} : refusedValues(query),
    MALFORMED,
    path.startsWith('/api/') && chapter !== 'Webhooks' ? RATE_LIMITED : {},
    MAY_BREAK,
  );
}

/** Each value of a query can be refused: given twice, it is a list. */
function refusedValues(query: TSchema): Answers {
  const names = Object.keys((query as { readonly properties?: object }).properties ?? {});
  return refusals(Object.fromEntries(names.map((name) => [name, { status: 400, error: wrongValue(name) }])));
}

const NEEDS_SESSION = refusals({ no: SIGN_IN_FIRST });
const REFUSES_CROSS_SITE = refusals({ no: CROSS_SITE });
const READS_JSON = refusals(BODY_REFUSALS);
const MALFORMED = refusals({
  host: { status: 400, ...NO_HOST },
  other: { status: 400, error: 'The request is not valid.' },
});
const MAY_BREAK = refusals({ failed: { status: 500, ...FAILED } });
const RATE_LIMITED = refusals({
  no: { status: 429, error: 'Too many requests. Please try again in N seconds.', retryAfter: 'Seconds to wait.' },
});
