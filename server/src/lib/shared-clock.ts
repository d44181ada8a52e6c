import {
  CLOCK_ANSWER_MAX_MS,
  CLOCK_ASK_EVERY_MS,
  CLOCK_DIFFERENCE_MS,
  MACHINE_CLOCK_STEP_MS,
} from './limits/operate.ts';
import type { Clock, Log } from './system.ts';

interface SharedClockDeps {
  /** Null if the database uses this machine's clock. */
  readonly databaseTime: () => Promise<Date | null>;
  readonly machine: Clock;
  readonly log: Pick<Log, 'warn'>;
}

interface SharedClock extends Clock {
  /** Never rejects: without an answer the last time stays. */
  synchronize(): Promise<void>;
  keepSynchronized(): () => void;
}

interface TimeReading {
  readonly time: number;
  readonly monotonic: number;
}

/** Between reads of the database's clock it follows the monotonic clock; before the first, the machine's. */
export function createSharedClock({ databaseTime, machine, log }: SharedClockDeps): SharedClock {
  let reading: TimeReading | null = null;
  let machineAheadMs = 0;
  let asking: Promise<void> | null = null;

  const timeAt = ({ time, monotonic }: TimeReading): number => time + performance.now() - monotonic;

  async function ask(): Promise<void> {
    const requestedAt = performance.now();
    const answer = await databaseTime();
    const tookMs = performance.now() - requestedAt;
    if (answer === null || tookMs > CLOCK_ANSWER_MAX_MS) return;
    const latest = { time: answer.getTime(), monotonic: requestedAt + tookMs / 2 };
    if (reading === null || Math.abs(timeAt(reading) - timeAt(latest)) > CLOCK_DIFFERENCE_MS) reading = latest;
    machineAheadMs = machine.now().getTime() - timeAt(reading);
  }

  function synchronize(): Promise<void> {
    asking ??= ask()
      .catch((error: unknown) => log.warn({ err: error }, "could not read the database's time"))
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  return {
    now() {
      const machineNow = machine.now();
      if (reading === null) return machineNow;
      const time = timeAt(reading);
      const stepMs = machineNow.getTime() - time - machineAheadMs;
      if (Math.abs(stepMs) > MACHINE_CLOCK_STEP_MS) {
        machineAheadMs += stepMs;
        void synchronize();
      }
      return new Date(time);
    },
    synchronize,
    keepSynchronized() {
      const timer = setInterval(() => void synchronize(), CLOCK_ASK_EVERY_MS).unref();
      return () => clearInterval(timer);
    },
  };
}
