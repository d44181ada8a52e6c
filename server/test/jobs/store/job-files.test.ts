import { describe, expect, test } from 'vitest';
import type { FilePage, JobStore } from '../../../src/jobs/store/types.ts';
import { JOB_UNREACHABLE_MS } from '../../../src/lib/limits/jobs.ts';
import { after, eventOf, NOON } from '../../audit/store/trails.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { ADA, BOUNDS, jobOf, jobRefOf, KEPT, pageOf } from './stored-jobs.ts';

const END: FilePage = { text: 'end', rows: 1, unseen: 1, next: null };
const ONE_AT_A_TIME = { ...BOUNDS, openMax: 1, budget: null };

const start = (jobs: JobStore, id: string, organizationId = 10) =>
  jobs.create(
    jobOf(id, { kind: 'access-export', organizationId }),
    [],
    ONE_AT_A_TIME,
    eventOf({ action: 'job.started', organization: { id: organizationId, login: 'ten' } }),
  );

const started = async (jobs: JobStore, id: string, organizationId = 10) => {
  const made = await start(jobs, id, organizationId);
  if (!made.ok) throw new Error(made.refusal.kind);
  return made.value;
};

const cancel = (jobs: JobStore, id: string, organizationId = 10) =>
  jobs.moveWithEntry(
    jobRefOf(id, organizationId),
    'cancel',
    {},
    {
      entry: () =>
        eventOf({ action: 'job.cancelled', organization: { id: organizationId, login: 'ten' }, target: null }),
      at: NOON,
      within: null,
    },
  );

const atStep = (id: string, steps: number) => ({ ...jobRefOf(id), file: { steps } });

