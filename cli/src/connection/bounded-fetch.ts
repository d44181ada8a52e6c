import { UnusableAnswer } from '../../../client/src/index.ts';

interface AnswerLimits {
  /** Of an answer in one piece, also after decompression. */
  readonly maxBytes: number;
  /** Until an answer in one piece is complete. */
  readonly answerMs: number;
  /** Between two parts of a list or file. */
  readonly silenceMs: number;
  /** Until a list or file is complete. */
  readonly streamMs: number;
}

const MINUTE_MS = 60_000;

/** README.md names them. The service answers in less, and ends its lists after 5 minutes, its files after 30. */
export const ANSWER_LIMITS: AnswerLimits = {
  maxBytes: 64 * 1024 * 1024,
  answerMs: 2 * MINUTE_MS,
  silenceMs: MINUTE_MS,
  streamMs: 31 * MINUTE_MS,
};

/** Reading a whole organization takes up to 5 minutes. */
export const ORGANIZATION_ANSWER_MS = 6 * MINUTE_MS;

/**
 * Ends requests whose answer is too large or takes too long, by `UnusableAnswer`. Lists and files may have any size: whoever
 * reads them writes or counts what arrives. Streams of events pass, because those who watch them bound their silence.
 */
export const boundedFetch =
  (limits: AnswerLimits): typeof globalThis.fetch =>
  async (address, request = {}) => {
    const accepted = new Headers(request.headers).get('Accept') ?? '';
    if (accepted === 'text/event-stream') return fetch(address, request);
    const service = new URL(address instanceof Request ? address.url : address).origin;
    const clock = createClock(service);
    clock.endAfter(limits.answerMs);
    const signal = request.signal ? AbortSignal.any([request.signal, clock.signal]) : clock.signal;
    const answer = await fetch(address, { ...request, signal });
    if (answer.status > STATUS_MAX) {
      const unusable = new UnusableAnswer(
        `${service} answered with the status ${answer.status}: check the address.`,
        'unknown-status',
      );
      clock.end(unusable);
      throw unusable;
    }
    if (answer.body === null) return answer;
    const isStream =
      accepted !== 'application/json' && answer.ok && answer.headers.get('Content-Type')?.startsWith(accepted) === true;
    const maxBytes = isStream ? Number.POSITIVE_INFINITY : limits.maxBytes;
    if (isStream) clock.endAfter(limits.streamMs);
    const announced = Number(answer.headers.get('Content-Length') ?? 0);
    const counted = createCount(service, maxBytes);
    const source = answer.body.getReader();
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(stream) {
          const clearSilence = isStream ? clock.whileSilent(limits.silenceMs) : () => {};
          try {
            counted.check(announced);
            const { done, value } = await source.read();
            if (done) {
              clock.stop();
              stream.close();
              return;
            }
            counted.add(value.byteLength);
            stream.enqueue(value);
          } catch (error) {
            clock.end(error);
            throw clock.signal.reason;
          } finally {
            clearSilence();
          }
        },
        cancel: (reason) => clock.end(reason),
      },
      { highWaterMark: 0 },
    );
    const { status, statusText, headers, url } = answer;
    return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url });
  };

function createCount(service: string, maxBytes: number) {
  let bytes = 0;
  const check = (count: number) => {
    if (count > maxBytes) throw new UnusableAnswer(tooLarge(service, maxBytes), 'answer-too-large');
  };
  return {
    check,
    add: (count: number) => {
      bytes += count;
      check(bytes);
    },
  };
}

/** Ends a request, once. Waits for nothing itself. */
function createClock(service: string) {
  const ending = new AbortController();
  let deadline: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(deadline);
  const end = (reason: unknown) => {
    stop();
    ending.abort(reason);
  };
  const after = (ms: number, message: string) =>
    setTimeout(() => end(new UnusableAnswer(message, 'answer-too-slow')), ms).unref();
  return {
    signal: ending.signal,
    stop,
    end,
    endAfter: (ms: number) => {
      stop();
      deadline = after(ms, `${service} did not complete its answer in ${duration(ms)}. ${LATER}`);
    },
    whileSilent: (ms: number) => {
      const silence = after(ms, `${service} fell silent for ${duration(ms)} before its answer was complete. ${LATER}`);
      return () => clearTimeout(silence);
    },
  };
}

/** A `Response` cannot be made with more. */
const STATUS_MAX = 599;

const LATER = 'Try again later, or ask its operators.';

const MIB = 1024 * 1024;

const tooLarge = (service: string, maxBytes: number): string =>
  `${service} sent an answer of more than ${Math.floor(maxBytes / MIB)} MB, which was not read: check the address, or ask its operators.`;

const duration = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} minutes`;
