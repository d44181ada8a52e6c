import { type RunFailure, type RunFailureReason, runFailure } from '../../domain/jobs/run.ts';
import { RUN_RETRY_MS, RUN_START_LIMIT_MS, RUN_STEP_MS } from '../../domain/limits/invitation-jobs.ts';
import { ok, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import { type RunRecord, type RunStore, runOfWork, type StartedItem, type WaitingItem } from '../../ports/runs.ts';
import type { JobStore } from '../../ports/storage/jobs.ts';
import type { SessionStore } from '../../ports/storage/sessions.ts';
import type { WorkKind } from '../due-work/work-kind.ts';
import { createOwnerOf, type OwnerOfDeps } from '../jobs/owner-of.ts';
import { type CannotBeAdded, createStartInvitations } from '../jobs/start-invitations.ts';
import type { StartJob, StartRefusal } from '../jobs/start-job.ts';
import { createStartPlanned } from '../people-changes/start-change.ts';
import { failureOf } from '../sessions/owned-organizations.ts';

export interface StartRunsDeps extends OwnerOfDeps {
  readonly codeHost: OwnerOfDeps['codeHost'] & Parameters<typeof createStartInvitations>[1];
  readonly jobs: Pick<JobStore, 'find'>;
  readonly runs: Pick<RunStore, 'open' | 'find' | 'waiting' | 'wait' | 'settle'>;
  readonly sessions: Pick<SessionStore, 'find'>;
  readonly startJob: StartJob;
}

/** Starts the jobs of runs. Jobs have keys, so an item that was interrupted starts no second one. */
export function createStartRuns({ jobs, runs, sessions, startJob, ...deps }: StartRunsDeps): WorkKind {
  const { clock, codeHost } = deps;
  const ownerOf = createOwnerOf(deps);
  const startPlanned = createStartPlanned(startJob);
  const startInvitations = createStartInvitations(startJob, codeHost);

  async function start(session: Session, run: RunRecord, item: WaitingItem): Promise<StartedItem> {
    const { organizationId, organizationLogin, place, content } = item;
    if (organizationLogin === null) return refuse(runFailure('not-a-member'));
    const owner = await ownerOf(session, { organizationId, organizationLogin });
    if (!owner.ok) return refuse(failureOf(owner.refusal));
    const facts = { run: run.id };
    const invitations = { key: `${run.id}-${place}`, title: run.title };
    const job =
      content.kind === 'people-change'
        ? await startPlanned(owner.value, run.origin, content.planned, facts)
        : await startInvitations(owner.value, run.origin, { ...invitations, rows: content.rows }, facts);
    if (!job.ok) return refuse(refusedBy(job.refusal));
    return ok({ job: job.value, organizationLogin: owner.value.organization });
  }

  /** Whether jobs of lower steps in the organization have not ended. */
  async function isEarly({ items }: RunRecord, { step, organizationId }: WaitingItem): Promise<boolean> {
    for (const lower of items) {
      if (lower.organizationId !== organizationId || lower.step >= step || lower.state === 'refused') continue;
      const job = lower.state === 'waiting' ? WAITING : await jobs.find({ organizationId, id: lower.jobId });
      if (job?.endedAt === null) return true;
    }
    return false;
  }

  /** Returns when items that have not started may be tried again; null without such. */
  async function startWaiting(run: RunRecord, stop: AbortSignal): Promise<Date | null> {
    const session = await sessions.find(run.sessionKey, clock.now());
    const lastAt = run.createdAt.getTime() + RUN_START_LIMIT_MS;
    const again: number[] = [];
    let limit: RunFailure | null = null;
    for (const item of await runs.waiting(run)) {
      const now = clock.now().getTime();
      if (stop.aborted) return new Date(now);
      if (session !== null && (await isEarly(run, item))) {
        again.push(now + RUN_STEP_MS);
        continue;
      }
      const started: StartedItem =
        session === null
          ? refuse(failureOf({ kind: 'no-session' }))
          : limit === null
            ? await start(session, run, item)
            : refuse(limit);
      if (!started.ok && started.refusal.reason === 'limit') limit = started.refusal;
      const isLate = now >= lastAt && item.step === 1;
      if (started.ok || !MAY_END.has(started.refusal.reason) || isLate) await runs.settle(run, item.place, started);
      else again.push(Math.max(now + RUN_RETRY_MS, Math.min(Date.parse(started.refusal.retryAt ?? '') || 0, lastAt)));
    }
    return again.length === 0 ? null : new Date(Math.min(...again));
  }

  return {
    name: 'run',
    open: (now) => runs.open(now),
    async work({ key }, stop) {
      const run = await runs.find(runOfWork(key));
      const again = run === null ? null : await startWaiting(run, stop);
      if (run !== null && again !== null) await runs.wait(run, again);
      return again;
    },
  };
}

const WAITING = { endedAt: null };

const MAY_END: ReadonlySet<RunFailureReason> = new Set(['limit', 'unreachable']);

function refusedBy(refusal: StartRefusal | CannotBeAdded | { readonly kind: 'unconfirmed' }): RunFailure {
  return refusal.kind === 'cannot-be-added' ? runFailure('wrong-rows', refusal.sentence) : runFailure(refusal.kind);
}
