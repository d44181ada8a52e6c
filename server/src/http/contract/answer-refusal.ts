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
import { outageIn } from '../../database/engines/engine.ts';
import {
  BODY_REFUSALS,
  FAILED,
  isLink,
  NO_HOST,
  STORAGE_OUTAGES,
  sendOutage,
  wrongValue,
} from '../answers/last-resort.ts';
import { INVALID_REQUEST, type RefusalResponse, retryAfterSeconds, SIGN_IN_FIRST } from '../refusals.ts';
import { CROSS_SITE, PREFETCH } from '../session-guard.ts';

export type RefusalResponses = Readonly<Record<string, RefusalResponse>>;

export function sendRefusal(reply: FastifyReply, response: RefusalResponse, retryAfterSeconds: number | null = null) {
  const { status, error, outage, code } = response;
  const seconds = retryAfterSeconds ?? response.retryAfterSeconds ?? null;
  if (outage !== undefined) return sendOutage(reply, { status, error, outage }, seconds);
  if (seconds !== null) reply.header('Retry-After', seconds);
  return reply.code(status).send(code === undefined ? { error } : { error, code });
}

export type Refused<Kind extends string> =
  | Kind
  | {
      readonly kind: Kind;
      /** Replaces the sentence in the table. */
      readonly sentence?: string;
      readonly retryAt?: Date | null;
    };

export function answerRefusal(reply: FastifyReply, table: RefusalResponses, refusal: Refused<string>): FastifyReply {
  const refused = typeof refusal === 'string' ? { kind: refusal } : refusal;
  const documented = table[refused.kind];
  if (documented === undefined)
    throw new Error(`${reply.request.routeOptions.url} has no sentence for '${refused.kind}'`);
  const response = { ...documented, error: refused.sentence ?? documented.error };
  return sendRefusal(
    reply,
    dueToRefusal(response, refused),
    retryAfterSeconds(refused, reply.server.endpointServices.runtime.clock.now()),
  );
}

/** A refusal whose status is specified, because of an outage. */
export const dueTo = (response: RefusalResponse, outage: Outage | null): RefusalResponse =>
  outage === null ? response : { ...response, outage };

export function outageNameIn(thrown: unknown): Outage | null {
  const outage = outageIn(thrown);
  return outage === null ? null : STORAGE_OUTAGES[outage].outage;
}

/** Names an outage only if the error is one. */
export const dueToThrown = ({ status, error }: RefusalResponse, thrown: unknown): RefusalResponse =>
  dueTo({ status, error }, outageNameIn(thrown));

/** Names an outage only if a thrown error caused the refusal. */
const dueToRefusal = (response: RefusalResponse, refusal: { readonly kind: string }): RefusalResponse =>
  'thrown' in refusal ? dueToThrown(response, refusal.thrown) : response;

/** One answer per status, listing all messages. */
export function refusals(refusalResponses: RefusalResponses, more: Pick<DocumentedAnswer, 'page'> = {}): Answers {
  const answers: Record<number, DocumentedAnswer> = {};
  for (const [status, responses] of Map.groupBy(Object.values(refusalResponses), (response) => response.status)) {
    const messages = new Set(responses.map(({ error }) => `- ${error}`));
    const [retryAfter] = responses.flatMap(({ retryAfter: description }) => description ?? []);
    const outages = new Set(responses.flatMap(({ outage }) => (outage === undefined ? [] : `\`${outage}\``)));
    const headers = {
      ...(retryAfter !== undefined && { 'Retry-After': { type: 'string', description: retryAfter } as const }),
      ...(outages.size > 0 && {
        [OUTAGE_HEADER]: { type: 'string', description: `What is unavailable: ${[...outages].join(', ')}.` } as const,
      }),
    };
    answers[status] = {
      description: [...messages].join('\n'),
      json: ErrorAnswer,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...more,
    };
  }
  return answers;
}

/** For a shared status, keeps the first shape and joins the descriptions. */
function mergedAnswers(...sets: readonly Answers[]): Answers {
  const all: Record<number, DocumentedAnswer> = {};
  for (const [status, answer] of sets.flatMap((set) => Object.entries(set))) {
    const former = all[Number(status)];
    const formerLines = former?.description.split('\n') ?? [];
    const added = answer.description.split('\n').filter((line) => !formerLines.includes(line));
    const headers = { ...answer.headers, ...former?.headers };
    all[Number(status)] = {
      ...answer,
      ...former,
      ...(Object.keys(headers).length > 0 && { headers }),
      description: [...formerLines, ...added].join('\n'),
    };
  }
  return all;
}

/** Includes the answers implied by the endpoint's properties. */
export function answersOf(
  endpoint: Endpoint,
  { refusals: own = {}, failsAsWhole }: Pick<FastifyContextConfig, 'refusals' | 'failsAsWhole'>,
): Answers {
  const { path, chapter, session, body, answers, checkedBy, query } = endpoint;
  const all = mergedAnswers(
    answers,
    session === 'needed' && !(401 in answers) ? NEEDS_SESSION : {},
    refusesCrossSite(endpoint) ? REFUSES_CROSS_SITE : {},
    isLink(answers) ? REFUSES_PREFETCH : {},
    own,
    body === undefined ? {} : READS_JSON,
    checkedBy === 'handler' || query === undefined ? {} : refusedValues(query),
    MALFORMED,
    path.startsWith('/api/') && chapter !== 'Webhooks' ? RATE_LIMITED : {},
    MAY_BREAK,
    (session === 'needed' || session === 'begun') && failsAsWhole !== true ? READS_SESSION : {},
  );
  const outage = all[503];
  return outage !== undefined && isLink(answers) ? { ...all, 503: { ...outage, page: true } } : all;
}

/** Returns true if other sites' requests with the browser's cookie are refused (decision W1). */
export const refusesCrossSite = ({ method, session, entries }: Endpoint): boolean =>
  (method === 'POST' && session !== 'unused') || entries !== undefined;

/** Repeating a value makes it a list, which validation refuses. */
function refusedValues(query: TSchema): Answers {
  const names = Object.keys((query as { readonly properties?: object }).properties ?? {});
  return refusals(Object.fromEntries(names.map((name) => [name, { status: 400, error: wrongValue(name) }])));
}

const NEEDS_SESSION = refusals({ no: SIGN_IN_FIRST });
const REFUSES_CROSS_SITE = refusals({ no: CROSS_SITE });
const REFUSES_PREFETCH = refusals({ no: PREFETCH });
const READS_JSON = refusals(BODY_REFUSALS);
const MALFORMED = refusals({
  host: { status: 400, ...NO_HOST },
  other: INVALID_REQUEST,
});
const READS_SESSION = refusals(STORAGE_OUTAGES);
const MAY_BREAK = refusals({ failed: { status: 500, ...FAILED } });
const RATE_LIMITED = refusals({
  no: { status: 429, error: 'Too many requests. Please try again in N seconds.', retryAfter: 'Seconds to wait.' },
});
