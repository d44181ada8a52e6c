import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startSimulator } from '@orgdesk/simulator';
import pg from 'pg';
import { createTestPostgres, type TestPostgres } from '../../server/test/support/databases/postgres.ts';
import { freePort } from '../../server/test/support/service/ports.ts';
import { runProgram } from '../../server/test/support/service/program.ts';
import { type Door, openDoor } from './door.ts';
import type { Finding } from './finding.ts';
import { envOf, startInstance } from './instance.ts';
import { type Answered, mixOf, startMixedLoad } from './mixed-load.ts';
import { signInAt } from './sign-in-at.ts';

const AWAY_MS = 10_000;
const ANSWER_LIMIT_MS = 2_000;
const BACK_LIMIT_MS = 1_000;
const REQUESTS_PER_SECOND = 80;
/** Before and after; and how long a request that was sent before it may still be among those that met it. */
const CALM_MS = 4_000;

/** A way in which a database goes away, and comes back. */
interface Way {
  readonly name: string;
  readonly leave: (postgres: TestPostgres, door: Door) => Promise<unknown>;
  readonly comeBack: (postgres: TestPostgres, door: Door) => Promise<unknown>;
}

const WAYS: readonly Way[] = [
  { name: 'stopped', leave: (postgres) => postgres.stop(), comeBack: (postgres) => postgres.start() },
  {
    name: 'silent (nothing passes)',
    leave: async (_postgres, door) => door.shut(true),
    comeBack: async (_postgres, door) => door.shut(false),
  },
];

/**
 * An instance on PostgreSQL that goes away for ten seconds, in two ways, while everything is asked for at a steady rate. An
 * installation is suspended meanwhile: its delivery fails, and is asked for again.
 */
export async function databaseAway(): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const way of WAYS) findings.push(...(await tryWay(way)));
  return findings;
}

async function tryWay(way: Way): Promise<readonly Finding[]> {
  const postgres = await createTestPostgres();
  const door = await openDoor(postgres.url);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const simulator = await startSimulator({
    app: {
      callbackUrls: [`${url}/api/auth`],
      webhookUrl: `${url}/api/install/webhook`,
      webhookSecret: 'a secret of the faults',
    },
  });
  simulator.control.rateLimits({ core: 1_000_000, graphql: 1_000_000 });
  const env = { ...envOf(simulator, door.url, port, port), LOG_LEVEL: 'error' };
  const instance = await startInstance(env);
  try {
    const people = { signedIn: await signInAt(url, 'ada'), due: await signInAt(url, 'grace') };
    await makeDue(postgres.url, people.due);
    const load = startMixedLoad(url, mixOf(simulator, people), REQUESTS_PER_SECOND);
    await pause(CALM_MS);
    await way.leave(postgres, door);
    const awayAt = performance.now();
    await pause(AWAY_MS / 2);
    await makeDue(postgres.url, people.due).catch(() => {});
    const suspended = simulator.world.installationOf(simulator.world.organization('acme')?.id ?? 0)?.id ?? 0;
    simulator.control.platform.suspend(suspended);
    await pause(AWAY_MS / 2);
    const returningAt = performance.now();
    await way.comeBack(postgres, door);
    const backAt = performance.now();
    await pause(CALM_MS);
    await load.stop();
    const meanwhile = load.answers.filter(({ sentAt, tookMs }) => sentAt > awayAt && sentAt + tookMs < returningAt);
    return [
      ...judge(way.name, { meanwhile, answers: load.answers, backAt }),
      await lostDelivery(way.name, env, url, people.signedIn),
    ];
  } finally {
    await instance.program.stop('SIGKILL');
    await simulator.close();
    door.close();
    await postgres.remove();
  }
}

interface Seen {
  /** Sent and answered while it was away for certain. */
  readonly meanwhile: readonly Answered[];
  readonly answers: readonly Answered[];
  readonly backAt: number;
}

const NEEDS_NONE = 'start of a sign-in';

