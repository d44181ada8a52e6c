import { isWithinJsonBounds } from '../../../domain/json-bounds.ts';
import { CODE_HOST_JSON } from '../../../domain/limits.ts';
import { networkFailure } from './network-failures.ts';
import { isJson } from './parse-json.ts';

/** No answer, or none that may be used. The message is fit for a log: no address, header or part of a body. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

/** How long and how much one call may take. */
export interface FetchLimits {
  readonly callLimitMs: number;
  readonly answerMaxBytes: number;
}

/** A timer that is later than this says that the whole process stood still. */
const PAUSED_MS = 250;
/** What came in while it did is read in this time. */
const LAST_LOOK_MS = 500;
/** To a conditional request: what the client knows is still so. */
export const NOT_MODIFIED = 304;

// A Response may not be built with a body for these, not even an empty one.
const STATUSES_WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, NOT_MODIFIED]);

/**
 * `fetch` for calls that carry secrets. The answer has been read to its end when it is handed over.
 *
 * One deadline covers everything from the connection to the last byte. Size is counted after decompression, and reading
 * stops where the limit is passed; no parser gets JSON with too many values, or nested too deep. A process that stood
 * still reads once more what came in meanwhile before it gives up: a pair of tokens may be among it that will not be given
 * again. A redirect is refused before its target is contacted. There is no second attempt. Rejects with `UnusableAnswer`
 * only.
 */
export function createBoundedFetch({ callLimitMs, answerMaxBytes }: FetchLimits): typeof fetch {
  return async (input, init) => {
    const cancel = new AbortController();
    const { promise: deadline, reject } = Promise.withResolvers<never>();
    const due = performance.now() + callLimitMs;
    const giveUp = () => reject(new UnusableAnswer(`no complete answer within ${callLimitMs} ms`));
    let timer = setTimeout(() => {
      timer = setTimeout(giveUp, performance.now() - due > PAUSED_MS ? LAST_LOOK_MS : 0);
    }, callLimitMs);
    try {
      const call = { ...init, redirect: 'manual' as const, signal: cancel.signal };
      return await Promise.race([deadline, completeAnswer(input, call, answerMaxBytes)]);
    } catch (error) {
      // Otherwise the rest of an unwanted answer would keep its connection busy.
      cancel.abort();
      throw error instanceof UnusableAnswer ? error : new UnusableAnswer(networkFailure(error));
    } finally {
      clearTimeout(timer);
    }
  };
}

async function completeAnswer(
  input: Parameters<typeof fetch>[0],
  call: RequestInit,
  answerMaxBytes: number,
): Promise<Response> {
  const { status, headers, body } = await fetch(input, call);
  if (status >= 300 && status < 400 && status !== NOT_MODIFIED)
    throw new UnusableAnswer(`answered ${status}; redirects are not followed`);
  const bytes = await readBounded(body, answerMaxBytes);
  if (isJson(headers) && !isWithinJsonBounds(bytes, CODE_HOST_JSON)) {
    throw new UnusableAnswer('answer with too many values, or nested too deep');
  }
  return new Response(STATUSES_WITHOUT_BODY.has(status) ? null : bytes, { status, headers });
}

async function readBounded(body: Response['body'], maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new UnusableAnswer(`answer larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
