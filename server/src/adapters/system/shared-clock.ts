import type { Clock, Log } from '../../ports/system.ts';

/** How often the database is asked for its time. */
const ASK_EVERY_MS = 30_000;
/** An answer that took longer says too little of the time it was given at. */
const ANSWER_MAX_MS = 2_000;
/** Smaller differences are left, so that the time does not go back and forth. */
const DIFFERENCE_MS = 200;
/** The machine's clock moved by itself, or the machine stood still: what is known counts until the next answer. */
const MACHINE_STEP_MS = 1_000;

export interface SharedClockDeps {
  /** The database's time; null where it has the clock of this machine. */
  readonly databaseTime: () => Promise<Date | null>;
  readonly machine: Clock;
  readonly log: Pick<Log, 'warn'>;
}

export interface SharedClock extends Clock {
  /** Asks once. Never rejects: without an answer, what is known counts on. */
  synchronize(): Promise<void>;
  /** Asks now and then, until it is told to stop. */
  keepSynchronized(): () => void;
}

/** What was known at a moment of `performance.now()`. */
interface Known {
  readonly time: number;
  readonly monotonic: number;
}

/**
 * The database's clock, for all instances on it, whatever their machines say; between two answers it goes on by the
 * machine's monotonic clock, which nobody puts back. Until the first answer, it is the machine's clock.
 */
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
