import type { Static, TSchema } from 'typebox';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Clock } from '../../lib/system.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import type { HostAddress } from '../host-path.ts';
import {
  createBoundedFetch,
  type FetchLimits,
  isJson,
  NOT_MODIFIED,
  parseJson,
  UnusableAnswer,
} from './bounded-fetch.ts';
import type { CallName } from './call-names.ts';
import {
  createRefusalOf,
  hostMessage,
  httpDateOf,
  NOT_A_NAME,
  retryAtOf,
  UNEXPECTED,
  type Unreachable,
  unreachable,
} from './refusals.ts';
import { fits, type HostAnswer } from './shapes.ts';

/** Stands for the answer to a call that is refused without being sent. */
export const refusedUnsent = (url: string, refusal: HostRefusal, answeredAt: Date): HostAnswer => ({
  url,
  status: refusal.kind === 'rejected' ? refusal.status : 403,
  headers: {},
  body: null,
  message: null,
  answeredAt,
  retryAt: refusal.kind === 'rate-limited' ? refusal.retryAt : null,
  refusal,
});

export interface HostRequest {
  readonly call: CallName;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: HostAddress;
  readonly accept?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Makes the request conditional; 304 is then no refusal. */
  readonly etag?: string | null;
  readonly authorization?: string;
  /** Secrets besides the token to redact from messages. */
  readonly secrets?: readonly string[];
  readonly end?: AbortSignal | undefined;
}

export type HostSend = (request: HostRequest, token: string | null) => Promise<Result<HostAnswer, Unreachable>>;

export type SendAs = (request: HostRequest) => Promise<HostResult<HostAnswer>>;

type ReadRequest = HostRequest & { readonly method?: 'GET'; readonly body?: never };

export type ReadAs = (request: ReadRequest) => Promise<HostResult<HostAnswer>>;

const HEADERS = { 'user-agent': 'orgdesk', 'x-github-api-version': '2022-11-28' };

const PLATFORM_JSON = 'application/vnd.github+json';

/** The only way to the code host, without redirects or retries. */
export function createSend(
  { apiUrl, webUrl }: Pick<CodeHostAddresses, 'apiUrl' | 'webUrl'>,
  limits: FetchLimits,
  clock: Clock,
): HostSend {
  const fetchBounded = createBoundedFetch(limits);
  const refusalOf = createRefusalOf({ apiUrl, webUrl });

  return async (
    { method = 'GET', url: address, accept = PLATFORM_JSON, body, etag = null, authorization, secrets = [], end },
    token,
  ) => {
    const url = address.text.startsWith('/') ? apiUrl + address.text : address.text;
    if (!address.isValid) return ok(refusedUnsent(url, NOT_A_NAME, clock.now()));
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
    const message = hostMessage(parsed, token === null ? secrets : [token, ...secrets]);
    const answeredAt = httpDateOf(headers.date) ?? clock.now();
    const answer = { url, status, headers, body: parsed, message, answeredAt, retryAt: retryAtOf(headers, clock) };
    const isUnchanged = etag !== null && status === NOT_MODIFIED;
    return ok({ ...answer, refusal: isUnchanged ? null : refusalOf(answer) });
  };
}

function unusableAnswer(error: unknown): UnusableAnswer {
  if (error instanceof UnusableAnswer) return error;
  throw error;
}

export const sendWith =
  (send: HostSend, token: string): SendAs =>
  async (request) =>
    unlessRefused(await send(request, token));

export const unlessRefused = (response: Result<HostAnswer, Unreachable>): HostResult<HostAnswer> =>
  response.ok && response.value.refusal !== null ? refuse(response.value.refusal) : response;

export const bodyOf = <S extends TSchema>(answer: HostResult<HostAnswer>, schema: S): HostResult<Static<S>> =>
  answer.ok ? expected(schema, answer.value.body) : answer;

export const expected = <S extends TSchema>(schema: S, body: unknown): HostResult<Static<S>> =>
  fits(schema, body) ? ok(body) : refuse(UNEXPECTED);
