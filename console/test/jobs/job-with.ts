import type { Job } from '@orgdesk/client';

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

export interface JobChanges extends Partial<Omit<Job, 'counts'>> {
  readonly counts?: Partial<Job['counts']>;
}

/** Running, of ada, unless `changes` say otherwise. */
export function jobWith({ counts = {}, ...changes }: JobChanges = {}): Job {
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
    continuesAfterSignOut: false,
    addsPeople: false,
    change: null,
    file: null,
    createdAt: '2026-03-01T11:00:00Z',
    endedAt: null,
    ...changes,
  };
}
