import { type CallOptions, createClient, type Failed, type Outage, type Outcome } from '@orgdesk/client';

const ANSWER_LIMIT_MS = 30_000;

interface HttpFailureOptions extends ErrorOptions {
  readonly retryAt?: Date | null;
  readonly requestId?: string | null;
  readonly outage?: Outage | null;
}

/** A failed request, whose message may be shown to people. */
export class HttpFailure extends Error {
  readonly status: number | null;
  /** In browser time; null means now. */
  readonly retryAt: Date | null;
  readonly requestId: string | null;
  readonly outage: Outage | null;

  constructor(
    status: number | null,
    message: string,
    { retryAt = null, outage = null, requestId = null, ...options }: HttpFailureOptions = {},
  ) {
    super(message, options);
    this.name = 'HttpFailure';
    this.status = status;
    this.retryAt = retryAt;
    this.requestId = requestId;
    this.outage = outage;
  }
}

export const hasStatus = (thrown: unknown, status: number): boolean =>
  thrown instanceof HttpFailure && thrown.status === status;

/** True if the service refused the request, so that it did nothing. */
export const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof HttpFailure && thrown.status !== null && thrown.status < 500;

export const retryAtOf = (thrown: unknown): Date | null => (thrown instanceof HttpFailure ? thrown.retryAt : null);

export const client = createClient({ baseUrl: '', retries: 0 });

/** Uses this session instead of the browser's cookie. */
export const clientOf = (sessionId: string) => createClient({ baseUrl: '', sessionToken: sessionId, retries: 0 });

interface AnswerOptions {
  readonly signal?: AbortSignal;
  readonly limitMs?: number;
}

/** Throws `HttpFailure` with the service's message. */
export async function answerOf<Answered extends Outcome<unknown>>(
  call: (options: CallOptions) => Promise<Answered>,
  { signal, limitMs = ANSWER_LIMIT_MS }: AnswerOptions = {},
): Promise<Extract<Answered, { readonly error?: undefined }>> {
  const limit = AbortSignal.timeout(limitMs);
  const outcome = await call({ signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) }).catch(
    (thrown: unknown) => {
      signal?.throwIfAborted();
      if (!limit.aborted) throw thrown;
      throw new HttpFailure(null, 'orgdesk took too long to respond. Try again.', { cause: thrown });
    },
  );
  if (outcome.error !== undefined) throw failureOf(outcome);
  return outcome as Extract<Answered, { readonly error?: undefined }>;
}

/** Maximum silence of a streamed answer. */
const SILENCE_LIMIT_MS = 60_000;
/** Status of a stream that failed midway. */
const BEGUN = 200;

/**
 * Yields the lines of a streamed answer. Throws `HttpFailure` after the lines received so far. A started stream is not
 * retried, because it may take many code host calls.
 */
export const linesOf = <Line>(
  call: (options: CallOptions) => AsyncIterable<Outcome<Line>>,
  signal: AbortSignal,
): AsyncGenerator<Line, void> =>
  valuesOf(call, signal, (failed, hasBegun) => (hasBegun ? { ...failed, status: BEGUN } : failed));

/** Yields the pages of a list, each of which is a call of its own. Throws `HttpFailure` after the pages received so far. */
export const pagesOf = <Page>(
  call: (options: CallOptions) => AsyncIterable<Outcome<Page>>,
  signal: AbortSignal,
): AsyncGenerator<Page, void> => valuesOf(call, signal, (failed) => failed);

async function* valuesOf<Value>(
  call: (options: CallOptions) => AsyncIterable<Outcome<Value>>,
  signal: AbortSignal,
  failureAt: (failed: Failed, hasBegun: boolean) => Failed,
): AsyncGenerator<Value, void> {
  const silence = new AbortController();
  const silent = () =>
    silence.abort(new HttpFailure(BEGUN, 'The connection was lost before the list was complete. Try again.'));
  let timer = setTimeout(silent, SILENCE_LIMIT_MS);
  let hasBegun = false;
  try {
    for await (const outcome of call({ signal: AbortSignal.any([signal, silence.signal]) })) {
      clearTimeout(timer);
      if (outcome.error !== undefined) throw failureOf(failureAt(outcome, hasBegun));
      hasBegun = true;
      yield outcome.data;
      timer = setTimeout(silent, SILENCE_LIMIT_MS);
    }
  } finally {
    clearTimeout(timer);
  }
}

function failureOf({ status, error, retryAfterSeconds: seconds, outage, requestId }: Failed) {
  const retryAt = seconds === null ? null : new Date(Date.now() + seconds * 1000);
  return new HttpFailure(status, error, { retryAt, outage: outage ?? null, requestId: requestId ?? null });
}
