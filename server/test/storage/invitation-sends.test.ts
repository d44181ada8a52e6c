import { JOB_BUDGET } from '@orgdesk/contract/limits';
import { describe, expect, test } from 'vitest';
import { AUDIT_CHANGES } from '../../src/domain/limits/audit-trail.ts';
import { JOB_PACE } from '../../src/domain/limits/invitation-jobs.ts';
import type { SessionKey } from '../../src/domain/session.ts';
import { ENGINES } from '../support/databases/engines.ts';
import { eventOf } from './audit-trail/trails.ts';

const DAY_MS = 86_400_000;

describe.each(ENGINES)('the rows of jobs that a person sends, on $name', ({ open }) => {
  test('have room for 450 of any hour, one a second, whichever jobs they are of', async () => {
    const { storage } = await open();
    const { invitationJobs: jobs } = storage;
    const startedAt = new Date('2026-01-01T00:00:00Z');
    const ada = { id: 7, login: 'ada' };
    const intended = eventOf();
    const rows = Array.from({ length: JOB_PACE.perHour }, (_, place) => ({
      login: null,
      email: `${place}@mail.example`,
      role: 'direct_member' as const,
      teamIds: [],
    }));
    for (const id of ['one', 'two']) {
      const organization = { organizationId: id === 'one' ? 1 : 2, organizationLogin: id };
      const job = { id, key: id, bodyHash: id, sessionKey: 'f'.repeat(64) as SessionKey, rows };
      await jobs.create(
        { ...job, ...organization, startedBy: ada, createdAt: startedAt },
        { openMax: 20, budget: JOB_BUDGET, changes: AUDIT_CHANGES },
        intended,
      );
    }
    const after = (ms: number) => new Date(startedAt.getTime() + ms);
    const send = (nth: number, at: Date) => {
      const jobId = nth % 2 === 0 ? 'one' : 'two';
      return jobs.beginSending({ jobId, place: Math.floor(nth / 2) + 1, userId: ada.id, at, intended }, JOB_PACE);
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
    const { invitationJobs: jobs } = (await open()).storage;
    const sentAt = new Date('2026-01-01T00:00:00Z');
    const kept = { rowsMs: 30 * DAY_MS, addressesMs: 7 * DAY_MS };
    const organization = { organizationId: 1, organizationLogin: 'one' };
    const ada = { id: 7, login: 'ada' };
    const row = { login: null, email: 'one@mail.example', role: 'direct_member' as const, teamIds: [] };
    const job = { id: 'one', key: 'one', bodyHash: 'one', sessionKey: 'f'.repeat(64) as SessionKey, rows: [row] };
    await jobs.create(
      { ...job, ...organization, startedBy: ada, createdAt: sentAt },
      { openMax: 20, budget: JOB_BUDGET, changes: AUDIT_CHANGES },
      eventOf(),
    );
    const pace = { ...JOB_PACE, perHour: 1 };
    const sending = { jobId: 'one', place: 1, userId: ada.id, at: sentAt, intended: eventOf() };
    expect(await jobs.beginSending(sending, pace)).toBe(true);
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
