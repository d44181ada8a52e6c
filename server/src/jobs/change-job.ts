import type { TooManyChanges } from '../audit/store/types.ts';
import type { AuditOrigin } from '../domain/audit-entry.ts';
import type { Transition } from '../domain/job.ts';
import { AUDIT_CHANGES } from '../lib/limits/audit-trail.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { Owner } from '../sessions/live-rights.ts';
import { jobEvent } from './job-event.ts';
import { findOwnedJob, type NoJob } from './owned-job.ts';
import type { JobServices } from './services.ts';
import type { JobChange, JobRecord } from './store/types.ts';

export type JobAction = Extract<Transition, keyof typeof ACTIONS>;

const ACTIONS = {
  pause: 'job.paused',
  resume: 'job.resumed',
  cancel: 'job.cancelled',
  'take-over': 'job.taken_over',
} as const;

/** Repeating a change has no effect. */
export async function changeJob(
  { runtime, jobs }: JobServices,
  owner: Owner,
  requester: AuditOrigin,
  { id, action }: { readonly id: string; readonly action: JobAction },
): Promise<Result<JobRecord, NoJob | TooManyChanges | { readonly kind: 'over' }>> {
  const owned = await findOwnedJob(jobs.store, owner, id);
  if (!owned.ok) return owned;
  const job = owned.value;
  const at = runtime.clock.now();
  const moved = await jobs.store.moveWithEntry(job, action, changeOf(action, owner, at), {
    entry: ({ state, runBy }) =>
      jobEvent(requester, ACTIONS[action], job, {
        before: { state },
        after: action === 'take-over' ? { from: runBy.login } : {},
      }),
    at,
    // A job can be cancelled only once.
    within: action === 'cancel' ? null : AUDIT_CHANGES,
  });
  if (!moved.ok) return moved;
  if (!moved.value) return refuse({ kind: 'over' });
  jobs.wake();
  return ok((await jobs.store.find(job)) ?? job);
}

function changeOf(action: JobAction, { session: { user, key } }: Owner, at: Date): JobChange {
  switch (action) {
    case 'pause':
      return {};
    case 'cancel':
      return { nextAt: at };
    case 'resume':
      return { nextAt: at, tries: 0 };
    case 'take-over':
      return { nextAt: at, tries: 0, runs: { by: { id: user.id, login: user.login }, sessionKey: key } };
  }
}
