import type { Clock, Log } from '../../ports/system.ts';

const ASK_EVERY_MS = 30_000;
/** A slower answer is too inaccurate. */
const ANSWER_MAX_MS = 2_000;
/** Smaller differences are ignored, so that the time does not go back and forth. */
const DIFFERENCE_MS = 200;
/** A larger jump means that the machine's clock was set or the machine was paused. */
const MACHINE_STEP_MS = 1_000;

export interface SharedClockDeps {
  /** Null if the database uses this machine's clock. */
  readonly databaseTime: () => Promise<Date | null>;
  readonly machine: Clock;
  readonly log: Pick<Log, 'warn'>;
}

export interface SharedClock extends Clock {
  /** Never rejects: without an answer the last time stays. */
  synchronize(): Promise<void>;
  /** Returns a function that stops it. */
  keepSynchronized(): () => void;
}

interface Known {
  readonly time: number;
  readonly monotonic: number;
}

/** Between reads of the database's clock it follows the monotonic clock; before the first, the machine's. */
export function createSharedClock({ databaseTime, machine, log }: SharedClockDeps): SharedClock {
  let known: Known | null = null;
  let machineAheadMs = 0;
  let asking: Promise<void> | null = null;

  const timeAt = ({ time, monotonic }: Known): number => time + performance.now() - monotonic;

  async function ask(): Promise<void> {
    const askedAt = performance.now();
    const answer = await databaseTime();
    const tookMs = performance.now() - askedAt;
    if (answer === null || tookMs > ANSWER_MAX_MS) return;
    const seen = { time: answer.getTime(), monotonic: askedAt + tookMs / 2 };
    if (known === null || Math.abs(timeAt(known) - timeAt(seen)) > DIFFERENCE_MS) known = seen;
    machineAheadMs = machine.now().getTime() - timeAt(known);
  }

  function synchronize(): Promise<void> {
    asking ??= ask()
      .catch((error: unknown) => log.warn({ err: error }, 'the database could not be asked for its time'))
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  return {
    now() {
      const machineNow = machine.now();
      if (known === null) return machineNow;
      const time = timeAt(known);
      const stepMs = machineNow.getTime() - time - machineAheadMs;
      if (Math.abs(stepMs) > MACHINE_STEP_MS) {
        machineAheadMs += stepMs;
        void synchronize();
      }
      return new Date(time);
    },
    synchronize,
    keepSynchronized() {
      const timer = setInterval(() => void synchronize(), ASK_EVERY_MS).unref();
      return () => clearInterval(timer);
    },
  };
}
