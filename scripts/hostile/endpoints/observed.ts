import { setTimeout as delay } from 'node:timers/promises';
import { ORGANIZATION_FILE } from '../../../server/src/lib/limits/people.ts';
import { startProbe } from '../probe.ts';
import { type Headers, OTHER_PERSON, type Scene } from './scene.ts';

/** Memory that an attack may add to what the service holds when it has served some requests. */
export const MEMORY_GROWTH_MEGABYTES = 100;
/** Files are read in threads, each with a heap of its own, which is part of the 512 MB of an instance. */
export const FILES_GROWTH_MEGABYTES =
  MEMORY_GROWTH_MEGABYTES +
  ORGANIZATION_FILE.workersMax * (ORGANIZATION_FILE.workerOldMb + ORGANIZATION_FILE.workerYoungMb);
/** Webhook bodies may take 128 MB together, and a growing one its former half as well. */
export const WEBHOOK_GROWTH_MEGABYTES = 192;
/** Bounds another person's read: this factor over a read without attack, at least the minimum, at most the maximum. */
export const READ_FACTOR = 20;
export const READ_FLOOR_MS = 1_000;
export const READ_CEILING_MS = 4_000;

const WARM_UP_REQUESTS = 1_500;
const CALM_MS = 100;
const CALM_WITHIN_MS = 15_000;

export interface Observed {
  readonly megabytes: number;
  readonly readMs: number;
}

/** Looks at one service during attacks. */
export interface Observer {
  readonly readLimitMs: number;
  during(attack: () => Promise<void>): Promise<Observed>;
}

export async function createObserver(scene: Scene): Promise<Observer> {
  const other: Headers = await scene.signIn(OTHER_PERSON);
  for (let sent = 0; sent < WARM_UP_REQUESTS; sent += 50) {
    await Promise.all(
      Array.from({ length: 50 }, async () =>
        (await fetch(`${scene.url}/api/organizations`, { headers: other })).text(),
      ),
    );
  }
  const measured = async (attack: () => Promise<void>) => {
    const stop = await startProbe({ url: `${scene.url}/api/organizations`, headers: other });
    await attack();
    return expectedReadMs(await stop());
  };
  const usualReadMs = await measured(() => delay(1_000));
  const idle = await scene.residentMegabytes();
  return {
    readLimitMs: Math.min(READ_CEILING_MS, Math.max(READ_FLOOR_MS, READ_FACTOR * usualReadMs)),
    async during(attack) {
      await calm(scene);
      await scene.resetPeak();
      const readMs = await measured(attack);
      const peak = await scene.peakMegabytes();
      // One that has ended holds nothing any more.
      return { megabytes: peak === 0 ? Infinity : peak - idle, readMs };
    },
  };
}

/** How long a read takes for who comes at any moment: long ones count for as long as they take. */
function expectedReadMs(times: readonly number[]): number {
  const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);
  return sum(times.map((ms) => ms * ms)) / sum(times);
}

/** Waits until what an attack left behind is done with. */
async function calm({ url }: Scene): Promise<void> {
  const endsAt = performance.now() + CALM_WITHIN_MS;
  while (performance.now() < endsAt) {
    const begunAt = performance.now();
    const ready = await fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (ready && performance.now() - begunAt < CALM_MS) return;
    await delay(50);
  }
}
