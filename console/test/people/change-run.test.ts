import type { ChangedPerson, PreviewedPerson, PreviewPeopleAnswer } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { ended, started } from '../../src/components/run/run.ts';
import {
  answeredRun,
  IDLE_RUN,
  needsConfirmation,
  processedCount,
  resultsOf,
  settledRun,
  unsettledPeople,
} from '../../src/features/people/change/change-run.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

const previewed = (id: number, verdict: PreviewedPerson['verdict'] = 'will-change'): PreviewedPerson => ({
  id,
  login: `person-${id}`,
  role: 'member',
  verdict,
  teams: [],
  repositoryCount: 0,
  sentInvitationCount: 0,
  notes: [],
});

const previewOf = (people: readonly PreviewedPerson[]): PreviewPeopleAnswer => ({
  preview: 'token',
  expiresAt: '2026-03-01T12:10:00Z',
  change: { kind: 'remove' },
  people: [...people],
  needsConfirmation: false,
});

const result = (id: number, outcome: ChangedPerson['outcome'], more: Partial<ChangedPerson> = {}): ChangedPerson => ({
  id,
  login: `person-${id}`,
  outcome,
  error: null,
  reason: null,
  ...more,
});

const startedRun = (people: number, previews: readonly PreviewPeopleAnswer[]) =>
  started({ ...IDLE_RUN, people }, previews);

describe('a run of changes', () => {
  it('requires confirmation also if small requests exceed the limit together', () => {
    const few = previewOf([previewed(1), previewed(2), previewed(3), previewed(4, 'yourself')]);
    expect(needsConfirmation([few])).toBe(false);
    expect(needsConfirmation([few, previewOf([previewed(5), previewed(6)])])).toBe(false);
    expect(needsConfirmation([few, previewOf([previewed(5), previewed(6), previewed(7)])])).toBe(true);
    expect(needsConfirmation([{ ...few, needsConfirmation: true }])).toBe(true);
  });

  it('reports people missing from an answer as not confirmed', () => {
    const sent = previewOf([previewed(1), previewed(2), previewed(3, 'last-owner')]);
    const answer = { results: [result(2, 'done')], retryAfterSeconds: null };
    const run = answeredRun(startedRun(2, [sent]), sent, answer, NOW);
    expect(run.results.map(({ id, outcome }) => [id, outcome])).toEqual([
      [1, 'not-confirmed'],
      [2, 'done'],
    ]);
    expect([run.state, processedCount(run)]).toEqual(['sending', 2]);
  });

  it('stops at a reason that affects all, until the code host accepts requests again', () => {
    const sent = previewOf([previewed(1), previewed(2)]);
    const limited = {
      results: [result(1, 'done'), result(2, 'not-tried', { reason: 'rate-limited' })],
      retryAfterSeconds: 60,
    };
    const run = answeredRun(startedRun(2, [sent]), sent, limited, NOW);
    expect(run.state).toBe('stopped');
    expect(run.notBefore).toBe(Date.parse('2026-03-01T12:01:00Z'));
    expect(unsettledPeople(run).map(({ id }) => id)).toEqual([2]);
  });

  it('reports remaining people as not tried', () => {
    const [first, second] = [previewOf([previewed(1)]), previewOf([previewed(2)])];
    const outcomesOf = (state: 'failed' | 'stopped') =>
      resultsOf(ended(startedRun(2, [first, second]), state)).map(({ outcome }) => outcome);
    expect(outcomesOf('failed')).toEqual(['not-confirmed', 'not-tried']);
    expect(outcomesOf('stopped')).toEqual(['not-tried', 'not-tried']);
  });

  it('keeps the latest result for each person, including those of a later preview', () => {
    const sent = previewOf([previewed(1), previewed(2), previewed(3)]);
    const run = ended(startedRun(3, [sent]), 'failed');
    expect(resultsOf(run).map(({ outcome }) => outcome)).toEqual(['not-confirmed', 'not-confirmed', 'not-confirmed']);
    const settled = settledRun(run, [
      previewOf([previewed(1, 'not-there'), previewed(2, 'nothing-to-do'), previewed(3)]),
    ]);
    expect(settled.results.map(({ outcome }) => outcome)).toEqual(['nothing-to-do', 'nothing-to-do', 'not-confirmed']);
    expect(unsettledPeople(settled).map(({ id }) => id)).toEqual([3]);
  });
});
