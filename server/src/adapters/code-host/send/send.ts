import type { Static, TSchema } from 'typebox';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Told } from '../../../ports/code-host/refusals.ts';
import type { Clock } from '../../../ports/system.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import { createBoundedFetch, type FetchLimits, NOT_MODIFIED, UnusableAnswer } from './bounded-fetch.ts';
import type { HostAnswer } from './host-answer.ts';
import { isJson, parseJson } from './parse-json.ts';
import { refusalOf, UNEXPECTED, type Unreachable, unreachable } from './refusals.ts';
import { httpDateOf, retryAtOf } from './retry-at.ts';
import { fits } from './shapes.ts';
import { spokenMessage } from './spoken-message.ts';

/** One request to the code host. */
export interface HostRequest {
  /** Default: `GET`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A path of the API, or a whole address. */
  readonly url: string;
  /** Default: the platform's own JSON. */
  readonly accept?: string;
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Asks whether this is still what the code host has; 304 is then an answer, and not a refusal. */
  readonly etag?: string | null;
  /** What it proves itself with where that is no token; then it has none. */
  readonly authorization?: string;
  /** What it carries beside the token and nobody may read in what the code host says. */
  readonly secrets?: readonly string[];
  /** Aborted when nobody wants the answer any more. */
  readonly end?: AbortSignal | undefined;
}

/** Sends one request, once, with a bearer token or without. Answers of every status come back. */
export type HostSend = (request: HostRequest, token: string | null) => Promise<Result<HostAnswer, Unreachable>>;

/** Sends one request with a credential; what the status refuses is a refusal. */
export type SendAs = (request: HostRequest) => Promise<Told<HostAnswer>>;

/** One request that changes nothing. */
export type ReadRequest = HostRequest & { readonly method?: 'GET'; readonly body?: never };

/** The same for requests that change nothing. */
export type ReadAs = (request: ReadRequest) => Promise<Told<HostAnswer>>;

const HEADERS = { 'user-agent': 'orgdesk', 'x-github-api-version': '2022-11-28' };
const PLATFORM_JSON = 'application/vnd.github+json';

/** The one way to the code host: bounded in time and size, without redirects and repetitions. */
export function createSend(
  { apiUrl, webUrl }: Pick<CodeHostAddresses, 'apiUrl' | 'webUrl'>,
  limits: FetchLimits,
  clock: Clock,
): HostSend {
  const fetchBounded = createBoundedFetch(limits);

  return async (
    { method = 'GET', url: place, accept = PLATFORM_JSON, body, etag = null, authorization, secrets = [], end },
    token,
  ) => {
    const url = place.startsWith('/') ? apiUrl + place : place;
    const call = {
      method,
      headers: {
        ...HEADERS,
        accept,
        ...(authorization !== undefined && { authorization }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(etag !== null && { 'if-none-match': etag }),
        ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      end,
    };
    const response = await fetchBounded(url, call).catch(unusableAnswer);
    if (response instanceof UnusableAnswer) return refuse(unreachable(response.message));

    const { status, headers, text } = response;
    const parsed = isJson(headers) ? parseJson(text) : text;
    const message = spokenMessage(parsed, token === null ? secrets : [token, ...secrets]);
    const answeredAt = httpDateOf(headers.date) ?? clock.now();
    const answer = { url, status, headers, body: parsed, message, answeredAt, retryAt: retryAtOf(headers, clock) };
    const isUnchanged = etag !== null && status === NOT_MODIFIED;
    return ok({ ...answer, refusal: isUnchanged ? null : refusalOf(answer, webUrl) });
  };
}

function unusableAnswer(error: unknown): UnusableAnswer {
  if (error instanceof UnusableAnswer) return error;
  throw error;
}

/** Sends with a token, for example that of a user. */
export const sendWith =
  (send: HostSend, token: string): SendAs =>
  async (request) =>
    unlessRefused(await send(request, token));

/** An answer, unless its status refuses. */
export const unlessRefused = (sent: Result<HostAnswer, Unreachable>): Told<HostAnswer> =>
  sent.ok && sent.value.refusal !== null ? refuse(sent.value.refusal) : sent;

/** The body of an answer, refused as a whole when it is not what its documentation promises. */
export const bodyOf = <S extends TSchema>(answer: Told<HostAnswer>, schema: S): Told<Static<S>> =>
  answer.ok ? expected(schema, answer.value.body) : answer;

/** What an answer holds, refused as a whole when it does not fit the schema. */
export const expected = <S extends TSchema>(schema: S, told: unknown): Told<Static<S>> =>
  fits(schema, told) ? ok(told) : refuse(UNEXPECTED);
