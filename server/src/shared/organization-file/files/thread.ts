import { Worker } from 'node:worker_threads';
import { ORGANIZATION_FILE } from '../../../domain/limits/people.ts';
import type { Message, Tasks } from './worker.ts';

export type StopReason = 'too-complex' | 'too-slow' | 'too-large';

/** `left`: nobody waits for the result any more. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'stopped'; readonly reason: StopReason }
  | { readonly kind: 'left' };

/** A thread that does one piece of work at a time, exists only while there is some, and is replaced after a stop. */
export interface Thread {
  isBusy(): boolean;
  /** Rejects when the work threw, or the thread ended for an unknown reason. */
  run<N extends keyof Tasks>(
    name: N,
    task: Parameters<Tasks[N]>[0],
    end: AbortSignal,
  ): Promise<Outcome<ReturnType<Tasks[N]>>>;
}

interface Started {
  readonly worker: Worker;
  /** The time that a thread needs to start is not that of the files. */
  isReady: boolean;
}

const { workerOldMb, workerYoungMb, workerStackMb, workerIdleMs, workerProcessorMs, workerDeadlineMs } =
  ORGANIZATION_FILE;

const LOOK_MIN_MS = 50;

/** Nothing of a thread that has ended, which is noticed anyway. */
const usageOf = (worker: Worker, before?: NodeJS.CpuUsage): Promise<NodeJS.CpuUsage> =>
  worker.cpuUsage(before).catch(() => ({ user: 0, system: 0 }));

export function createThread(): Thread {
  let started: Started | null = null;
  let isBusy = false;
  let idle: NodeJS.Timeout | undefined;

  function start(): Started {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: {
        maxOldGenerationSizeMb: workerOldMb,
        maxYoungGenerationSizeMb: workerYoungMb,
        stackSizeMb: workerStackMb,
      },
    });
    const own: Started = { worker, isReady: false };
    // Its end is noticed also while nobody waits for it.
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (started === own) started = null;
    });
    worker.once('message', () => {
      own.isReady = true;
    });
    worker.unref();
    return own;
  }

  async function end(): Promise<void> {
    const ended = started?.worker;
    started = null;
    // Otherwise there would be more than there may be.
    await ended?.terminate();
  }

  function endWhenIdle(): void {
    idle = setTimeout(() => void end(), workerIdleMs).unref();
  }

  return {
    isBusy: () => isBusy,
    async run(name, task, nobodyWaits) {
      if (nobodyWaits.aborted) return { kind: 'left' };
      isBusy = true;
      clearTimeout(idle);
      started ??= start();
      const { worker } = started;
      const { promise, resolve, reject } = Promise.withResolvers<{
        readonly outcome: Outcome<unknown>;
        readonly isOver: boolean;
      }>();
      let deadline: NodeJS.Timeout | undefined;
      let watch: NodeJS.Timeout | undefined;
      let isWatched = true;
      const stop = (outcome: Outcome<unknown>) => resolve({ outcome, isOver: true });
      const leave = () => stop({ kind: 'left' });
      const stopSlow = () => stop({ kind: 'stopped', reason: 'too-slow' });
      /** Looks again when the thread can have used its processor time: a busy machine makes no file too slow. */
      const lookAfter = (ms: number, before: NodeJS.CpuUsage) => {
        watch = setTimeout(async () => {
          const used = await usageOf(worker, before);
          const leftMs = workerProcessorMs - (used.user + used.system) / 1_000;
          if (leftMs <= 0) stopSlow();
          else if (isWatched) lookAfter(Math.max(leftMs, LOOK_MIN_MS), before);
        }, ms);
      };
      const begin = () => {
        deadline = setTimeout(stopSlow, workerDeadlineMs);
        void usageOf(worker).then((before) => isWatched && lookAfter(workerProcessorMs, before));
        try {
          worker.postMessage({ name, task });
        } catch (error) {
          reject(error);
        }
      };
      const receive = (message: Message) => {
        if (message === 'ready') begin();
        else if (message.kind === 'failed') reject(message.error);
        else resolve({ outcome: message, isOver: false });
      };
      const fail = (error: unknown) => {
        if (Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY') stop({ kind: 'stopped', reason: 'too-complex' });
        else reject(error);
      };
      const exit = () => reject(new Error('the thread that reads files ended'));
      worker.on('message', receive).on('messageerror', reject).on('error', fail).on('exit', exit);
      nobodyWaits.addEventListener('abort', leave, { once: true });
      try {
        if (started.isReady) begin();
        const { outcome, isOver } = await promise;
        if (isOver) {
          await end();
          started = start();
        }
        // What the worker posts is what its table of work returns.
        return outcome as Outcome<ReturnType<Tasks[typeof name]>>;
      } catch (error) {
        await end();
        throw error;
      } finally {
        isWatched = false;
        clearTimeout(deadline);
        clearTimeout(watch);
        nobodyWaits.removeEventListener('abort', leave);
        worker.off('message', receive).off('messageerror', reject).off('error', fail).off('exit', exit);
        isBusy = false;
        endWhenIdle();
      }
    },
  };
}
