import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createTestPostgres } from '../../server/test/support/databases/postgres.ts';
import type { Finding } from './finding.ts';
import { signInAt } from './sign-in-at.ts';
import { answers, newTally, repeatedly, startTwoInstances, type TwoInstances, timed } from './two-instances.ts';

const FREEZES = 5;
const FROZEN_MS = 12_000;
const READ_LIMIT_MS = 1_000;
const PEOPLE = ['ada', 'grace', 'margaret', 'alan', 'tim', 'radia'];
/** Attempts to stop an instance inside a transaction. */
const ATTEMPTS = 400;

/** Somebody has begun a transaction and is silent in it. */
const SILENT = `select 1 from pg_stat_activity where application_name = 'orgdesk' and state like 'idle in transaction%'`;

/**
 * Two instances on PostgreSQL. One is stopped inside a transaction, five times for twelve seconds, while people sign in at
 * both and what they share changes all the time: the other goes on reading sessions as if nothing were.
 */
export async function frozenInstance(): Promise<readonly Finding[]> {
  const postgres = await createTestPostgres();
  try {
    const instances = await startTwoInstances(postgres.url);
    const database = new pg.Client({ connectionString: postgres.url });
    await database.connect();
    try {
      return await freezeAndMeasure(instances, database);
    } finally {
      await database.end();
      await instances.stop();
    }
  } finally {
    await postgres.remove();
  }
}

async function freezeAndMeasure(instances: TwoInstances, database: pg.Client): Promise<readonly Finding[]> {
  const { one, other, simulator } = instances;
  const [reads, readiness, signIns] = [newTally(), newTally(), newTally()];
  const bearers = await Promise.all(PEOPLE.map((login) => signInAt(other.url, login)));
  let turn = 0;
  const anybody = (): number => {
    turn += 1;
    return turn % PEOPLE.length;
  };
  let inTransaction = 0;

  for (let freeze = 1; freeze <= FREEZES; freeze += 1) {
    const stopChanges = repeatedly(200, async () => {
      simulator.world.updateOrganization('acme', { name: `Acme ${Date.now()}` });
    });
    const stopLoad = repeatedly(20, () => signInAt(one.url, PEOPLE[anybody()] ?? ''));
    await pause(1_000);
    if (await freezeInTransaction(one.program.pid, database)) inTransaction += 1;

    const stopLooking = [
      repeatedly(20, () => timed(reads, () => answers(`${other.url}/api/auth/session`, bearers[anybody()]))),
      repeatedly(200, () => timed(readiness, () => answers(`${other.url}/readyz`))),
      repeatedly(100, () => timed(signIns, () => signInAt(other.url, PEOPLE[anybody()] ?? ''))),
    ];
    await pause(FROZEN_MS);
    await Promise.all(stopLooking.map((stop) => stop()));
    process.kill(one.program.pid, 'SIGCONT');
    await Promise.all([stopLoad(), stopChanges()]);
  }

  const summaryOf = ({ count, failed, longestMs }: typeof reads): string =>
    `${count}, ${failed} failed, the longest took ${Math.round(longestMs)} ms`;
  return [
    {
      what: 'times an instance was stopped inside a transaction, for twelve seconds each',
      bound: String(FREEZES),
      seen: String(inTransaction),
      ok: inTransaction === FREEZES,
    },
    {
      what: 'session reads of the other instance meanwhile',
      bound: `none failed, each under ${READ_LIMIT_MS} ms`,
      seen: summaryOf(reads),
      ok: reads.count > 0 && reads.failed === 0 && reads.longestMs < READ_LIMIT_MS,
    },
    {
      what: 'readiness of the other instance meanwhile',
      bound: 'always ready',
      seen: summaryOf(readiness),
      ok: readiness.count > 0 && readiness.failed === 0,
    },
    {
      what: 'sign-ins at the other instance meanwhile',
      bound: 'fewer than one in ten failed: those that needed a lock of the stopped one in its last two seconds',
      seen: summaryOf(signIns),
      ok: signIns.count > 0 && signIns.failed < signIns.count / 10,
    },
  ];
}

/** Stops a process at a moment when one of its transactions is open; false when no attempt met one. */
async function freezeInTransaction(pid: number, database: pg.Client): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    process.kill(pid, 'SIGSTOP');
    // By then, PostgreSQL has processed what the instance sent.
    await pause(30);
    if ((await database.query(SILENT)).rowCount !== 0) return true;
    process.kill(pid, 'SIGCONT');
    await pause(5 + Math.random() * 20);
  }
  process.kill(pid, 'SIGSTOP');
  return false;
}
