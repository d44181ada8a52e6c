import { setTimeout as delay } from 'node:timers/promises';
import type { HostileRequest } from './requests.ts';
import type { Scene } from './scene.ts';

const PAUSE_MS = 25;
const LIMIT_MS = 10_000;

/** Sends a request of another person again and again until `over`; returns the middle time to the first byte. */
export async function timeUntilAnswered(
  { url }: Scene,
  { path, method, headers, body }: HostileRequest,
  over: AbortSignal,
): Promise<number> {
  const times: number[] = [];
  do {
    const begunAt = performance.now();
    const signal = AbortSignal.timeout(LIMIT_MS);
    const answer = await fetch(`${url}${path}`, { method, headers, body, redirect: 'manual', signal }).catch(
      () => null,
    );
    times.push(answer === null ? LIMIT_MS : performance.now() - begunAt);
    await answer?.body?.cancel().catch(() => {});
    await delay(PAUSE_MS);
  } while (!over.aborted);
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? LIMIT_MS;
}
