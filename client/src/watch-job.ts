import type { InvitationJob, InvitationJobAnswer } from '@orgdesk/contract';
import type { Outcome } from './outcome.ts';
import { serverEvents } from './server-events.ts';

/** How a job is asked for. Both throw when the watch was aborted. */
export interface JobWays {
  readonly read: () => Promise<Outcome<InvitationJobAnswer>>;
  /** Opens the stream of its events; null when no answer came. */
  readonly open: (signal: AbortSignal) => Promise<Response | null>;
  readonly signal?: AbortSignal | undefined;
}

const LOOK_EVERY_MS = 3_000;
/** A stream whose first event does not come is held up on its way. The service says something every fifteen seconds. */
const FIRST_EVENT_MS = 5_000;
const SILENCE_MS = 45_000;
/** How long it is asked for the job itself before the stream is tried again. */
const WITHOUT_STREAM_MS = 60_000;

/** See `watchInvitationJob` of the client. */
export async function* watchJob({ read, open, signal }: JobWays): AsyncGenerator<Outcome<InvitationJobAnswer>> {
  let last = '';
  const isNews = (outcome: Outcome<InvitationJobAnswer>) => {
    const text = JSON.stringify(outcome);
    const isNew = text !== last;
    last = text;
    return isNew;
  };
  for (;;) {
    let streamed = false;
    for await (const job of streamedJobs(open, signal)) {
      streamed = true;
      const outcome = { data: { job }, status: 200 };
      if (isNews(outcome)) yield outcome;
      if (job.endedAt !== null) return;
    }
    signal?.throwIfAborted();
    const streamAgainAt = Date.now() + (streamed ? 0 : WITHOUT_STREAM_MS);
    do {
      const outcome = await read();
      if (isNews(outcome)) yield outcome;
      if (isLast(outcome)) return;
      const limitedMs = outcome.error === undefined ? 0 : (outcome.retryAfterSeconds ?? 0) * 1_000;
      await pause(Math.max(LOOK_EVERY_MS, limitedMs), signal);
    } while (Date.now() < streamAgainAt);
  }
}

/** The job as events tell it, until the stream ends, breaks or says nothing any more. */
async function* streamedJobs(open: JobWays['open'], signal: AbortSignal | undefined): AsyncGenerator<InvitationJob> {
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
    for await (const { event, data } of serverEvents(answer.body, saysSomething)) {
      if (event === 'job') yield JSON.parse(data) as InvitationJob;
    }
  } catch {
    // Broken off, or cut by one of the signals: what the caller does next tells which.
  } finally {
    clearTimeout(timer);
    cut.abort();
  }
}

/** After these, the job can be asked for as often as one likes. */
function isLast(outcome: Outcome<InvitationJobAnswer>): boolean {
  if (outcome.error === undefined) return outcome.data.job.endedAt !== null;
  const { status } = outcome;
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

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