describe.each(ENGINES)('jobs that write a file, on $name', ({ open }) => {
  test('have each page once, however many instances have read it', async () => {
    const { jobs } = (await open()).storage;
    const before = await started(jobs, 'one');
    const written = await Promise.all(['a', 'b', 'c'].map((text) => jobs.writePage(before, pageOf(text), NOON)));
    expect(written.filter((isWritten) => isWritten)).toHaveLength(1);
    expect(await jobs.writePage(before, END, NOON)).toBe(false);
    const now = await jobs.find(before);
    expect(now?.file).toMatchObject({
      steps: 1,
      rows: 1,
      bytes: 1,
      repositoriesTotal: 2,
      cursor: { after: 'here', size: 5 },
    });
    expect(now !== null && (await jobs.writePage(now, END, NOON))).toBe(true);
    expect(await jobs.find(before)).toMatchObject({ state: 'done', endedAt: NOON });
    expect(await jobs.writePage(atStep('one', 2), pageOf('late'), NOON)).toBe(false);
    const first = await jobs.partAfter(before, 0);
    const last = await jobs.partAfter(before, first?.index ?? 0);
    expect([first?.text, last?.text]).toEqual([expect.stringMatching(/^[abc]$/), 'end']);
    expect(await jobs.partAfter(before, last?.index ?? 0)).toBeNull();
  });

  test('are one of an organization that has not ended, however many begin one at once', async () => {
    const { jobs } = (await open()).storage;
    const begun = await Promise.all(['x', 'y', 'z'].map((id) => start(jobs, id)));
    expect(begun.filter(({ ok }) => ok)).toHaveLength(1);
    expect(begun.filter((each) => !each.ok && each.refusal.kind === 'too-many-jobs')).toHaveLength(2);
    expect((await start(jobs, 'other', 2)).ok).toBe(true);
    const [under] = await jobs.ofOrganization(10, 'access-export', 9);
    expect(await cancel(jobs, under?.id ?? '')).toEqual({ ok: true, value: true });
    expect((await start(jobs, 'next')).ok).toBe(true);
  });

  test('are in the audit log once as cancelled, however many cancel one at once, and not after their end', async () => {
    const { jobs, auditTrail } = (await open()).storage;
    await started(jobs, 'one');
    const ended = await Promise.all([1, 2, 3].map(() => cancel(jobs, 'one')));
    expect(ended.filter((answer) => answer.ok && answer.value)).toHaveLength(1);
    expect(await cancel(jobs, 'one')).toEqual({ ok: true, value: false });
    const entries = await auditTrail.read({ organizationId: 10, limit: 9 }, NOON);
    expect(entries.map(({ action }) => action)).toEqual(['job.cancelled', 'job.started']);
  });

  test('are not paused by somebody who made too many changes, and are cancelled all the same', async () => {
    const { jobs, auditTrail } = (await open()).storage;
    const job = await started(jobs, 'one');
    const entry = () => eventOf({ action: 'job.paused', target: null });
    const within = { withinMs: 60_000, max: 2 };
    const pause = () => jobs.moveWithEntry(job, 'pause', {}, { entry, at: NOON, within });
    expect(await pause()).toEqual({ ok: true, value: true });
    expect(await jobs.move(job, 'resume', {})).toBe(true);
    expect(await pause()).toEqual({ ok: false, refusal: { kind: 'too-many-changes', retryAt: after(60_000) } });
    expect(await jobs.find(job)).toMatchObject({ state: 'running' });
    expect(await cancel(jobs, 'one')).toEqual({ ok: true, value: true });
    const entries = await auditTrail.read({ organizationId: 10, limit: 9 }, NOON);
    expect(entries.map(({ action }) => action)).toEqual(['job.cancelled', 'job.paused', 'job.started']);
  });

  test('are open until their end, also while they wait for a limit', async () => {
    const { jobs } = (await open()).storage;
    await started(jobs, 'due');
    const waits = await started(jobs, 'waits', 2);
    const over = await started(jobs, 'over', 3);
    const stop = { reason: 'unreachable', message: null, until: after(90_000) } as const;
    expect(await jobs.move(waits, 'limit', { stop, tries: 2 })).toBe(true);
    await cancel(jobs, 'over', 3);
    await jobs.setTries(over, 5);
    const due = { organizationId: 10, personId: ADA.id, key: 'due', requestId: 'req-1' };
    const later = { organizationId: 2, personId: ADA.id, key: 'waits', requestId: 'req-1' };
    expect((await jobs.open('access-export')).toSorted((a, b) => a.key.localeCompare(b.key))).toEqual([due, later]);
    expect(await jobs.open('invitations')).toEqual([]);
    expect(await jobs.find(waits)).toMatchObject({ state: 'limited', until: after(90_000), tries: 2 });
    expect(await jobs.find(over)).toMatchObject({ state: 'cancelled', until: null, tries: 0 });
  });

  test('whose clock was put back wait as long as the code host said, and otherwise no longer than usual', async () => {
    const { jobs } = (await open()).storage;
    const hour = after(3_600_000);
    for (const [organizationId, reason] of [[1, 'rate-limited'] as const, [2, 'unreachable'] as const]) {
      const job = await started(jobs, reason, organizationId);
      await jobs.move(job, 'limit', { stop: { reason, message: null, until: hour } });
    }
    await jobs.shortenWaits(NOON);
    expect(await jobs.find(jobRefOf('rate-limited', 1))).toMatchObject({ until: hour });
    expect(await jobs.find(jobRefOf('unreachable', 2))).toMatchObject({ until: after(JOB_UNREACHABLE_MS) });
  });

  test('go with their pieces when their time is over, and no sooner; a failed one can be resumed until then', async () => {
    const { jobs } = (await open()).storage;
    const old = await started(jobs, 'old');
    for (let steps = 0; steps < 25; steps += 1) await jobs.writePage(atStep('old', steps), pageOf('x'), NOON);
    const stop = { reason: 'rights-lost', message: null, until: null } as const;
    expect(await jobs.move(old, 'fail', { stop, endedAt: NOON })).toBe(true);
    expect(await jobs.move(old, 'resume', {})).toBe(true);
    expect(await jobs.find(old)).toMatchObject({ state: 'running', reason: null, endedAt: null });
    expect(await jobs.move(old, 'fail', { stop, endedAt: NOON })).toBe(true);
    const made = await started(jobs, 'new');
    const clear = (ms: number, signal?: AbortSignal) => jobs.clear(after(ms), KEPT, signal);
    expect(await clear(KEPT.filesMs - 1)).toBe(0);
    // Its file counts as removed from the first piece on, so that nobody takes the rest for all of it.
    expect(await clear(KEPT.filesMs, AbortSignal.abort())).toBe(0);
    expect((await jobs.find(old))?.file).toMatchObject({ removedAt: after(KEPT.filesMs) });
    expect(await jobs.move(old, 'resume', {})).toBe(false);
    expect((await jobs.find(made))?.file).toMatchObject({ removedAt: null });
    expect(await clear(KEPT.filesMs)).toBe(25);
    expect(await jobs.find(old)).toBeNull();
    expect(await jobs.find(made)).not.toBeNull();
  });
});
