import { describe, expect, test } from 'vitest';
import { JOB_PACE } from '../../../src/lib/limits/jobs.ts';
import { eventOf } from '../../audit/store/trails.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { ADA as ada, BOUNDS, jobOf, jobRefOf, KEPT as kept, rowsOf } from './stored-jobs.ts';

const DAY_MS = 86_400_000;

describe.each(ENGINES)('the rows of jobs that a person sends, on $name', ({ open }) => {
  test('have room for 450 of any hour, one a second, whichever jobs they are of', async () => {
    const { storage } = await open();
    const { jobs } = storage;
    const startedAt = new Date('2026-01-01T00:00:00Z');
    const intended = eventOf();
    const refs = [jobRefOf('one', 1), jobRefOf('two', 2)] as const;
    for (const ref of refs) await jobs.create(jobOf(ref.id, ref), rowsOf(JOB_PACE.perHour), BOUNDS, intended);
    const after = (ms: number) => new Date(startedAt.getTime() + ms);
    const send = async (nth: number, at: Date) => {
      const job = refs[nth % 2 === 0 ? 0 : 1];
      const sending = { job, position: Math.floor(nth / 2) + 1, sender: ada.id, at, intended, app: null };
      return (await jobs.beginSending(sending, JOB_PACE)) !== null;
    };

    for (let nth = 0; nth < JOB_PACE.perHour; nth += 1) {
      const at = after(nth * JOB_PACE.everyMs);
      expect(await send(nth, at)).toBe(true);
      expect(await send(nth + 1, new Date(at.getTime() + JOB_PACE.everyMs - 1))).toBe(false);
    }
    const fullUntil = after(JOB_PACE.hourMs);
    const full = after(JOB_PACE.perHour * JOB_PACE.everyMs);
    expect(await jobs.readyAt(ada.id, JOB_PACE, full)).toEqual(fullUntil);
    expect(await send(JOB_PACE.perHour, new Date(fullUntil.getTime() - 1))).toBe(false);
    expect(await send(JOB_PACE.perHour, fullUntil)).toBe(true);
    expect(await jobs.readyAt(8, JOB_PACE, full)).toEqual(full);
  });

  test('count for the whole hour and day, however often is cleared meanwhile', async () => {
    const { jobs } = (await open()).storage;
    const sentAt = new Date('2026-01-01T00:00:00Z');
    const job = jobOf('one', { organizationId: 1, createdAt: sentAt });
    await jobs.create(job, rowsOf(1), BOUNDS, eventOf());
    const pace = { ...JOB_PACE, perHour: 1 };
    const sending = { job, position: 1, sender: ada.id, at: sentAt, intended: eventOf(), app: null };
    expect(await jobs.beginSending(sending, pace)).not.toBeNull();
    await jobs.countBatch({ id: 'batch', userId: 8, organizationId: 2, at: sentAt, calls: 50, sent: 50 });

    const almostHour = new Date(sentAt.getTime() + JOB_PACE.hourMs - 1);
    await jobs.clear(almostHour, kept);
    expect(await jobs.readyAt(ada.id, pace, almostHour)).toEqual(new Date(sentAt.getTime() + JOB_PACE.hourMs));
    const almostDay = new Date(sentAt.getTime() + DAY_MS - 1);
    await jobs.clear(almostDay, kept);
    expect(await jobs.sentSince(2, new Date(almostDay.getTime() - DAY_MS))).toEqual({ count: 50, firstAt: sentAt });
    expect(await jobs.sentSince(3, new Date(almostDay.getTime() - DAY_MS))).toEqual({ count: 0, firstAt: null });
  });
});
