import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startBalancer } from '../scripts/faults/balancer.ts';
import { scriptArguments } from '../scripts/script-arguments.ts';
import { freePort } from '../server/test/support/service/ports.ts';
import { HOURS, KINDS, type KindName } from './day/assumptions.ts';
import { compareWithArithmetic, comparisonText, isApart, type Spent } from './day/comparison.ts';
import { between, databaseFigures } from './day/database-figures.ts';
import { createDoer } from './day/doer.ts';
import { createPeople, type RequestMakers } from './day/people.ts';
import type { Results } from './reporting/results.ts';
import { createBenchPostgres } from './servers/bench-postgres.ts';
import { type BenchService, startService } from './servers/bench-service.ts';
import { startCodeHost } from './servers/code-host.ts';
import { signIn } from './worlds/sign-in.ts';

/*
 * Replays a day: `npm run replay:day`, or `npm run replay:day -- --people 500 --minutes 2`. So many people do in so many
 * minutes what docs/scale.md takes a day of theirs to be, with two instances of the service on PostgreSQL behind a
 * balancer and a simulated code host; then each kind of request is done by itself. Prints what the arithmetic says beside
 * what it came to. The exit code is 0 when they agree within the factors of docs/scale.md.
 */

const { values } = scriptArguments({
  name: 'replay:day',
  about: 'Replays a day of many people and compares the results with docs/scale.md.',
  options: {
    people: { type: 'string', default: '1000', description: 'number of people; default: 1000' },
    minutes: { type: 'string', default: '4', description: 'duration in minutes; default: 4' },
  },
});
const people = Number(values.people);
const hourMs = (Number(values.minutes) * 60_000) / HOURS.length;

const INSTANCES = 2;
const INVITER = 'ada';
/** Until then the instances do not yet run the code that Node.js ends up with. */
const WARM_UP_READS = 5_000;
const WARM_UP_OTHERS = 100;
const ALONE = 400;
const AT_ONCE = 8;
const IDLE_MS = 20_000;
/** Reads of the database's figures that lie between two of them. */
const OWN_TRANSACTIONS = 3;

const folder = await mkdtemp(join(tmpdir(), 'orgdesk-day-'));
const postgres = createBenchPostgres();
const closing = new AsyncDisposableStack();
try {
  process.exitCode = (await replay()) ? 0 : 1;
} finally {
  await closing.disposeAsync();
  await postgres.remove();
  await rm(folder, { recursive: true, force: true });
}

async function replay(): Promise<boolean> {
  const { makers, services, databaseUrl } = await begin();
  const spentBy = async (work: () => Promise<unknown>): Promise<Spent> => {
    const before = await spentUntilNow(services);
    await work();
    const after = await spentUntilNow(services);
    return {
      instancesMicros: after.instancesMicros - before.instancesMicros,
      postgresMicros: after.postgresMicros - before.postgresMicros,
    };
  };

  process.stderr.write('warming up …\n');
  const first = createDoer(makers);
  await first.many('sign-in', Math.ceil(people / 10), AT_ONCE);
  await first.many('session', WARM_UP_READS, AT_ONCE);
  for (const { name } of KINDS) if (name !== 'session') await first.many(name, WARM_UP_OTHERS, AT_ONCE);
  await first.many('sign-in', WARM_UP_OTHERS, AT_ONCE);

  process.stderr.write('nothing …\n');
  const idleBefore = await databaseFigures(databaseUrl);
  const idleFrom = performance.now();
  const idle = await spentBy(() => pause(IDLE_MS));
  const before = await databaseFigures(databaseUrl);
  const idleTransactions = between(idleBefore, before).transactions - OWN_TRANSACTIONS;
  const idleMs = performance.now() - idleFrom;

  process.stderr.write('the day …\n');
  const day = createDoer(makers);
  const dayFrom = performance.now();
  const hours: { readonly perSecond: number; readonly processors: number }[] = [];
  const spent = await spentBy(async () => {
    for (const hour of HOURS.keys()) hours.push(await playHour(hour));
  });
  const dayMs = performance.now() - dayFrom;
  const after = between(before, await databaseFigures(databaseUrl));
  const withoutIdle: Spent = {
    instancesMicros: spent.instancesMicros - (idle.instancesMicros * dayMs) / IDLE_MS,
    postgresMicros: spent.postgresMicros - (idle.postgresMicros * dayMs) / IDLE_MS,
  };
  const ownTransactions = OWN_TRANSACTIONS + Math.round((idleTransactions * (performance.now() - dayFrom)) / idleMs);

  async function playHour(hour: number) {
    const [requestsBefore, from] = [countOf(day.counts), performance.now()];
    const { instancesMicros } = await spentBy(() => day.hour(hour, people, hourMs));
    const ms = performance.now() - from;
    return { perSecond: (1000 * (countOf(day.counts) - requestsBefore)) / ms, processors: instancesMicros / 1000 / ms };
  }

  process.stderr.write('each kind by itself …\n');
  const alone = new Map<KindName, Spent>();
  for (const { name } of KINDS) {
    const doer = createDoer(makers);
    const { instancesMicros, postgresMicros } = await spentBy(() => doer.many(name, ALONE, AT_ONCE));
    alone.set(name, { instancesMicros: instancesMicros / ALONE, postgresMicros: postgresMicros / ALONE });
  }

  const [busiestHour = { perSecond: 0, processors: 0 }] = hours.toSorted((a, b) => b.perSecond - a.perSecond);
  const database = { ...after, transactions: after.transactions - ownTransactions };
  const measured = { counts: day.counts, spent: withoutIdle, database, alone };
  const compared = compareWithArithmetic(measured, await benchMicros());
  process.stdout.write(`${comparisonText(compared)}\n\n`);
  process.stdout.write(
    `${countOf(day.counts)} in all, ${day.failed()} failed. Busiest hour: ${busiestHour.perSecond.toFixed(0)} a second, ` +
      `${busiestHour.processors.toFixed(2)} processors for the instances.\n`,
  );
  return day.failed() === 0 && !compared.some(isApart);
}

