import { setTimeout as delay } from 'node:timers/promises';
import { WATCHERS } from '@orgdesk/contract/limits';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { WATCH_EVERY_MS } from '../../../src/lib/limits/http.ts';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { watchJob } from '../../features/invitations/jobs/watching.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const service = sharedService({ engine: 'PostgreSQL' });
const SESSIONS = 4;
const POLLS = 6;
/** Queries of one poll: the job and its rows. */
const STATEMENTS = 2;

/** Transactions that a database has seen; it tells of one within a second or two. */
async function transactionsIn(url: string): Promise<() => Promise<number>> {
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href });
  await client.connect();
  onTestFinished(() => client.end());
  const query = 'select xact_commit + xact_rollback as seen from pg_stat_database where datname = $1';
  return async () => Number((await client.query(query, [new URL(url).pathname.slice(1)])).rows[0]?.seen);
}

test('all streams of one job share one look at the database', async () => {
  const { url, databaseUrl, signIn } = service();
  const ada = jobsAs(service(), (await signIn('ada')).bearer);
  const { id } = await ada.begin([{ login: 'edsger' }], 'shared');
  await ada.change(id, 'pause');
  const streams = [];
  for (let session = 0; session < SESSIONS; session += 1) {
    const { bearer } = await signIn('ada');
    for (let stream = 0; stream < WATCHERS.ofSession; stream += 1)
      streams.push(await watchJob(`${url}/api/organizations/acme/jobs/${id}`, bearer));
  }
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  const transactions = await transactionsIn(databaseUrl);
  await delay(2 * WATCH_EVERY_MS);
  const [before, began] = [await transactions(), performance.now()];
  await delay(POLLS * WATCH_EVERY_MS);
  const transactionCount = (await transactions()) - before;
  // By the time that passed, since a slow machine sleeps longer; a third of one look for each stream.
  const shared = ((performance.now() - began) / WATCH_EVERY_MS) * STATEMENTS;
  expect(transactionCount).toBeGreaterThan(0);
  expect(transactionCount).toBeLessThanOrEqual((streams.length / 3) * shared);
  await ada.change(id, 'cancel');
  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(streams.map(() => true));
});
