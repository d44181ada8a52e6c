import {
  type Answers,
  type DocumentedAnswer,
  type Endpoint,
  ErrorAnswer,
  OUTAGE_HEADER,
  type Outage,
} from '@orgdesk/contract';
import type { FastifyContextConfig, FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { outageIn } from '../../ports/storage/outages.ts';
import { BODY_REFUSALS, FAILED, NO_HOST, wrongValue } from '../answers/last-resort.ts';
import { STORAGE_OUTAGES, sendOutage } from '../answers/outages.ts';
import { CROSS_SITE, SIGN_IN_FIRST } from '../session/session-guard.ts';

/** Status and sentence of each refusal of a route, and what `Retry-After` says where it may be sent. */
export type WireTable = Readonly<Record<string, Wire>>;

interface Wire {
  readonly status: number;
  readonly error: string;
  readonly retryAfter?: string;
  readonly outage?: Outage;
}

/** Answers with a refusal of a table. */
export function sendRefusal(reply: FastifyReply, wire: Wire, retryAfterSeconds: number | null = null) {
  const { status, error, outage } = wire;
  if (outage !== undefined) return sendOutage(reply, { status, error, outage }, retryAfterSeconds);
  if (retryAfterSeconds !== null) reply.header('Retry-After', retryAfterSeconds);
  return reply.code(status).send({ error });
}

/** A refusal whose status is specified, because of an outage. */
export const dueTo = (wire: Wire, outage: Outage | null): Wire => (outage === null ? wire : { ...wire, outage });

/** The outage that something thrown stands for, as answers name it. */
export function outageNameIn(thrown: unknown): Outage | null {
  const outage = outageIn(thrown);
  return outage === null ? null : STORAGE_OUTAGES[outage].outage;
}

/** A refusal of a table because of something thrown: it names an outage only where that stands for one. */
export const dueToThrown = ({ status, error }: Wire, thrown: unknown): Wire =>
  dueTo({ status, error }, outageNameIn(thrown));

/** The same for what may have been refused because of something thrown. */
export const dueToRefusal = (wire: Wire, refusal: { readonly kind: string }): Wire =>
  'thrown' in refusal ? dueToThrown(wire, refusal.thrown) : wire;

/** The answers of a table of refusals: one for each status, with every sentence it can carry. */
export function refusals(wireOf: WireTable, more: Pick<DocumentedAnswer, 'page'> = {}): Answers {
  const answers: Record<number, DocumentedAnswer> = {};
  for (const [status, wires] of Map.groupBy(Object.values(wireOf), (wire) => wire.status)) {
    const sentences = new Set(wires.map(({ error }) => `- ${error}`));
    const [retryAfter] = wires.flatMap(({ retryAfter: description }) => description ?? []);
    const outages = new Set(wires.flatMap(({ outage }) => (outage === undefined ? [] : `\`${outage}\``)));
    const headers = {
      ...(retryAfter !== undefined && { 'Retry-After': { type: 'string', description: retryAfter } as const }),
      ...(outages.size > 0 && {
        [OUTAGE_HEADER]: { type: 'string', description: `What does not answer: ${[...outages].join(', ')}.` } as const,
      }),
    };
    answers[status] = {
      description: [...sentences].join('\n'),
      json: ErrorAnswer,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...more,
    };
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
    const headers = { ...answer.headers, ...former?.headers };
    all[Number(status)] = {
      ...answer,
      ...former,
      ...(Object.keys(headers).length > 0 && { headers }),
      description: [...known, ...added].join('\n'),
    };
  }
  return all;
}

/** Everything an endpoint answers: its own answers and refusals, and those that follow from what it is. */
export function answersOf(
  endpoint: Endpoint,
  { refusals: own = {}, failsAsWhole }: Pick<FastifyContextConfig, 'refusals' | 'failsAsWhole'>,
): Answers {
  const { method, path, chapter, session, body, answers, checkedBy, query, entries } = endpoint;
  return mergedAnswers(
    answers,
    session === 'needed' && !(401 in answers) ? NEEDS_SESSION : {},
    (method === 'POST' && session !== 'unused') || entries !== undefined ? REFUSES_CROSS_SITE : {},
    own,
    body === undefined ? {} : READS_JSON,
    checkedBy === 'handler' || query === undefined ? {} : refusedValues(query),
    MALFORMED,
    path.startsWith('/api/') && chapter !== 'Webhooks' ? RATE_LIMITED : {},
    MAY_BREAK,
    (session === 'needed' || session === 'begun') && failsAsWhole !== true ? READS_SESSION : {},
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
const READS_SESSION = refusals(STORAGE_OUTAGES);
const MAY_BREAK = refusals({ failed: { status: 500, ...FAILED } });
const RATE_LIMITED = refusals({
  no: { status: 429, error: 'Too many requests. Please try again in N seconds.', retryAfter: 'Seconds to wait.' },
});