/** Starts everything, and lets nobody in yet. */
async function begin(): Promise<{
  readonly makers: RequestMakers;
  readonly services: readonly BenchService[];
  readonly databaseUrl: string;
}> {
  const databaseUrl = await postgres.freshDatabaseUrl();
  const ports: number[] = [];
  for (let number = 0; number < INSTANCES; number += 1) ports.push(await freePort());
  const baseUrl = `http://localhost:${ports[0]}`;
  const codeHost = await startCodeHost({ callbackUrls: [`${baseUrl}/api/auth`] });
  closing.defer(codeHost.close);
  const services: BenchService[] = [];
  for (const port of ports) {
    const service = await startService({ codeHost, databaseUrl, folder, baseUrl, port });
    closing.defer(service.stop);
    services.push(service);
  }
  const balancer = await startBalancer(services.map(({ port }) => `http://127.0.0.1:${port}`));
  closing.defer(balancer.close);
  for (const { port } of services) await balancer.until(`http://127.0.0.1:${port}`, 'used');

  const logins = await codeHost.act('addPeople', people, 'day');
  const list = await codeHost.act('addLongList', logins[0] ?? '', 3);
  await codeHost.act('allowInvitations', 'acme', 1_000_000);
  const organization = await organizationOf(balancer.url, logins[0] ?? '', list.owner);
  const { makers, close } = createPeople({ url: balancer.url, codeHost, logins, organization, list }, INVITER);
  closing.defer(async () => close());
  return { makers, services, databaseUrl };
}

/** One that somebody shares with all others. */
async function organizationOf(url: string, login: string, own: string): Promise<string> {
  const answer = await fetch(`${url}/api/organizations`, {
    headers: { authorization: `Bearer ${await signIn(url, login)}` },
  });
  const { organizations } = (await answer.json()) as { readonly organizations: readonly { readonly login: string }[] };
  const shared = organizations.find((organization) => organization.login !== own);
  if (shared === undefined) throw new Error(`${login} is in no organization`);
  return shared.login;
}

async function spentUntilNow(services: readonly BenchService[]): Promise<Spent> {
  const figures = await Promise.all(services.map((service) => service.figures()));
  return {
    instancesMicros: figures.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0),
    postgresMicros: await postgres.cpuMicros(),
  };
}

async function benchMicros(): Promise<ReadonlyMap<KindName, number | null>> {
  const { results } = JSON.parse(await readFile(new URL('./results.json', import.meta.url), 'utf8')) as Results;
  return new Map(KINDS.map((kind) => [kind.name, kind.benchMicros?.(results) ?? null]));
}

function countOf(counts: ReadonlyMap<KindName, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
