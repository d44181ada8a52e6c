import { leastDisturbed, median } from '../../measuring/compare.ts';
import type { Bench, Finding } from '../../reporting/row.ts';
import { startService } from '../../servers/bench-service.ts';
import { comeBack, goToCodeHost, signIn } from '../../worlds/sign-in.ts';
import { databaseUrlOf } from '../people-served.ts';
import { manyAtOnce } from './signing-in-at-once.ts';

const LATENCY_MS = 100;
/** A sign-in requests the token, then profile and installations at once. */
const ROUND_TRIPS = ['/login/oauth/access_token', '/graphql'];
const OWN_MS = 10;
/** Per turn, whose second fastest counts; findings show the median over the turns. */
const SIGN_INS = 8;
const TURNS = 5;
const WARM_UPS = 200;

/** Row 7: sign-ins with a distant code host, and concurrent ones at several instances on one PostgreSQL. */
export async function signingIn(bench: Bench): Promise<readonly Finding[]> {
  return [await oneByOne(bench), ...(await manyAtOnce(bench))];
}

async function oneByOne(bench: Bench): Promise<Finding> {
  const { codeHost, signInPort: port, folder } = bench;
  const databaseUrl = await databaseUrlOf(bench, 'SQLite');
  const service = await startService({ codeHost, databaseUrl, folder, port });
  const added: number[] = [];
  const direct: number[] = [];
  for (let index = 0; index < WARM_UPS; index += 1) await signIn(service.url, 'ada');
  const nearby: number[] = [];
  for (const [latencyMs, all] of [
    [0, nearby],
    [LATENCY_MS, added],
  ] as const) {
    await codeHost.act('answerAfterMs', 0);
    const waysBack = [];
    for (let index = 0; index < SIGN_INS * TURNS; index += 1) waysBack.push(await goToCodeHost(service.url, 'ada'));
    await codeHost.act('answerAfterMs', latencyMs);
    for (let turn = 0; turn < TURNS; turn += 1) {
      const taken: number[] = [];
      for (const wayBack of waysBack.slice(turn * SIGN_INS, (turn + 1) * SIGN_INS)) {
        const roundTripsMs = await timeOf(() => makeRoundTrips(codeHost.url));
        if (latencyMs > 0) direct.push(roundTripsMs);
        taken.push((await timeOf(() => comeBack(service.url, wayBack))) - roundTripsMs);
      }
      all.push(leastDisturbed(taken));
    }
  }
  await codeHost.act('answerAfterMs', 0);
  await service.stop();
  const directMs = median(direct);
  const [oursMs, mostMs] = [directMs + median(added), directMs + OWN_MS];
  return {
    what: `sign-in, ${LATENCY_MS} ms away`,
    ours: `${oursMs.toFixed(0)} ms (${median(added).toFixed(1)} added)`,
    reference: `${ROUND_TRIPS.length} round trips made directly, and ${OWN_MS} ms: ${mostMs.toFixed(0)} ms`,
    ratio: oursMs / mostMs,
    target: { most: 1 },
    byClock: true,
    limit: [`added beside a code host that answers at once: ${median(nearby).toFixed(1)} ms`],
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Sends direct calls. The code host refuses them, which takes as long. */
async function makeRoundTrips(codeHostUrl: string): Promise<void> {
  for (const path of ROUND_TRIPS) {
    const answer = await fetch(`${codeHostUrl}${path}`, { method: 'POST', body: new URLSearchParams() });
    await answer.arrayBuffer();
  }
}
