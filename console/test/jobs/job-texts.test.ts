import type { Job } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { headOf, watchedOf } from '../../src/components/jobs/get-jobs.ts';
import type { JobKindTexts } from '../../src/components/jobs/job-kind.ts';
import {
  progressMessage,
  progressStep,
  queueText,
  shortLabel,
  stateBadge,
} from '../../src/components/jobs/job-texts.ts';
import { BATCHES } from '../../src/features/invitations/batch-texts.ts';
import { EXPORTS } from '../../src/features/organization/access-exports.tsx';
import { CHANGES } from '../../src/features/people/change/change-texts.ts';
import { formatMinuteBy } from '../../src/lib/reader-locale.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ENDED = { state: 'done', endedAt: '2026-03-01T12:00:00Z' } as const;
const NO_ROWS: Job['counts'] = {
  ready: 0,
  sending: 0,
  sent: 0,
  'already-member': 0,
  'already-invited': 0,
  'not-found': 0,
  changed: 0,
  'nothing-to-do': 0,
  'changed-since': 0,
  'under-way': 0,
  refused: 0,
  failed: 0,
  cancelled: 0,
};

interface JobChanges extends Partial<Omit<Job, 'counts'>> {
  readonly counts?: Partial<Job['counts']>;
}

function jobWith({ counts = {}, ...changes }: JobChanges = {}): Job {
  const all = { ...NO_ROWS, ...counts };
  const total = Object.values(all).reduce((sum, count) => sum + count, 0);
  return {
    id: 'a1',
    kind: 'invitations',
    key: 'key',
    title: null,
    state: 'running',
    reason: null,
    message: null,
    until: null,
    waitsFor: null,
    progress: { done: total - all.ready - all.sending, total },
    counts: all,
    startedBy: 'ada',
    runBy: 'ada',
    addsPeople: false,
    change: null,
    file: null,
    createdAt: '2026-03-01T11:00:00Z',
    endedAt: null,
    ...changes,
  };
}

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

  it('is short beside a link', () => {
    expect(shortLabel(jobWith({ counts: { ready: 8, sent: 4 } }), BATCHES, NOW)).toBe('4 of 12');
    expect(shortLabel(jobWith({ state: 'paused', counts: { ready: 8 } }), BATCHES, NOW)).toBe('Paused');
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