function judge(way: string, { meanwhile, answers, backAt }: Seen): readonly Finding[] {
  const dependent = meanwhile.filter(({ kind }) => kind !== NEEDS_NONE);
  const right = dependent.filter(
    ({ kind, outcome, outage }) => outcome === (kind === 'webhook' ? '500' : '503') && outage !== null,
  );
  const tally = (list: readonly Answered[]) =>
    [...Map.groupBy(list, ({ outcome }) => outcome)]
      .map(([outcome, { length }]) => `${length} × ${outcome}`)
      .join(', ');
  const starts = meanwhile.filter(({ kind }) => kind === NEEDS_NONE);
  const longest = answers.toSorted((a, b) => b.tookMs - a.tookMs)[0];
  const longestMs = longest?.tookMs ?? Number.POSITIVE_INFINITY;
  const firsts = [...Map.groupBy(answers, ({ kind }) => kind)].map(([kind, list]) => {
    const first = list.filter(({ isUsual, sentAt }) => isUsual && sentAt > backAt - ANSWER_LIMIT_MS);
    const afterMs =
      Math.min(...first.map(({ sentAt, tookMs }) => sentAt + tookMs).filter((at) => at > backAt)) - backAt;
    return { kind, afterMs: Math.max(0, afterMs) };
  });
  const slowest = firsts.toSorted((a, b) => b.afterMs - a.afterMs)[0];
  const later = answers.filter(({ sentAt }) => sentAt > backAt + BACK_LIMIT_MS);
  const unusual = later.filter(({ isUsual }) => !isUsual);
  return [
    {
      what: `database ${way}: answers meanwhile of what needs it`,
      bound: 'all 503, webhooks 500, with the reason',
      seen:
        right.length === dependent.length
          ? tally(dependent)
          : `${tally(dependent)}; ${wrongOnes(dependent.filter((one) => !right.includes(one)))}`,
      ok: dependent.length > 0 && right.length === dependent.length,
    },
    {
      what: `database ${way}: sign-ins begun meanwhile`,
      bound: 'all 302',
      seen: tally(starts),
      ok: starts.length > 0 && starts.every(({ isUsual }) => isUsual),
    },
    {
      what: `database ${way}: longest answer of ${answers.length}`,
      bound: `under ${ANSWER_LIMIT_MS} ms`,
      seen: `${Math.round(longestMs)} ms (${longest?.kind}, ${longest?.outcome})`,
      ok: longestMs < ANSWER_LIMIT_MS,
    },
    {
      what: `database ${way}: first success of each kind after it is back`,
      bound: `within ${BACK_LIMIT_MS} ms`,
      seen: slowest === undefined ? 'none' : `${Math.round(slowest.afterMs)} ms at the latest (${slowest.kind})`,
      ok: slowest !== undefined && slowest.afterMs <= BACK_LIMIT_MS,
    },
    {
      what: `database ${way}: answers from a second after it is back`,
      bound: 'all as usual',
      seen:
        unusual.length === 0 ? `${later.length} as usual` : `${unusual.length} of ${later.length}: ${tally(unusual)}`,
      ok: later.length > 0 && unusual.length === 0,
    },
  ];
}

const wrongOnes = (list: readonly Answered[]): string =>
  [...Map.groupBy(list, ({ kind, outcome }) => `${kind} ${outcome}`)]
    .map(
      ([what, ones]) => `${ones.length} ${what} up to ${Math.round(Math.max(...ones.map(({ tookMs }) => tookMs)))} ms`,
    )
    .join(', ');

/** A token that ends in two minutes is refreshed by the next read. */
async function makeDue(databaseUrl: string, { authorization = '' }: Readonly<Record<string, string>>): Promise<void> {
  const key = createHash('sha256').update(authorization.replace('Bearer ', '')).digest('hex');
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  await client.connect();
  const soon = Date.now() + 120_000;
  await client.query('update sessions set access_token_expires_at = $1 where session_key = $2', [soon, key]);
  await client.end();
}

/** Requests a delivery that failed meanwhile again, as a comparison does. */
async function lostDelivery(
  way: string,
  env: Readonly<Record<string, string>>,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Finding> {
  const { code } = await runProgram({ parameters: ['reconcile'], env }).ended;
  const answer = await fetch(`${url}/api/organizations/acme`, { headers });
  const { organization } = (await answer.json()) as { readonly organization?: { readonly suspendedAt: string | null } };
  const isKnown = organization?.suspendedAt != null;
  return {
    what: `database ${way}: an installation that was suspended meanwhile`,
    bound: 'is shown as suspended after a comparison',
    seen: `${isKnown ? 'is' : 'is not'} (comparison ended with ${code})`,
    ok: isKnown && code === 0,
  };
}
