import { Worker } from 'node:worker_threads';

export interface ThreadBounds {
  readonly memoryMb: number;
  /** Of memory for values that live shortly. Default: that of the system. */
  readonly youngMemoryMb?: number;
  readonly stackMb: number;
  /** By the clock, for each piece of work. */
  readonly deadlineMs: number;
  /** For each piece of work. Default: no limit, because older versions of Node.js cannot tell. */
  readonly processorMs?: number;
  /** A result of about so many characters, as JSON. */
  readonly outputMaxCharacters: number;
  /** How long a thread waits for more work. */
  readonly idleMs: number;
}

/** What reached a bound, so that there is no result. */
export interface Stopped {
  readonly kind: 'stopped';
  readonly reason: 'too-complex' | 'too-slow' | 'too-large';
}

/** `left`: nobody waits for the result any more. */
export type Outcome<T> = { readonly kind: 'done'; readonly value: T } | Stopped | { readonly kind: 'left' };

/** What a thread posts. */
export type Message =
  | 'ready'
  | Exclude<Outcome<unknown>, { readonly kind: 'left' }>
  | { readonly kind: 'failed'; readonly error: unknown };

/** What a thread is created with. */
export type ThreadData = Pick<ThreadBounds, 'outputMaxCharacters'>;

/** Kinds of work, by name. */
export type Tasks = Readonly<Record<string, (task: never) => unknown>>;

/** A thread that does one piece of work at a time, exists only while there is some, and is replaced after a stop. */
export interface Thread<T extends Tasks> {
  isBusy(): boolean;
  /** Rejects when the work threw, or the thread ended for an unknown reason. */
  run<N extends keyof T & string>(
    name: N,
    task: Parameters<T[N]>[0],
    nobodyWaits: AbortSignal,
  ): Promise<Outcome<ReturnType<T[N]>>>;
  end(): Promise<void>;
}

interface Started {
  readonly worker: Worker;
  /** The time that a thread needs to start is not that of the files. */
  isReady: boolean;
}

const START_LIMIT_MS = 60_000;
const LOOK_MIN_MS = 50;

/** Nothing of a thread that has ended, which is noticed anyway. */
const usageOf = (worker: Worker, before?: NodeJS.CpuUsage): Promise<NodeJS.CpuUsage> =>
  worker.cpuUsage(before).catch(() => ({ user: 0, system: 0 }));

/** The module `url` serves the tasks. */
export function createThread<T extends Tasks>(url: URL, bounds: ThreadBounds): Thread<T> {
  const { outputMaxCharacters, deadlineMs, processorMs } = bounds;
  let started: Started | null = null;
  let ending: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  let idle: NodeJS.Timeout | undefined;

  /** Throws where the system has no thread to give. */
  function start(): Started {
    const workerData: ThreadData = { outputMaxCharacters };
    const { memoryMb, youngMemoryMb, stackMb } = bounds;
    const worker = new Worker(url, {
      workerData,
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMb,
        ...(youngMemoryMb !== undefined && { maxYoungGenerationSizeMb: youngMemoryMb }),
        stackSizeMb: stackMb,
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
    if (ended !== undefined) ending = Promise.all([ending, ended.terminate()]);
    await ending;
  }

  function startAgain(): void {
    try {
      started = start();
    } catch {
      // The next work tries again, and fails if that does.
    }
  }

  async function work(
    thread: Started,
    posted: { readonly name: string; readonly task: unknown },
    nobodyWaits: AbortSignal,
  ): Promise<Outcome<unknown>> {
    const { worker } = thread;
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
    const lookAfter = (ms: number, limitMs: number, before: NodeJS.CpuUsage) => {
      watch = setTimeout(async () => {
        const used = await usageOf(worker, before);
        const leftMs = limitMs - (used.user + used.system) / 1_000;
        if (leftMs <= 0) stopSlow();
        else if (isWatched) lookAfter(Math.max(leftMs, LOOK_MIN_MS), limitMs, before);
      }, ms);
    };
    const begin = () => {
      clearTimeout(deadline);
      deadline = setTimeout(stopSlow, deadlineMs);
      if (processorMs !== undefined)
        void usageOf(worker).then((before) => isWatched && lookAfter(processorMs, processorMs, before));
      try {
        worker.postMessage(posted);
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
      // Too little memory for the modules is no matter of the files.
      const isOfTask = thread.isReady && Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isOfTask) stop({ kind: 'stopped', reason: 'too-complex' });
      else reject(error);
    };
    const exit = () => reject(new Error('the thread that reads files ended'));
    worker.on('message', receive).on('messageerror', reject).on('error', fail).on('exit', exit);
    nobodyWaits.addEventListener('abort', leave, { once: true });
    // A program does not end while it waits for work.
    worker.ref();
    try {
      if (thread.isReady) begin();
      else deadline = setTimeout(() => reject(new Error('the thread that reads files did not start')), START_LIMIT_MS);
      const { outcome, isOver } = await promise;
      if (isOver) {
        await end();
        if (outcome.kind === 'stopped') startAgain();
      }
      return outcome;
    } finally {
      isWatched = false;
      clearTimeout(deadline);
      clearTimeout(watch);
      nobodyWaits.removeEventListener('abort', leave);
      worker.off('message', receive).off('messageerror', reject).off('error', fail).off('exit', exit);
      worker.unref();
    }
  }

  return {
    isBusy: () => isBusy,
    end,
    async run(name, task, nobodyWaits) {
      if (nobodyWaits.aborted) return { kind: 'left' };
      isBusy = true;
      clearTimeout(idle);
      try {
        // Otherwise there would be more threads than there may be.
        await ending;
        if (nobodyWaits.aborted) return { kind: 'left' };
        started ??= start();
        const outcome = await work(started, { name, task }, nobodyWaits);
        // What the worker posts is what its table of work returns.
        return outcome as Outcome<ReturnType<T[typeof name]>>;
      } catch (error) {
        await end();
        throw error;
      } finally {
        isBusy = false;
        idle = setTimeout(() => void end(), bounds.idleMs).unref();
      }
    },
  };
}
