import type { ErrorAnswer } from '@orgdesk/contract';

const ANSWER_LIMIT_MS = 30_000;

/** A request without a usable answer. Its message is a sentence that may be shown to people. */
export class HttpFailure extends Error {
  /** Status of the answer, or null when none arrived. */
  readonly status: number | null;

  constructor(status: number | null, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HttpFailure';
    this.status = status;
  }
}

/** Whether something thrown says that the service answered with this status. */
export const hasStatus = (thrown: unknown, status: number): boolean =>
  thrown instanceof HttpFailure && thrown.status === status;

/**
 * Sends one request to the service and returns the body of a 2xx answer, trusted to be what the
 * contract promises for that address. Throws `HttpFailure` with the service's own sentence where
 * there is one. What a failure looks like on the page is for the caller to decide.
 */
export async function request<Answer>(method: 'GET' | 'POST', address: string, signal?: AbortSignal): Promise<Answer> {
  const { response, body } = await exchange(method, address, signal);
  if (!response.ok) throw new HttpFailure(response.status, sentenceIn(body) ?? generalSentence(response.status));
  if (body === null) throw new HttpFailure(response.status, 'The service sent an answer that this page cannot read.');
  return body as Answer;
}

async function exchange(method: 'GET' | 'POST', address: string, signal?: AbortSignal) {
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  try {
    const response = await fetch(address, {
      method,
      headers: { accept: 'application/json' },
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    return { response, body: parsed(await response.text()) };
  } catch (cause) {
    signal?.throwIfAborted();
    const sentence = limit.aborted
      ? 'The service took too long to answer. Please try again.'
      : 'The service could not be reached. Please check your connection and try again.';
    throw new HttpFailure(null, sentence, { cause });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sentenceIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  const { error }: Partial<Record<keyof ErrorAnswer, unknown>> = body;
  return typeof error === 'string' && error !== '' ? error : null;
}

const generalSentence = (status: number): string =>
  status >= 500
    ? `The service has a problem at the moment (status ${status}). Please try again.`
    : `The service refused the request (status ${status}).`;
