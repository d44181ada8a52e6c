import { setTimeout as pause } from 'node:timers/promises';
import { startSimulator } from '@orgdesk/simulator';
import { createTestPostgres } from '../../server/test/support/databases/postgres.ts';
import { freePort } from '../../server/test/support/service/ports.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import type { Finding } from './finding.ts';
import { envOf, type Instance, startInstance } from './instance.ts';
import { type Load, type Request, startLoad } from './load.ts';
import { signInAt } from './sign-in-at.ts';

const RESTARTS = 5;
const REQUESTS_PER_SECOND = 200;
const QUERY = 'query ViewerProfile { viewer { login } }';

/**
 * Two instances on PostgreSQL behind a balancer that asks `/readyz` twice a second. Both are restarted, one after the
 * other, five times, with the default `SHUTDOWN_DELAY`, while requests come at a steady rate.
 */
export async function rollingRestart(): Promise<readonly Finding[]> {
  const postgres = await createTestPostgres();
  const [port, otherPort] = [await freePort(), await freePort()] as const;
  const simulator = await startSimulator({ app: { callbackUrls: [`http://localhost:${port}/api/auth`] } });
  simulator.control.rateLimits({ core: 1_000_000, graphql: 1_000_000 });
  const instances: Instance[] = [];
  try {
    for (const own of [port, otherPort]) {
      // Tests stop programs without a delay; blank is the default of the service.
      instances.push(await startInstance({ ...envOf(simulator, postgres.url, port, own), SHUTDOWN_DELAY: '' }));
    }
    const balancer = await startBalancer(instances.map(({ url }) => url));
    try {
      return await restartUnderLoad(instances, balancer);
    } finally {
      await balancer.close();
    }
  } finally {
    await Promise.all(instances.map(({ program }) => program.stop('SIGKILL')));
    await simulator.close();
    await postgres.remove();
  }
}

async function restartUnderLoad(instances: readonly Instance[], balancer: Balancer): Promise<readonly Finding[]> {
  for (const { url } of instances) await balancer.until(url, 'used');
  const [first] = instances;
  if (first === undefined) throw new Error('there is no instance');
  const load = startLoad(requestsOf(balancer.url, await signInAt(first.url, 'ada')), REQUESTS_PER_SECOND);
  await pause(1_000);

  let endedWell = 0;
  for (let round = 1; round <= RESTARTS; round += 1) {
    for (const instance of instances) {
      const { code } = await instance.program.stop('SIGTERM');
      if (code === 0) endedWell += 1;
      await balancer.until(instance.url, 'unused');
      instance.program = (await startInstance(instance.env)).program;
      await balancer.until(instance.url, 'used');
    }
    process.stderr.write(`  ${round} of ${RESTARTS} restarts, ${summaryOf(load)}\n`);
  }
  await load.stop();
  const stops = RESTARTS * instances.length;
  return [
    {
      what: `${RESTARTS} rolling restarts at ${REQUESTS_PER_SECOND} requests a second`,
      bound: 'none failed',
      seen: summaryOf(load),
      ok: load.failures().length === 0,
    },
    {
      what: 'rate of requests meanwhile',
      bound: `at least ${REQUESTS_PER_SECOND * 0.95} a second`,
      seen: `${load.perSecond().toFixed(0)} a second`,
      ok: load.perSecond() >= REQUESTS_PER_SECOND * 0.95,
    },
    {
      what: 'instances that were told to stop',
      bound: `${stops} of ${stops} ended with code 0`,
      seen: `${endedWell} of ${stops}`,
      ok: endedWell === stops,
    },
  ];
}

const summaryOf = (load: Load): string =>
  `${load.failures().length} of ${load.count()} failed, the longest took ${Math.round(load.longestMs())} ms${load
    .failures()
    .slice(0, 3)
    .map((failure) => `; ${failure}`)
    .join('')}`;

export const requestsOf = (url: string, headers: Readonly<Record<string, string>>): readonly Request[] => [
  { url: `${url}/api/auth/session`, headers },
  { url: `${url}/api/organizations`, headers },
  { url: `${url}/api/auth/session`, headers },
  { url: `${url}/api/install/status`, headers },
  {
    url: `${url}/api/github/graphql`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: QUERY, operationName: 'ViewerProfile' }),
  },
];
