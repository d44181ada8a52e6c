import { cancellationOf, pause, throwIfAborted } from './cancel.ts';
import type { Outcome } from './outcome.ts';
import { serverEvents } from './server-events.ts';

/** Both functions throw when the watch is aborted. */
export interface WatchOptions<News> {
  readonly read: () => Promise<Outcome<News>>;
  /** Null when no answer arrives. */
  readonly open: (signal: AbortSignal) => Promise<Response | null>;
  readonly event: string;
  readonly newsIn: (data: unknown) => News;
  readonly isOver: (news: News) => boolean;
  readonly signal?: AbortSignal | undefined;
}

const POLL_INTERVAL_MS = 3_000;
/** Without an event by then, a proxy is probably buffering the stream. */
const FIRST_EVENT_MS = 5_000;
const SILENCE_MS = 45_000;
/** How long to poll before retrying the stream. */
const WITHOUT_STREAM_MS = 60_000;

/**
 * Yields news now and after each change, from events or by polling. Ends when no more news will follow or access is
 * lost. Reports broken connections and retries.
 */
export async function* watch<News>(options: WatchOptions<News>): AsyncGenerator<Outcome<News>> {
  const { read, isOver, signal } = options;
  let last = '';
  const isNew = (outcome: Outcome<News>) => {
    const text = JSON.stringify(outcome);
    const differs = text !== last;
    last = text;
    return differs;
  };
  for (;;) {
    let streamed = false;
    for await (const news of streamedNews(options)) {
      streamed = true;
      const outcome = { data: news, status: 200 };
      if (isNew(outcome)) yield outcome;
      if (isOver(news)) return;
    }
    throwIfAborted(signal);
    const streamAgainAt = Date.now() + (streamed ? 0 : WITHOUT_STREAM_MS);
    do {
      const outcome = await read();
      if (isNew(outcome)) yield outcome;
      if (outcome.error === undefined ? isOver(outcome.data) : isFinal(outcome.status)) return;
      const limitedMs = outcome.error === undefined ? 0 : (outcome.retryAfterSeconds ?? 0) * 1_000;
      await pause(Math.max(POLL_INTERVAL_MS, limitedMs), signal);
    } while (Date.now() < streamAgainAt);
  }
}

async function* streamedNews<News>({ open, event, newsIn, signal }: WatchOptions<News>): AsyncGenerator<News> {
  const connection = cancellationOf(signal);
  let timer = setTimeout(connection.abort, FIRST_EVENT_MS);
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(connection.abort, SILENCE_MS);
  };
  try {
    const answer = await open(connection.signal);
    const isStream =
      answer?.ok === true && answer.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
    if (!isStream || !answer.body) return;
    for await (const serverEvent of serverEvents(answer.body, restartTimer)) {
      if (serverEvent.event === event) yield newsIn(JSON.parse(serverEvent.data));
    }
  } catch {
    // Aborted or interrupted; the caller checks its signal.
  } finally {
    clearTimeout(timer);
    connection.release();
    connection.abort();
  }
}

/** Returns true if a retry cannot help. */
const isFinal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
