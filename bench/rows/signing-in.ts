import { median } from '../measuring/compare.ts';
import { atMost } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { type BenchService, startService } from '../servers/bench-service.ts';
import { addPeople, comeBack, goToCodeHost, signIn } from '../worlds/sign-in.ts';
import { databaseUrlOf } from './people-served.ts';

const LATENCY_MS = 100;
/** What a sign-in asks in turn: the token, then profile and installations at once. */
const ROUND_TRIPS = ['/login/oauth/access_token', '/graphql'];
const OWN_MS = 10;
const SIGN_INS = 15;
const WARM_UPS = 200;
const AT_ONCE = 200;
const RUNS = 5;
/** Sign-ins after which an instance runs the code that Node.js ends up with. */
const WARM_AFTER = 600;
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
  const added: number[] = [];
  for (let index = 0; index < WARM_UPS; index += 1) await signIn(service.url, 'ada');
  const waysBack = [];
  for (let index = 0; index < SIGN_INS; index += 1) waysBack.push(await goToCodeHost(service.url, 'ada'));
  simulator.control.latencyMs(LATENCY_MS);
  for (const wayBack of waysBack) {
    const roundTripsMs = await timeOf(() => askInTurn(simulator.url));
    added.push((await timeOf(() => comeBack(service.url, wayBack))) - roundTripsMs);
  }
  simulator.control.latencyMs(0);
  await service.stop();
  return atMost(`sign-in, ${LATENCY_MS} ms away: beside ${ROUND_TRIPS.length} round trips made directly`, {
    ours: median(added),
    reference: OWN_MS,
    unit: 'ms',
  });
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The refusals of the code host take as long as its answers. */
async function askInTurn(codeHostUrl: string): Promise<void> {
  for (const path of ROUND_TRIPS) {
    const answer = await fetch(`${codeHostUrl}${path}`, { method: 'POST', body: new URLSearchParams() });
    await answer.arrayBuffer();
  }
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
    // Each instance gets warm by itself; before that, more of them are slower by what they have to compile.
    const warmUps = Math.ceil((WARM_AFTER * instances) / logins.length);
    for (let run = 0; run < warmUps + RUNS; run += 1) {
      const waysBack = [];
      for (const login of logins) waysBack.push(await goToCodeHost(baseUrl, login));
      const startedAt = performance.now();
      const outcomes = await Promise.allSettled(
        waysBack.map((wayBack, index) => comeBack(services[index % instances]?.url ?? baseUrl, wayBack)),
      );
      const signedIn = outcomes.filter(({ status }) => status === 'fulfilled').length;
      failed += outcomes.length - signedIn;
      if (run >= warmUps) rates.push(signedIn / ((performance.now() - startedAt) / 1000));
    }
    return { perSecond: median(rates), failed };
  } finally {
    for (const service of services) await service.stop();
  }
}
