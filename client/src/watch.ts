import type { Outcome } from './outcome.ts';
import { serverEvents } from './server-events.ts';

/** How news of one kind are asked for. Both calls throw when the watch was aborted. */
export interface Ways<News> {
  /** Asks for what an event would tell. */
  readonly read: () => Promise<Outcome<News>>;
  /** Opens the stream of events; null when no answer came. */
  readonly open: (signal: AbortSignal) => Promise<Response | null>;
  /** Name of the events. */
  readonly event: string;
  /** What the data of one tells. */
  readonly newsIn: (data: unknown) => News;
  /** Whether no more will come. */
  readonly isOver: (news: News) => boolean;
  readonly signal?: AbortSignal | undefined;
}

const LOOK_EVERY_MS = 3_000;
/** A stream whose first event does not come is held up on its way. The service says something every fifteen seconds. */
const FIRST_EVENT_MS = 5_000;
const SILENCE_MS = 45_000;
/** How long it is asked for the news themselves before the stream is tried again. */
const WITHOUT_STREAM_MS = 60_000;

/**
 * News as events tell them, at once and whenever they change; where these do not arrive, asked for every few seconds. Ends
 * when no more will come, or they may not be seen any more. A broken connection is told and outlasted.
 */
export async function* watch<News>(ways: Ways<News>): AsyncGenerator<Outcome<News>> {
  const { read, isOver, signal } = ways;
  let last = '';
  const isNew = (outcome: Outcome<News>) => {
    const text = JSON.stringify(outcome);
    const differs = text !== last;
    last = text;
    return differs;
  };
  for (;;) {
    let streamed = false;
    for await (const news of streamedNews(ways)) {
      streamed = true;
      const outcome = { data: news, status: 200 };
      if (isNew(outcome)) yield outcome;
      if (isOver(news)) return;
    }
    signal?.throwIfAborted();
    const streamAgainAt = Date.now() + (streamed ? 0 : WITHOUT_STREAM_MS);
    do {
      const outcome = await read();
      if (isNew(outcome)) yield outcome;
      if (outcome.error === undefined ? isOver(outcome.data) : isFinal(outcome.status)) return;
      const limitedMs = outcome.error === undefined ? 0 : (outcome.retryAfterSeconds ?? 0) * 1_000;
      await pause(Math.max(LOOK_EVERY_MS, limitedMs), signal);
    } while (Date.now() < streamAgainAt);
  }
}

/** Until the stream ends, breaks or says nothing any more. */
async function* streamedNews<News>({ open, event, newsIn, signal }: Ways<News>): AsyncGenerator<News> {
  const cut = new AbortController();
  let timer = setTimeout(() => cut.abort(), FIRST_EVENT_MS);
  const saysSomething = () => {
    clearTimeout(timer);
    timer = setTimeout(() => cut.abort(), SILENCE_MS);
  };
  try {
    const answer = await open(signal === undefined ? cut.signal : AbortSignal.any([signal, cut.signal]));
    const isStream =
      answer?.ok === true && answer.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
    if (!isStream || answer.body === null) return;
    for await (const told of serverEvents(answer.body, saysSomething)) {
      if (told.event === event) yield newsIn(JSON.parse(told.data));
    }
  } catch {
    // Broken off, or cut by one of the signals: what the caller does next tells which.
  } finally {
    clearTimeout(timer);
    cut.abort();
  }
}

/** Nothing changes by asking again. */
const isFinal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
