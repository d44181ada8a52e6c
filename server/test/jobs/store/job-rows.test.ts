import { describe, expect, test } from 'vitest';
import type { PlanStep } from '../../../src/domain/organization-plan.ts';
import type { Pace, SettledRow } from '../../../src/jobs/store/types.ts';
import { JOB_PACE } from '../../../src/lib/limits/jobs.ts';
import { after, entriesOf, eventOf, NOON } from '../../audit/store/trails.ts';
import { ENGINES, type TestEngine } from '../../support/databases/engines.ts';
import { ADA, BOUNDS, jobOf, rowsOf } from './stored-jobs.ts';

const JOB = jobOf('job');
const SENT: SettledRow = { outcome: 'sent', message: null, invitationId: 7, audit: 'done' };
const FAILED: SettledRow = { outcome: 'failed', message: 'No answer.', invitationId: null, audit: 'unknown' };

const STEP: PlanStep = {
  kind: 'create-team',
  login: null,
  team: 'docs',
  teamId: null,
  repository: null,
  id: null,
  from: null,
  to: { name: 'Documentation Team' },
  needs: null,
  after: [],
};

/** A job of one row, which Ada started. */
async function openedJob({ open }: TestEngine) {
  const { jobs, auditTrail } = (await open()).storage;
  await jobs.create(JOB, rowsOf(1), BOUNDS, eventOf({ action: 'job.started' }));
  const intended = eventOf({ action: 'invitation.sent' });
  const beginSending = (at: Date, pace: Pace = JOB_PACE) =>
    jobs.beginSending({ job: JOB, position: 1, sender: ADA.id, at, intended, app: null }, pace);
  const row = async () =>
    (await jobs.rows(JOB, { after: 0, limit: 1, states: ['ready', 'sending', 'sent', 'failed'] }))[0];
  return { jobs, auditTrail, beginSending, row };
}

describe.each(ENGINES)('a row of a job, on $name', (engine) => {
  test('is settled once, from the state it is in; whoever comes later changes nothing', async () => {
    const { jobs, auditTrail, beginSending, row } = await openedJob(engine);
    expect(await jobs.settle(JOB, 1, { sendingAt: NOON }, SENT, NOON)).toBe(false);
    expect(await row()).toMatchObject({ state: 'ready', invitationId: null, settledAt: null });

    expect(await beginSending(NOON)).not.toBeNull();
    expect(await jobs.settle(JOB, 1, 'ready', FAILED, after(1))).toBe(false);
    expect(await jobs.settle(JOB, 1, { sendingAt: NOON }, SENT, after(2))).toBe(true);
    expect(await jobs.settle(JOB, 1, { sendingAt: NOON }, FAILED, after(3))).toBe(false);
    expect(await row()).toMatchObject({ state: 'sent', invitationId: 7, settledAt: after(2) });
    const [entry] = await entriesOf(auditTrail);
    expect(entry).toMatchObject({ action: 'invitation.sent', outcome: 'done' });
  });

  test('keeps the step that it is settled with, and completes steps of older versions', async () => {
    const { jobs } = (await engine.open()).storage;
    const { teamId: _, after: __, ...old } = STEP;
    const rows = rowsOf(1).map((row) => ({ ...row, step: old as PlanStep }));
    await jobs.create(JOB, rows, BOUNDS, eventOf({ action: 'job.started' }));
    const stepNow = async () => (await jobs.rows(JOB, { after: 0, limit: 1, states: ['ready', 'changed'] }))[0]?.step;
    expect(await stepNow()).toEqual(STEP);
    const step = { ...STEP, id: 5, teamId: 5 };
    await jobs.settle(JOB, 1, 'ready', { ...SENT, outcome: 'changed', step }, NOON);
    expect(await stepNow()).toEqual(step);
  });

  test('is sent once, and counts as one send of its person', async () => {
    const { jobs, beginSending, row } = await openedJob(engine);
    const pace = { ...JOB_PACE, perHour: 2 };
    expect(await beginSending(NOON, pace)).not.toBeNull();
    expect(await jobs.readyAt(ADA.id, pace, NOON)).toEqual(after(JOB_PACE.everyMs));
    expect(await beginSending(after(JOB_PACE.everyMs), pace)).toBeNull();
    expect(await row()).toMatchObject({ state: 'sending', sendingAt: NOON });
  });

  test('is neither put back nor settled for an earlier send than its last', async () => {
    const { jobs, auditTrail, beginSending, row } = await openedJob(engine);
    const putBack = (sendingAt: Date) =>
      jobs.putBack(JOB, { position: 1, sendingAt, audit: 'refused', message: null }, after(5_000));
    const again = after(JOB_PACE.everyMs);
    expect(await beginSending(NOON)).not.toBeNull();
    await putBack(NOON);
    expect(await row()).toMatchObject({ state: 'ready' });
    expect(await beginSending(again)).not.toBeNull();
    await putBack(NOON);
    expect(await jobs.settle(JOB, 1, { sendingAt: NOON }, FAILED, after(6_000))).toBe(false);
    expect(await row()).toMatchObject({ state: 'sending', sendingAt: again });
    expect(await jobs.settle(JOB, 1, { sendingAt: again }, SENT, after(6_000))).toBe(true);
    const sent = (await entriesOf(auditTrail)).filter(({ action }) => action === 'invitation.sent');
    expect(sent.map(({ outcome }) => outcome)).toEqual(['done', 'refused']);
  });
});
