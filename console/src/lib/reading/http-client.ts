import { type CallOptions, createClient, type Failed, type Outage, type Outcome } from '@orgdesk/client';

const ANSWER_LIMIT_MS = 30_000;

interface HttpFailureOptions extends ErrorOptions {
  readonly retryAt?: Date | null;
  readonly requestId?: string | null;
  readonly outage?: Outage | null;
}

/** A request without a usable answer. Its message is a sentence that may be shown to people. */
export class HttpFailure extends Error {
  /** Status of the answer, or null when none arrived. */
  readonly status: number | null;
  /** From when another try has a chance, by the page's clock; null when nothing speaks against one at once. */
  readonly retryAt: Date | null;
  /** What operators look for in the log when the service failed; null when it refused, or did not say. */
  readonly requestId: string | null;
  /** What does not answer; null when that is not known. */
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

/** Whether something thrown says that the service answered with this status. */
export const hasStatus = (thrown: unknown, status: number): boolean =>
  thrown instanceof HttpFailure && thrown.status === status;

/** From when on another attempt makes sense, as something thrown says; null when it does not. */
export const retryAtOf = (thrown: unknown): Date | null => (thrown instanceof HttpFailure ? thrown.retryAt : null);

/** The service this page came from. */
export const client = createClient({ baseUrl: '' });

/** The same in one session, whatever cookie the browser has by then. */
export const clientOf = (sessionId: string) => createClient({ baseUrl: '', sessionToken: sessionId });

interface AnswerOptions {
  readonly signal?: AbortSignal;
  /** How long to wait for the answer; 30 seconds by default. */
  readonly limitMs?: number;
}

/** What a call of the client answers. Throws `HttpFailure` with the service's own sentence when it answers nothing. */
export async function answerOf<Answered extends Outcome<unknown>>(
  call: (options: CallOptions) => Promise<Answered>,
  { signal, limitMs = ANSWER_LIMIT_MS }: AnswerOptions = {},
): Promise<Extract<Answered, { readonly error?: undefined }>> {
  const limit = AbortSignal.timeout(limitMs);
  const outcome = await call({ signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) }).catch(
    (thrown: unknown) => {
      signal?.throwIfAborted();
      if (!limit.aborted) throw thrown;
      throw new HttpFailure(null, 'The service took too long to answer. Please try again.', { cause: thrown });
    },
  );
  if (outcome.error !== undefined) throw failureOf(outcome);
  return outcome as Extract<Answered, { readonly error?: undefined }>;
}

/** How long an answer in lines may say nothing. */
const SILENCE_LIMIT_MS = 60_000;
/** What a list that broke off had answered before. */
const BEGUN = 200;

/**
 * The lines that a call of the client answers, as they come. Throws `HttpFailure` as `answerOf` does, at the end of those
 * that came when they broke off; that one is not tried again by itself, for it may be many calls at the code host.
 */
export async function* linesOf<Line>(
  call: (options: CallOptions) => AsyncIterable<Outcome<Line>>,
  signal: AbortSignal,
): AsyncGenerator<Line, void> {
  const silence = new AbortController();
  const silent = () => silence.abort(new HttpFailure(BEGUN, 'The list stopped coming. Please try again.'));
  let timer = setTimeout(silent, SILENCE_LIMIT_MS);
  let hasBegun = false;
  try {
    for await (const outcome of call({ signal: AbortSignal.any([signal, silence.signal]) })) {
      clearTimeout(timer);
      if (outcome.error !== undefined) throw failureOf(hasBegun ? { ...outcome, status: BEGUN } : outcome);
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
