import type { Job } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { headOf, watchedOf } from '../../src/components/jobs/get-jobs.ts';
import type { JobKindTexts } from '../../src/components/jobs/job-kind.ts';
import {
  awaitsSignIn,
  continuedThroughApp,
  needsTakeOver,
  nextText,
  REASONS,
} from '../../src/components/jobs/job-reasons.ts';
import {
  continuesText,
  progressMessage,
  progressStep,
  queueText,
  resumesText,
  shortLabel,
  stateBadge,
} from '../../src/components/jobs/job-texts.ts';
import { BATCHES } from '../../src/features/invitations/batch-texts.ts';
import { EXPORTS } from '../../src/features/organization/access-exports.tsx';
import { CHANGES } from '../../src/features/people/change/change-texts.ts';
import { formatMinuteBy } from '../../src/lib/reader-locale.ts';
import { type JobChanges, jobWith } from './job-with.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ENDED = { state: 'done', endedAt: '2026-03-01T12:00:00Z' } as const;

const label = (texts: JobKindTexts, changes: JobChanges) => {
  const state = stateBadge(jobWith(changes), texts, NOW);
  return [state.label, state.variant];
};

describe('the state of a job', () => {
  it('is named in plain words', () => {
    const until = '2026-03-01T15:10:00Z';
    expect(label(BATCHES, { state: 'queued' })).toEqual(['Queued', 'secondary']);
    expect(label(BATCHES, { state: 'running' })).toEqual(['Running', 'accent']);
    expect(label(BATCHES, { state: 'paused' })).toEqual(['Paused', 'attention']);
    expect(label(BATCHES, { state: 'limited', reason: 'over-quota', until })).toEqual([
      `Waiting until ${formatMinuteBy(new Date(until), NOW)}`,
      'attention',
    ]);
    expect(label(BATCHES, { state: 'failed', reason: 'session-ended' })).toEqual(['Stopped: session ended', 'danger']);
    expect(label(BATCHES, { state: 'cancelled' })).toEqual(['Cancelling', 'secondary']);
    expect(label(BATCHES, { ...ENDED, state: 'cancelled' })).toEqual(['Cancelled', 'secondary']);
  });

  it('says which job a queued one waits for, and what to do where that has stopped', () => {
    const of = (waitsFor: Job['waitsFor']) => queueText(jobWith({ state: 'queued', waitsFor }), BATCHES);
    const blocker = { id: 'b2', title: 'members.csv', state: 'running', runBy: 'grace' } as const;
    expect(of(blocker)).toBe('Starts when earlier batches finish.');
    expect(of({ ...blocker, state: 'failed' })).toBe(
      'Waits for “members.csv” of grace, which has stopped. Resume or cancel that one first.',
    );
    expect(of({ ...blocker, state: 'paused', title: null })).toBe(
      'Waits for an earlier batch of grace, which is paused. Resume or cancel that one first.',
    );
  });

  it.each<[JobKindTexts, JobChanges, readonly [string, string]]>([
    [BATCHES, { counts: { sent: 2, 'already-member': 1 } }, ['Done', 'success']],
    [BATCHES, { counts: { sent: 2, refused: 1, 'not-found': 2 } }, ['Done, 3 not invited', 'attention']],
    [BATCHES, { counts: { refused: 1, failed: 2 } }, ['Done, 1 not invited, 2 unknown', 'attention']],
    [BATCHES, { addsPeople: true, counts: { 'not-found': 1 } }, ['Done, 1 not added', 'attention']],
    [CHANGES, { counts: { changed: 2, 'nothing-to-do': 1 } }, ['Done', 'success']],
    [CHANGES, { counts: { 'changed-since': 1, refused: 1 } }, ['Done, 2 not changed', 'attention']],
    [EXPORTS, { file: { rows: 9, unseen: 0, expiresAt: null } }, ['Done', 'success']],
    [EXPORTS, { file: { rows: 9, unseen: 3, expiresAt: null } }, ['Done, 3 not read', 'attention']],
  ])('%# is a success only if everything succeeded', (texts, changes, expected) => {
    expect(label(texts, { ...ENDED, ...changes })).toEqual(expected);
  });

  it('names that it continues after a sign-out only while it goes on', () => {
    const continuesAfterSignOut = true;
    expect(continuesText(jobWith({ continuesAfterSignOut }))).toBe('Continues after sign-out');
    expect(continuesText(jobWith({ continuesAfterSignOut, state: 'limited' }))).toBe('Continues after sign-out');
    expect(continuesText(jobWith())).toBe(null);
    expect(continuesText(jobWith({ continuesAfterSignOut, state: 'failed' }))).toBe(null);
    expect(continuesText(jobWith({ ...ENDED, continuesAfterSignOut }))).toBe(null);
  });

  it('is short beside a link', () => {
    expect(shortLabel(jobWith({ counts: { ready: 8, sent: 4 } }), BATCHES, NOW)).toBe('4 of 12');
    expect(shortLabel(jobWith({ state: 'paused', counts: { ready: 8 } }), BATCHES, NOW)).toBe('Paused');
  });
});

