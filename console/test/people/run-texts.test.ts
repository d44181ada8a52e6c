import type { Run, RunItem } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { isRunning, listedState, runState } from '../../src/features/people/runs/runs.ts';

const FAILED = { at: '2026-02-03T04:05:06.000Z', reason: 'broken' };

const item = (state: RunItem['state']): RunItem => ({
  item: 1,
  organization: { id: 1, login: 'acme' },
  step: 1,
  kind: 'people-change',
  change: { kind: 'remove' },
  people: 1,
  state,
  failure: null,
  job: null,
});

const run = (part: Partial<Run>): Run => ({
  id: '0'.repeat(32),
  key: 'a-key',
  title: null,
  createdAt: '2026-02-03T04:05:06.000Z',
  cancelledAt: null,
  failed: null,
  counts: { waiting: 1, started: 1, refused: 0 },
  isOver: false,
  items: [item('waiting'), item('removed')],
  ...part,
});

describe('a run whose items wait', () => {
  it('is running unless it failed too often', () => {
    expect([isRunning(run({})), runState(run({})).label]).toEqual([true, 'Running']);
    const failed = run({ failed: FAILED });
    expect([isRunning(failed), runState(failed).label]).toEqual([false, 'Failed']);
  });

  it('is listed as not started, or as failed', () => {
    expect(listedState(run({}))).toBe('1 of 2 organizations not started');
    expect(listedState(run({ failed: FAILED }))).toBe('Failed, 1 of 2 organizations not started');
  });
});
