import { availableParallelism } from 'node:os';
import { leastDisturbed, median } from '../../measuring/compare.ts';
import type { Bench, Finding } from '../../reporting/row.ts';
import { type BenchService, startService } from '../../servers/bench-service.ts';
import { comeBack, goToCodeHost, type WayBack } from '../../worlds/sign-in.ts';

const AT_ONCE = 200;
const INSTANCES = [1, 2, 4] as const;
/** The first burst of a round reopens connections that instances closed meanwhile. */
const BURSTS = 2;
/** Rounds for each number of instances; the second least disturbed burst gives the rate. */
const ROUNDS = 10;
const BRIEF_ROUNDS = 3;
/** Sign-ins after which an instance runs the code that Node.js ends up with. */
const WARM_AFTER = 400;
/** Allowed difference between equal runs. */
const LEAST_OF_ONE = 0.95;
/** People on their way to the code host at the same time. */
const ON_THE_WAY = 8;

/** One round with some of the instances. */
interface Burst {
  readonly perSecond: number;
  /** Processor time of one sign-in. */
  readonly instancesMicros: number;
  readonly postgresMicros: number;
}

/**
 * With one, two and four instances in turn, all of which are there throughout. On a machine with few processors more
 * instances sign nobody in faster: the rate must not fall. Processor time for one sign-in stands beside it.
 */
export async function manyAtOnce(bench: Bench): Promise<readonly Finding[]> {
  const logins = await bench.codeHost.act('addPeople', AT_ONCE, 'many');
  const services = await startInstances(bench, Math.max(...INSTANCES));
  try {
    let refused = 0;
    const burst = async (instances: number, waysBack: readonly WayBack[]): Promise<Burst> => {
      const before = await cpuOf(bench, services);
      const { perSecond, failed } = await signInAll(services.slice(0, instances), waysBack);
      const after = await cpuOf(bench, services);
      refused += failed;
      return {
        perSecond,
        instancesMicros: (after.instances - before.instances) / AT_ONCE,
        postgresMicros: (after.postgres - before.postgres) / AT_ONCE,
      };
    };
    // Each instance gets warm by itself.
    for (let done = 0; done < WARM_AFTER * services.length; done += AT_ONCE) {
      await burst(services.length, await waysBackOf(services, logins));
    }
    // Until then an instance may be too slow for its own limits.
    refused = 0;
    const bursts = new Map<number, Burst[]>(INSTANCES.map((instances) => [instances, []]));
    for (let round = 0; round < (bench.isBrief ? BRIEF_ROUNDS : ROUNDS); round += 1) {
      // Forwards and backwards, so that no number has always the same before it.
      for (const instances of round % 2 === 0 ? INSTANCES : INSTANCES.toReversed()) {
        // All go to the code host first: connections to PostgreSQL that rest for ten seconds are closed.
        const waysBack: (readonly WayBack[])[] = [];
        for (let each = 0; each < BURSTS; each += 1) waysBack.push(await waysBackOf(services, logins));
        const [, ...measured] = await inTurn(waysBack, (ways) => burst(instances, ways));
        bursts.get(instances)?.push(...measured);
      }
    }
    return INSTANCES.slice(1).map((instances) => findingOf(instances, bursts, refused));
  } finally {
    for (const service of services) await service.stop();
  }
}

function findingOf(instances: number, bursts: ReadonlyMap<number, readonly Burst[]>, refused: number): Finding {
  const medianOf = (count: number, figure: (burst: Burst) => number) => median((bursts.get(count) ?? []).map(figure));
  const cost = ({ instancesMicros, postgresMicros }: Burst) => instancesMicros + postgresMicros;
  const ms = (micros: number) => (micros / 1000).toFixed(1);
  const text = (count: number) =>
    `${ms(medianOf(count, cost))} ms each (PostgreSQL ${ms(medianOf(count, ({ postgresMicros }) => postgresMicros))})`;
  const rate = (count: number) => -leastDisturbed((bursts.get(count) ?? []).map(({ perSecond }) => -perSecond));
  return {
    what: `${AT_ONCE} sign-ins at once, PostgreSQL, ${instances} instances`,
    ours: `${text(instances)}${refused === 0 ? '' : `, ${refused} refused`}`,
    reference: `one instance: ${text(1)}`,
    // A rate of which some failed is none.
    ratio: refused > 0 ? null : rate(instances) / rate(1),
    target: { least: LEAST_OF_ONE },
    byClock: true,
    rates: `${rate(instances).toFixed(0)} and ${rate(1).toFixed(0)}`,
    limit: [`${availableParallelism()} processors for all instances, PostgreSQL, the code host and the load`],
  };
}

async function startInstances(bench: Bench, count: number): Promise<readonly BenchService[]> {
  const { codeHost, signInPort, folder } = bench;
  const databaseUrl = await bench.postgresUrl();
  const baseUrl = `http://localhost:${signInPort}`;
  const services: BenchService[] = [];
  for (let index = 0; index < count; index += 1) {
    const portOption = index === 0 ? { port: signInPort } : {};
    services.push(await startService({ codeHost, databaseUrl, folder, baseUrl, ...portOption }));
  }
  return services;
}

async function cpuOf({ postgresCpuMicros }: Bench, services: readonly BenchService[]) {
  const figures = await Promise.all(services.map((service) => service.figures()));
  return {
    instances: figures.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0),
    postgres: await postgresCpuMicros(),
  };
}

async function waysBackOf([first]: readonly BenchService[], logins: readonly string[]): Promise<readonly WayBack[]> {
  const waysBack: WayBack[] = [];
  for (let at = 0; at < logins.length; at += ON_THE_WAY) {
    const some = logins.slice(at, at + ON_THE_WAY);
    waysBack.push(...(await Promise.all(some.map((login) => goToCodeHost(first?.url ?? '', login)))));
  }
  return waysBack;
}

async function signInAll(services: readonly BenchService[], waysBack: readonly WayBack[]) {
  const startedAt = performance.now();
  const outcomes = await Promise.allSettled(
    waysBack.map((wayBack, index) => comeBack(services[index % services.length]?.url ?? '', wayBack)),
  );
  const signedIn = outcomes.filter(({ status }) => status === 'fulfilled').length;
  return { perSecond: signedIn / ((performance.now() - startedAt) / 1000), failed: outcomes.length - signedIn };
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const outcomes: R[] = [];
  for (const item of items) outcomes.push(await work(item));
  return outcomes;
}
