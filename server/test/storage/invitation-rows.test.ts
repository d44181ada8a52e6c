import { JOB_BUDGET } from '@orgdesk/contract/limits';
import { describe, expect, test } from 'vitest';
import { AUDIT_CHANGES } from '../../src/domain/limits/audit-trail.ts';
import { JOB_PACE } from '../../src/domain/limits/invitation-jobs.ts';
import type { SessionKey } from '../../src/domain/session.ts';
import type { SettledRow } from '../../src/ports/storage/invitation-jobs.ts';
import { ENGINES } from '../support/databases/engines.ts';
import { after, entriesOf, eventOf, NOON } from './audit-trail/trails.ts';

const SENT: SettledRow = { outcome: 'sent', words: null, invitationId: 7, audit: 'done' };
const FAILED: SettledRow = { outcome: 'failed', words: 'No answer.', invitationId: null, audit: 'unknown' };

describe.each(ENGINES)('a row of a job, on $name', ({ open }) => {
  test('is settled once, from the state it is in; whoever comes later changes nothing', async () => {
    const { invitationJobs: jobs, auditTrail } = (await open()).storage;
    const ada = { id: 7, login: 'ada' };
    await jobs.create(
      {
        id: 'job',
        key: 'job',
        bodyHash: 'job',
        sessionKey: 'f'.repeat(64) as SessionKey,
        organizationId: 10,
        organizationLogin: 'ten',
        startedBy: ada,
        createdAt: NOON,
        rows: [{ login: null, email: 'one@mail.example', role: 'direct_member', teamIds: [] }],
      },
      { openMax: 20, budget: JOB_BUDGET, changes: AUDIT_CHANGES },
      eventOf({ action: 'invitation_job.started' }),
    );
    const row = async () =>
      (await jobs.rows('job', { after: 0, limit: 1, states: ['ready', 'sending', 'sent', 'failed'] }))[0];
    expect(await jobs.settle('job', 1, 'sending', SENT, NOON)).toBe(false);
    expect(await row()).toMatchObject({ state: 'ready', invitationId: null, settledAt: null });

    const intended = eventOf({ action: 'invitation.sent' });
    expect(await jobs.beginSending({ jobId: 'job', place: 1, userId: ada.id, at: NOON, intended }, JOB_PACE)).toBe(
      true,
    );
    expect(await jobs.settle('job', 1, 'ready', FAILED, after(1))).toBe(false);
    expect(await jobs.settle('job', 1, 'sending', SENT, after(2))).toBe(true);
    expect(await jobs.settle('job', 1, 'sending', FAILED, after(3))).toBe(false);
    expect(await row()).toMatchObject({ state: 'sent', invitationId: 7, settledAt: after(2) });
    const [entry] = await entriesOf(auditTrail);
    expect(entry).toMatchObject({ action: 'invitation.sent', outcome: 'done' });
  });
});
