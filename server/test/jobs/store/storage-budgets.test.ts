import { JOB_BUDGET } from '@orgdesk/contract/limits';
import { describe, expect, test } from 'vitest';
import type { JobStore } from '../../../src/jobs/store/types.ts';
import { AUDIT_CHANGES } from '../../../src/lib/limits/audit.ts';
import { JOB_PACE } from '../../../src/lib/limits/jobs.ts';
import { after, entriesOf, eventOf, NOON, verified } from '../../audit/store/trails.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { ADA, BOUNDS, jobOf, jobRefOf, pageOf, rowsOf } from './stored-jobs.ts';

const HOUR_MS = 60 * 60 * 1000;
/** A row of some three hundred bytes. */
const longRows = (count: number) => rowsOf(count, `${'x'.repeat(200)}.example`);

const cancel = (jobs: JobStore, id: string, at: Date, organizationId = 10) =>
  jobs.moveWithEntry(
    jobRefOf(id, organizationId),
    'cancel',
    {},
    {
      entry: () => eventOf({ action: 'job.cancelled', organization: { id: organizationId, login: 'ten' } }),
      at,
      within: null,
    },
  );

describe.each(ENGINES)('the storage that one organization uses, on $name,', ({ open }) => {
  test('is bounded for jobs: the ones that ended first are removed, and what they sent still counts', async () => {
    const { storage, rawQuery } = await open();
    const { jobs, auditTrail } = storage;
    const budget = { ...JOB_BUDGET, rows: 100 };
    const start = (id: string, rows: number, at: Date) =>
      jobs.create(
        jobOf(id, { createdAt: at }),
        longRows(rows),
        { ...BOUNDS, budget },
        eventOf({ action: 'job.started' }),
      );

    // One that has sent, and was cancelled then.
    await start('sent', 40, NOON);
    const intended = eventOf({ action: 'invitation.sent' });
    expect(
      await jobs.beginSending(
        { job: jobRefOf('sent'), position: 1, sender: ADA.id, at: NOON, intended, app: null },
        JOB_PACE,
      ),
    ).not.toBeNull();
    await jobs.settle(
      jobRefOf('sent'),
      1,
      { sendingAt: NOON },
      { outcome: 'sent', message: null, invitationId: 5, audit: 'done' },
      after(1),
    );
    await cancel(jobs, 'sent', after(2));
    await start('second', 40, after(3));
    await cancel(jobs, 'second', after(4));
    await start('open', 20, after(5));
    const readyAt = await jobs.readyAt(ADA.id, JOB_PACE, after(6));

    expect((await start('fits', 1, after(6))).ok).toBe(true);
    expect(await jobs.find(jobRefOf('sent'))).toBeNull();
    expect(await jobs.find(jobRefOf('second'))).not.toBeNull();
    expect(await rawQuery(`select count(*) as n from job_rows where job_id = 'sent'`)).toMatchObject([
      { n: expect.toSatisfy((n) => Number(n) === 0) },
    ]);
    expect(await jobs.sentSince(10, after(-HOUR_MS))).toEqual({ count: 1, firstAt: NOON });
    expect(await jobs.readyAt(ADA.id, JOB_PACE, after(6))).toEqual(readyAt);

    // A job that has not ended is never removed.
    expect((await start('large', 79, after(7))).ok).toBe(true);
    expect(await jobs.find(jobRefOf('second'))).toBeNull();
    expect(await start('too much', 1, after(8))).toEqual({ ok: false, refusal: { kind: 'storage-full' } });
    expect(await jobs.find(jobRefOf('too much'))).toBeNull();
    expect((await jobs.ofOrganization(10, null, 9)).map(({ id }) => id)).toEqual(['large', 'fits', 'open']);
    // Nothing of it is missing in the audit log.
    const actions = (await entriesOf(auditTrail, {}, after(9))).map(({ action, outcome }) => [action, outcome]);
    expect(actions.filter(([action]) => action === 'job.started')).toHaveLength(5);
    expect(actions).toContainEqual(['invitation.sent', 'done']);
    expect(await verified(auditTrail)).toMatchObject([{ ok: true }]);
  });

  test('is bounded for jobs by bytes and by number as well, and one organization does not use that of another', async () => {
    const { storage } = await open();
    const { jobs } = storage;
    const cancelled = async (id: string, at: number, budget: object, organizationId = 10) => {
      const job = jobOf(id, { createdAt: after(at), organizationId });
      const made = await jobs.create(
        job,
        longRows(1),
        { ...BOUNDS, budget: { ...JOB_BUDGET, ...budget } },
        eventOf({ organization: { id: organizationId, login: 'ten' } }),
      );
      expect(made.ok).toBe(true);
      await cancel(jobs, id, after(at), organizationId);
    };
    await cancelled('other', 0, {}, 11);
    for (const [index, id] of ['a', 'b', 'c'].entries()) await cancelled(id, index, { jobs: 2 });
    expect((await jobs.ofOrganization(10, null, 9)).map(({ id }) => id)).toEqual(['c', 'b']);
    // A row takes some three hundred bytes.
    await cancelled('d', 4, { bytes: 700 });
    expect((await jobs.ofOrganization(10, null, 9)).map(({ id }) => id)).toEqual(['d', 'c']);
    expect(await jobs.ofOrganization(11, null, 9)).toHaveLength(1);
    expect((await storage.storedCounts(NOON)).stored).toEqual([
      { kind: 'invitations', rows: 3, bytes: expect.toSatisfy((bytes) => bytes > 600 && bytes < 1_500) },
      { kind: 'people-change', rows: 0, bytes: 0 },
      { kind: 'access-export', rows: 0, bytes: 0 },
      { kind: 'organization-file', rows: 0, bytes: 0 },
      { kind: 'audit-trail', rows: 10, bytes: null },
    ]);
  });

  test('is bounded for files of exports: the oldest ended one goes first, and one under way never does', async () => {
    const { storage, rawQuery } = await open();
    const { jobs } = storage;
    const exported = async (id: string, bytes: number, at: Date, isOver = true) => {
      const job = jobOf(id, { kind: 'access-export', createdAt: at });
      await jobs.create(job, [], { ...BOUNDS, budget: null }, eventOf());
      const page = pageOf('x'.repeat(bytes / 25));
      for (let steps = 0; steps < 25; steps += 1) await jobs.writePage({ ...job, file: { steps } }, page, at);
      const end = { text: '', rows: 0, unseen: 0, next: null };
      if (isOver) await jobs.writePage({ ...job, file: { steps: 25 } }, end, at);
    };
    const fileOf = async (id: string) => (await jobs.find(jobRefOf(id)))?.file;
    await exported('old', 1_000, NOON);
    await exported('newer', 1_000, after(1));
    await exported('under way', 2_000, after(2), false);
    await jobs.makeRoomForFile(10, { jobs: 9, bytes: 4_000 }, after(3));
    expect((await fileOf('old'))?.removedAt).toBeNull();
    await jobs.makeRoomForFile(10, { jobs: 9, bytes: 3_999 }, after(3));
    expect(await fileOf('old')).toMatchObject({ removedAt: after(3), bytes: 0, rows: 25 });
    expect(await jobs.partAfter(jobRefOf('old'), 0)).toBeNull();
    expect(await fileOf('newer')).toMatchObject({ removedAt: null, bytes: 1_000 });
    await jobs.makeRoomForFile(10, { jobs: 1, bytes: 10 }, after(4));
    expect((await jobs.ofOrganization(10, null, 9)).map(({ id }) => id)).toEqual(['under way']);
    const left = await rawQuery('select distinct job_id from job_parts');
    expect(left).toEqual([{ job_id: 'under way' }]);
  });

  test('is bounded for views of the audit log: the same is one entry for an hour, and too many others are refused', async () => {
    const { auditTrail: trail } = (await open()).storage;
    const bounds = { withinMs: HOUR_MS, max: 3 };
    const view = (text: string, at: number, actor = ADA) =>
      trail.recordView(eventOf({ action: 'audit_trail.exported', actor, after: { text } }), after(at), bounds);
    const bob = { id: 2, login: 'Bob' };
    expect(await Promise.all([view('one', 0), view('one', 0)])).toEqual(expect.arrayContaining(['written', 'known']));
    expect(await view('one', HOUR_MS)).toBe('known');
    expect(await view('one', 1, bob)).toBe('written');
    expect([await view('two', 1), await view('three', 2), await view('four', 3)]).toEqual([
      'written',
      'written',
      'full',
    ]);
    expect(await view('four', 3, bob)).toBe('written');
    expect(await view('two', 4)).toBe('known');
    // Changes of the same subject are not views.
    for (const deed of ['started', 'paused', 'resumed'])
      await trail.record([eventOf({ action: `job.${deed}`, actor: ADA })], after(4));
    const results = eventOf({ action: 'job.downloaded', actor: ADA });
    expect(await trail.recordView(results, after(5), bounds)).toBe('written');
    expect(await view('four', HOUR_MS + 1)).toBe('written');
    expect(await trail.newest(10)).toBe(10);
    expect(await verified(trail)).toMatchObject([{ ok: true, value: { rows: 10 } }]);
  });

  test('is bounded for changes of a kind by one person, without what they download, and for those at once as well', async () => {
    const { auditTrail: trail } = (await open()).storage;
    const bounds = { withinMs: HOUR_MS, max: 3 };
    const start = (at: number, actor = ADA) =>
      trail.intendWithin(eventOf({ action: 'job.started', actor }), bounds, after(at));
    for (const text of ['one', 'two', 'three', 'four']) {
      const event = eventOf({ action: 'job.downloaded', actor: ADA, after: { text } });
      await trail.recordView(event, NOON, { ...bounds, max: 9 });
    }
    const begun = await Promise.all(Array.from({ length: 8 }, () => start(1)));
    expect(begun.filter(({ ok }) => ok)).toHaveLength(3);
    expect(await trail.newest(10)).toBe(7);
    expect(await start(2)).toEqual({ ok: false, refusal: { kind: 'too-many-changes', retryAt: after(HOUR_MS + 1) } });
    expect((await start(2, { id: 2, login: 'Bob' })).ok).toBe(true);
    expect(await start(HOUR_MS + 2)).toEqual({ ok: true, value: { organizationId: 10, number: 9 } });
    expect(await verified(trail)).toMatchObject([{ ok: true, value: { rows: 9 } }]);
  });

  test('is bounded for jobs that are started at once', async () => {
    const { jobs, auditTrail } = (await open()).storage;
    const outcomes = async (prefix: string, bounds: object) => {
      const all = { openMax: 20, budget: JOB_BUDGET, changes: AUDIT_CHANGES, ...bounds };
      const start = (id: string) =>
        jobs.create(jobOf(id), longRows(1), all, eventOf({ action: 'job.started', actor: ADA }));
      const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => start(`${prefix}-${index}`)));
      return answers.map((answer) => (answer.ok ? 'stored' : answer.refusal.kind)).toSorted();
    };
    const two = (refusal: string) => ['stored', 'stored', ...Array.from({ length: 4 }, () => refusal)].toSorted();
    expect(await outcomes('open', { openMax: 2 })).toEqual(two('too-many-jobs'));
    expect(await outcomes('full', { budget: { ...JOB_BUDGET, jobs: 4 } })).toEqual(two('storage-full'));
    expect(await outcomes('often', { changes: { ...AUDIT_CHANGES, max: 6 } })).toEqual(two('too-many-changes'));
    expect(await entriesOf(auditTrail, {}, NOON)).toHaveLength(6);
  });
});
