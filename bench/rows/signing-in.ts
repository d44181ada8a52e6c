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
const INSTANCES = [1, 2, 4];
const ROUNDS = 5;
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

/** In turn, so that what else the machine does reaches all alike: the instances are there, and some get sign-ins. */
async function manyAtOnce(bench: Bench): Promise<readonly Finding[]> {
  const logins = addPeople(bench.simulator, AT_ONCE, 'many');
  const services = await startInstances(bench, Math.max(...INSTANCES));
  try {
    let refused = 0;
    const signInAll = async (instances: number): Promise<number> => {
      const { perSecond, failed } = await rateOf(services.slice(0, instances), logins);
      refused += failed;
      return perSecond;
    };
    // Each instance gets warm by itself.
    for (let done = 0; done < WARM_AFTER * services.length; done += AT_ONCE) await signInAll(services.length);
    const rounds: (readonly number[])[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const rates: number[] = [];
      for (const instances of INSTANCES) {
        // Opens the connections that instances closed while others had their turn.
        await signInAll(instances);
        rates.push(await signInAll(instances));
      }
      rounds.push(rates);
    }
    const rateText = (index: number) => `${median(rounds.map((rates) => rates[index] ?? 0)).toFixed(0)} a second`;
    return INSTANCES.slice(1).map((instances, index) => ({
      what: `${AT_ONCE} sign-ins at once, PostgreSQL, ${instances} instances`,
      ours: `${rateText(index + 1)}${refused === 0 ? '' : `, ${refused} refused`}`,
      reference: `one instance: ${rateText(0)}`,
      // A rate of which some failed is none.
      ratio: refused > 0 ? null : median(rounds.map(([one = 0, ...others]) => (others[index] ?? 0) / one)),
      target: { least: LEAST_OF_ONE },
    }));
  } finally {
    for (const service of services) await service.stop();
  }
}

async function startInstances(bench: Bench, count: number): Promise<readonly BenchService[]> {
  const { simulator, signInPort, folder } = bench;
  const databaseUrl = await bench.postgresUrl();
  const baseUrl = `http://localhost:${signInPort}`;
  const services: BenchService[] = [];
  for (let index = 0; index < count; index += 1) {
    const place = index === 0 ? { port: signInPort } : {};
    services.push(await startService({ simulator, databaseUrl, folder, baseUrl, ...place }));
  }
  return services;
}

async function rateOf(services: readonly BenchService[], logins: readonly string[]) {
  const [first] = services;
  if (first === undefined) throw new Error('no instance');
  const waysBack = [];
  for (const login of logins) waysBack.push(await goToCodeHost(first.url, login));
  const startedAt = performance.now();
  const outcomes = await Promise.allSettled(
    waysBack.map((wayBack, index) => comeBack((services[index % services.length] ?? first).url, wayBack)),
  );
  const signedIn = outcomes.filter(({ status }) => status === 'fulfilled').length;
  return { perSecond: signedIn / ((performance.now() - startedAt) / 1000), failed: outcomes.length - signedIn };
}
