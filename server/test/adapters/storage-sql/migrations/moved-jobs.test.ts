import { describe, expect, test } from 'vitest';
import { ROW_STATES } from '../../../../src/domain/jobs/job.ts';
import type { JobRecord } from '../../../../src/ports/storage/jobs.ts';
import { ENGINES } from '../../../support/databases/engines.ts';
import { ACME, restoredCopy, runScript } from './stored-copies.ts';

const AT = 1_772_366_400_000;
const UNTIL = AT + 60_000;

const jobId = (digit: string) => digit.repeat(32);

/** What a program of version 15 writes. */
const oldJob = (digit: string, columns: Readonly<Record<string, string | number | null>>) =>
  insertion('invitation_jobs', {
    ...{ job_id: jobId(digit), organization_id: ACME, organization_login: 'acme', job_key: digit, body_hash: 'b' },
    ...{ session_key: 'f'.repeat(64), started_by_id: 1, started_by_login: 'ada', run_by_id: 2, run_by_login: 'grace' },
    ...{ state: 'active', stop_reason: null, stop_words: null, stopped_until: null, next_at: AT, tries: 3 },
    ...{ created_at: AT, ended_at: null, row_count: 2, byte_count: 230, request_id: 'req' },
    ...columns,
  });

const oldRow = (digit: string, place: number, columns: Readonly<Record<string, string | number | null>>) =>
  insertion('invitation_job_rows', {
    ...{ job_id: jobId(digit), place, login: `person-${place}`, email: null, role: 'admin', team_ids: '[7]' },
    ...{ state: 'ready', words: null, invitation_id: null, sending_at: null, settled_at: null, intent: null },
    ...columns,
  });

const oldExport = (digit: string, columns: Readonly<Record<string, string | number | null>>) =>
  insertion('access_exports', {
    ...{ export_id: jobId(digit), organization_id: ACME, organization_login: 'acme', session_key: 'f'.repeat(64) },
    ...{ started_by_id: 1, started_by_login: 'ada', state: 'active', next_at: AT, waits_until: null, tries: 0 },
    ...{ created_at: AT, ended_at: null, steps: 1, repositories_done: 10, repositories_total: 25, row_count: 12 },
    ...{ place: '{"after":"x","isListed":false,"size":5,"open":[]}', byte_count: 9, unseen: 1, file_removed_at: null },
    ...{ request_id: 'req' },
    ...columns,
  });

function insertion(table: string, columns: Readonly<Record<string, string | number | null>>): string {
  const values = Object.values(columns).map((value) =>
    value === null ? 'null' : typeof value === 'number' ? String(value) : `'${value}'`,
  );
  return `insert into ${table} (${Object.keys(columns).join()}) values (${values.join()});`;
}

const OLD = [
  oldJob('a', {}),
  oldRow('a', 1, { state: 'sending', sending_at: AT, intent: 5 }),
  oldRow('a', 2, {}),
  oldJob('b', { state: 'stopped', stop_reason: 'over-quota', stop_words: 'Full.', stopped_until: UNTIL }),
  oldJob('c', { state: 'stopped', stop_reason: 'no-seat' }),
  oldJob('d', { state: 'cancelling' }),
  oldJob('e', { state: 'paused', stop_reason: null }),
  oldJob('f', { state: 'cancelled', ended_at: AT, row_count: null, byte_count: null }),
  oldRow('f', 1, { state: 'cancelled' }),
  oldExport('1', { state: 'waiting', waits_until: UNTIL }),
  oldExport('2', { state: 'stopped', ended_at: AT }),
].join('\n');

describe.each(ENGINES)('the jobs that a former program left on $name', ({ name, open }) => {
  const found = async (storage: Awaited<ReturnType<typeof open>>['storage'], digit: string) =>
    storage.jobs.find({ id: jobId(digit), organizationId: ACME });
  const summary = (job: JobRecord | null) =>
    job && [job.kind, job.state, job.reason, job.until?.getTime() ?? null, job.endedAt?.getTime() ?? null];

  async function expectMoved(storage: Awaited<ReturnType<typeof open>>['storage']): Promise<void> {
    expect(summary(await found(storage, 'a'))).toEqual(['invitations', 'running', null, null, null]);
    expect(summary(await found(storage, 'b'))).toEqual(['invitations', 'limited', 'over-quota', UNTIL, null]);
    expect(summary(await found(storage, 'c'))).toEqual(['invitations', 'failed', 'no-seat', null, null]);
    expect(summary(await found(storage, 'd'))).toEqual(['invitations', 'cancelled', null, null, null]);
    expect(summary(await found(storage, 'e'))).toEqual(['invitations', 'paused', null, null, null]);
    expect(summary(await found(storage, 'f'))).toEqual(['invitations', 'cancelled', null, null, AT]);
    expect(summary(await found(storage, '1'))).toEqual(['access-export', 'limited', 'rate-limited', UNTIL, null]);
    expect(summary(await found(storage, '2'))).toEqual(['access-export', 'failed', null, null, AT]);
    expect(await found(storage, 'f')).toMatchObject({ counts: { cancelled: 1 }, file: { rows: 1 } });
    expect((await found(storage, '1'))?.file).toMatchObject({ steps: 1, rows: 12, unseen: 1, cursor: { after: 'x' } });
    expect(await found(storage, 'a')).toMatchObject({
      startedBy: { login: 'ada' },
      runBy: { login: 'grace' },
      tries: 3,
    });
    const rows = await storage.jobs.rows(
      { id: jobId('a'), organizationId: ACME },
      { after: 0, limit: 9, states: ROW_STATES },
    );
    expect(rows).toMatchObject([
      { place: 1, login: 'person-1', role: 'admin', teamIds: [7], state: 'sending', sendingAt: new Date(AT) },
      { place: 2, state: 'ready', sendingAt: null },
    ]);
  }

  test('are moved by the migration, each in its state, and a marked row stays marked', async () => {
    const url = await restoredCopy(name, 14);
    await runScript(url, OLD);
    const { storage } = await open({ url });
    await expectMoved(storage);
  });

  test('or starts beside a newer one are taken over once, and its later marks find no row', async () => {
    const { storage, url, rawQuery } = await open();
    await runScript(url, OLD);
    expect(await found(storage, 'a')).toBeNull();
    await Promise.all([storage.jobs.adopt(), storage.jobs.adopt()]);
    await expectMoved(storage);
    expect(await rawQuery('select * from invitation_job_rows')).toEqual([]);
    expect(await rawQuery('select * from access_exports')).toEqual([]);
  });

  test('with the key of a job that exists are that job', async () => {
    const { storage, url } = await open();
    await runScript(url, oldJob('a', {}) + oldRow('a', 1, {}));
    await storage.jobs.adopt();
    await runScript(url, oldJob('b', { job_key: 'a' }) + oldRow('b', 1, {}));
    await storage.jobs.adopt();
    expect((await storage.jobs.ofOrganization(ACME, null, 9)).map(({ id }) => id)).toEqual([jobId('a')]);
    expect(await found(storage, 'a')).toMatchObject({ counts: { ready: 1 } });
  });
});