describe('a waiting job', () => {
  const until = '2026-03-01T15:10:00Z';
  const at = formatMinuteBy(new Date(until), NOW);
  const later = '2026-03-02T11:00:00Z';
  const text = (changes: JobChanges, login = 'ada', sessionEndsAt = later) =>
    resumesText(jobWith({ state: 'limited', reason: 'over-quota', until, ...changes }), { login, sessionEndsAt }, NOW);

  it('says whether it resumes only for somebody who is signed in', () => {
    expect(text({})).toBe(`Resumes automatically at ${at} if you are still signed in then.`);
    expect(text({ continuesAfterSignOut: true })).toBe(`Resumes automatically at ${at}, also if you are signed out.`);
    expect(text({}, 'grace')).toBe(`Resumes automatically at ${at} if ada is still signed in then.`);
    expect(text({ continuesAfterSignOut: true }, 'grace')).toBe(
      `Resumes automatically at ${at}, also if ada is signed out.`,
    );
    expect(text({ until: null })).toBe('Resumes automatically if you are still signed in then.');
  });

  it('says that the session of the reader ends before', () => {
    const endsAt = '2026-03-01T14:00:00Z';
    const ends = formatMinuteBy(new Date(endsAt), NOW);
    expect(text({}, 'ada', endsAt)).toBe(
      `Resumes automatically at ${at} if you are still signed in then. This session ends before that, at ${ends}.`,
    );
    expect(text({}, 'grace', endsAt)).not.toContain('This session');
    expect(text({ continuesAfterSignOut: true }, 'ada', endsAt)).not.toContain('This session');
  });
});

describe('a stopped job', () => {
  const APP_REASONS = ['needs-person', 'app-work-off', 'approval-withdrawn', 'app-suspended', 'app-missing'] as const;
  const stopped = (reason: Job['reason']) => jobWith({ state: 'failed', reason });

  it.each(APP_REASONS)('of %s is continued with the token of whoever does it, who decides again', (reason) => {
    expect(needsTakeOver(reason)).toBe(true);
    expect(continuedThroughApp(stopped(reason))).toBe(true);
    expect(label(BATCHES, { state: 'failed', reason })).toEqual([`Stopped: ${REASONS[reason].label}`, 'danger']);
  });

  it('says who can continue it', () => {
    expect(nextText(stopped('needs-person'), 'batch', true)).toBe(
      'Resume the batch with your sign-in. Any other owner can take it over.',
    );
    expect(nextText(stopped('needs-person'), 'batch', false)).toBe(
      'Any owner can take over the batch and continue it under their name.',
    );
    expect(nextText(stopped('rights-lost'), 'plan', true)).toBe(
      'Any owner can take over the plan and continue it under their name.',
    );
    expect(nextText(stopped('app-suspended'), 'plan', true)).toBe('Unsuspend it, then resume.');
  });

  it('is offered after a sign-in only if it waits for one', () => {
    const offered = Object.keys(REASONS).filter((reason) => awaitsSignIn(stopped(reason as Job['reason'])));
    expect(offered).toEqual(['session-ended', 'needs-person', 'app-work-off', 'approval-withdrawn']);
    expect(awaitsSignIn(jobWith({ state: 'limited', reason: 'session-ended' }))).toBe(false);
    expect(continuedThroughApp(stopped('session-ended'))).toBe(false);
    expect(needsTakeOver('over-quota')).toBe(false);
  });
});

describe('the progress of a job', () => {
  it('counts outcomes, successes first, without unprocessed rows', () => {
    expect(progressMessage(jobWith({ counts: { ready: 5, sending: 1 } }), BATCHES)).toBe('0 of 6 done');
    const counts = { cancelled: 1, failed: 2, refused: 3, 'already-invited': 4, sent: 1_000 };
    expect(progressMessage(jobWith({ ...ENDED, counts }), BATCHES)).toBe(
      '1,000 invited, 4 already invited, 3 refused, 2 unknown, 1 not sent',
    );
    expect(progressMessage(jobWith({ addsPeople: true, counts: { ready: 1, sent: 2 } }), BATCHES)).toBe(
      '2 of 3 done: 2 added',
    );
    const change = { kind: 'remove' } as const;
    expect(progressMessage(jobWith({ ...ENDED, change, counts: { changed: 2, refused: 1 } }), CHANGES)).toBe(
      '2 removed, 1 refused',
    );
  });

  it('of an export counts repositories and rows', () => {
    const file = { rows: 4_312, unseen: 0, expiresAt: null };
    expect(progressMessage(jobWith({ file, progress: { done: 0, total: null } }), EXPORTS)).toBe('Not counted yet');
    expect(progressMessage(jobWith({ file, progress: { done: 12, total: 300 } }), EXPORTS)).toBe(
      '12 of 300 repositories, 4,312 rows',
    );
  });

  it.each([
    [{ ready: 120 }, 'Running, 0% done'],
    [{ ready: 108, sending: 1, sent: 11 }, 'Running, 0% done'],
    [{ ready: 108, sent: 10, refused: 2 }, 'Running, 10% done'],
    [{ ready: 1, sent: 119 }, 'Running, 90% done'],
  ])('announces %j as "%s": every ten percent, not each person', (counts, text) => {
    expect(progressStep(jobWith({ counts }), BATCHES, NOW)).toBe(text);
  });

  it('is announced with its outcomes at the end', () => {
    expect(progressStep(jobWith({ ...ENDED, counts: { sent: 2, refused: 1 } }), BATCHES, NOW)).toBe(
      'Done, 1 not invited: 2 invited, 1 refused',
    );
  });
});

it('the oldest unfinished job is the head of the queue', () => {
  const jobs = [jobWith({ id: 'c' }), jobWith({ id: 'b' }), jobWith({ ...ENDED, id: 'a' })];
  expect(headOf(jobs)?.id).toBe('b');
  expect(headOf([jobWith(ENDED)])).toBe(null);
});

it('the newest running job is watched, or the head of the queue if none runs', () => {
  const jobs = [jobWith({ id: 'c', state: 'queued' }), jobWith({ id: 'b' }), jobWith({ id: 'a' })];
  expect(watchedOf(jobs)?.id).toBe('b');
  const paused = jobs.map((job) => ({ ...job, state: 'paused' as const }));
  expect(watchedOf(paused)?.id).toBe('a');
});
