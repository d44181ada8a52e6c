import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A request of another person. */
export interface ProbeRequest {
  readonly url: string;
  /** Default: GET. */
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | null;
  /** `whole`: an answer with status 200, to its end. `head`: any answer, also one that does not end. Default: `whole`. */
  readonly awaits?: 'whole' | 'head';
}

/**
 * Sends a request again and again until told to stop, each on a connection of its own, in a thread of its own: what this one
 * is busy with does not count. Gives back how many milliseconds each took; one without the awaited answer counts as ten seconds.
 */
export async function startProbe(request: ProbeRequest): Promise<() => Promise<readonly number[]>> {
  const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), { workerData: request });
  await once(worker, 'message');
  return async () => {
    const times = once(worker, 'message');
    worker.postMessage('over');
    return (await times)[0] as readonly number[];
  };
}

/** The time within which this part of the requests was answered. */
export const timeOfPart = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ??
  Number.POSITIVE_INFINITY;
