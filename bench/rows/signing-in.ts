import { median } from '../measuring/compare.ts';
import { atMost } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { type BenchService, startService } from '../servers/bench-service.ts';
import { addPeople, comeBack, goToCodeHost } from '../worlds/sign-in.ts';
import { databaseUrlOf } from './people-served.ts';

const LATENCY_MS = 100;
const ROUND_TRIPS = 2;
const OWN_MS = 10;
const SIGN_INS = 15;
const AT_ONCE = 200;
const RUNS = 3;
/** What two runs of the same may differ by. */
const LEAST_OF_ONE = 0.9;

/** Row 7: signing in with a code host far away, and many at once with several instances on one PostgreSQL. */
export async function signingIn(bench: Bench): Promise<readonly Finding[]> {
  return [await oneByOne(bench), ...(await manyAtOnce(bench))];
}

async function oneByOne(bench: Bench): Promise<Finding> {
  const { simulator, signInPort: port, folder } = bench;
  const databaseUrl = await databaseUrlOf(bench, 'SQLite');
  const service = await startService({ simulator, databaseUrl, folder, port });
  const times: number[] = [];
  const waysBack = [];
  for (let index = 0; index < SIGN_INS; index += 1) waysBack.push(await goToCodeHost(service.url, 'ada'));
  simulator.control.latencyMs(LATENCY_MS);
  for (const wayBack of waysBack) {
    const startedAt = performance.now();
    await comeBack(service.url, wayBack);
    times.push(performance.now() - startedAt);
  }
  simulator.control.latencyMs(0);
  await service.stop();
  return atMost(`sign-in, ${LATENCY_MS} ms away: beside ${ROUND_TRIPS} round trips`, {
    ours: median(times) - ROUND_TRIPS * LATENCY_MS,
    reference: OWN_MS,
    unit: 'ms',
  });
}

async function manyAtOnce(bench: Bench): Promise<readonly Finding[]> {
  const logins = addPeople(bench.simulator, AT_ONCE, 'many');
  const one = await rateWith(bench, 1, logins);
  const findings: Finding[] = [];
  for (const instances of [2, 4]) {
    const several = await rateWith(bench, instances, logins);
    findings.push({
      what: `${AT_ONCE} sign-ins at once, PostgreSQL, ${instances} instances`,
      ours: rateText(several),
      reference: `one instance: ${rateText(one)}`,
      // A rate of which some failed is none.
      ratio: several.failed > 0 ? null : several.perSecond / one.perSecond,
      target: { least: LEAST_OF_ONE },
    });
  }
  return findings;
}

interface Rate {
  /** Of those that were signed in; median over the runs. */
  readonly perSecond: number;
  readonly failed: number;
}

const rateText = ({ perSecond, failed }: Rate): string =>
  `${perSecond.toFixed(0)} a second${failed === 0 ? '' : `, ${failed} refused`}`;

async function rateWith(bench: Bench, instances: number, logins: readonly string[]): Promise<Rate> {
  const { simulator, signInPort, folder } = bench;
  const databaseUrl = await bench.postgresUrl();
  const baseUrl = `http://localhost:${signInPort}`;
  const services: BenchService[] = [];
  try {
    for (let index = 0; index < instances; index += 1) {
      const place = index === 0 ? { port: signInPort } : {};
      services.push(await startService({ simulator, databaseUrl, folder, baseUrl, ...place }));
    }
    const rates: number[] = [];
    let failed = 0;
    // The first run finds nobody known and nothing warm.
    for (let run = 0; run <= RUNS; run += 1) {
      const waysBack = [];
      for (const login of logins) waysBack.push(await goToCodeHost(baseUrl, login));
      const startedAt = performance.now();
      const outcomes = await Promise.allSettled(
        waysBack.map((wayBack, index) => comeBack(services[index % instances]?.url ?? baseUrl, wayBack)),
      );
      const signedIn = outcomes.filter(({ status }) => status === 'fulfilled').length;
      failed += outcomes.length - signedIn;
      if (run > 0) rates.push(signedIn / ((performance.now() - startedAt) / 1000));
    }
    return { perSecond: median(rates), failed };
  } finally {
    for (const service of services) await service.stop();
  }
}
