import { countingTrailFailure } from '../../audit/audited.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import {
  isDue,
  type RunFailure,
  type RunFailureReason,
  type RunRef,
  runFailure,
  type WorkKind,
} from '../../domain/job.ts';
import type { Session } from '../../domain/session.ts';
import { appRunnerFor } from '../../jobs/app-runner.ts';
import { currentVersion } from '../../jobs/approve.ts';
import type { JobStop } from '../../jobs/job-stop.ts';
import { ownerOf } from '../../jobs/runner.ts';
import type { Jobs } from '../../jobs/services.ts';
import { type JobStarter, jobEvent, type StartRefusal } from '../../jobs/start-job.ts';
import { type JobRecord, RunCancelled } from '../../jobs/store/types.ts';
import {
  RUN_APPROVED_MS,
  RUN_RETRY_MS,
  RUN_START_LIMIT_MS,
  RUN_STEP_MS,
  WORK_SLOW_OF_KIND_AT_ONCE,
} from '../../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { failureOf } from '../../sessions/live-rights.ts';
import { type CannotBeAdded, startInvitations } from '../invitations/start-invitations.ts';
import { startPlanned } from '../people-changes/start-change.ts';
import { type RunRecord, type RunServices, runOfWork, type StartedItem, type WaitingItem } from './records.ts';

interface Cancellation {
  readonly requester: AuditOrigin;
  readonly at: Date;
}

/** Idempotency key of the job of an item. */
const keyOf = (run: Pick<RunRef, 'id'>, { content, position }: Pick<WaitingItem, 'content' | 'position'>): string =>
  content.kind === 'people-change' ? content.planned.key : `${run.id}-${position}`;

/**
 * Cancels the jobs of a cancelled run that its person still runs, whoever owns the organization now, and settles items
 * without a job. Interrupted, it can be repeated. A job that somebody else took over is theirs.
 */
async function cancelJobs(services: RunServices, run: RunRecord, cancellation: Cancellation): Promise<void> {
  const { jobs, runs } = services;
  for (const item of await runs.waiting(run)) {
    // Stored before the run was cancelled, by a start that was interrupted or goes on beside this.
    const job = await jobOf(jobs, run, item);
    await runs.settle(run, item.position, job === null ? refuse(runFailure('cancelled')) : startedAs(item, job));
  }
  const { items } = (await runs.find(run)) ?? run;
  for (const job of await openJobs(jobs, items)) if (isOfRun(job, run)) await cancel(services, job, run, cancellation);
  await runs.endCancel(run, cancellation.at);
}

async function cancel(
  { runtime, jobs }: RunServices,
  job: JobRecord,
  { userId }: RunRecord,
  { requester, at }: Cancellation,
): Promise<void> {
  const cancelling = jobs.store.moveWithEntry(
    job,
    'cancel',
    {},
    {
      entry: ({ state }) => jobEvent(requester, 'job.cancelled', job, { before: { state } }),
      at,
      // A job can be cancelled only once.
      within: null,
      runBy: userId,
    },
  );
  await countingTrailFailure(runtime, cancelling);
}

/** Jobs of items that have not ended. */
async function openJobs(jobs: Jobs, items: RunRecord['items']): Promise<readonly JobRecord[]> {
  const open: JobRecord[] = [];
  for (const item of items) {
    if (item.state !== 'started') continue;
    const job = await jobs.store.find({ organizationId: item.organizationId, id: item.jobId });
    if (job !== null && job.endedAt === null) open.push(job);
  }
  return open;
}

/** A job of the same previews may be older than the run. */
const isOfRun = ({ createdAt }: JobRecord, run: Pick<RunRecord, 'createdAt'>): boolean => createdAt >= run.createdAt;

/** The job of an item that is not settled yet, if it is stored already. */
async function jobOf(
  jobs: Jobs,
  run: Pick<RunRecord, 'id' | 'createdAt'>,
  item: WaitingItem,
): Promise<JobRecord | null> {
  const { organizationId, kind } = item;
  const job = await jobs.store.findByKey({ organizationId, kind, key: keyOf(run, item) });
  return job !== null && isOfRun(job, run) ? job : null;
}

const startedAs = ({ organizationLogin }: WaitingItem, job: JobRecord): StartedItem =>
  ok({ job, organizationLogin: organizationLogin ?? job.organizationLogin });

/** Repeating it has no effect. */
export async function cancelRun(
  services: RunServices,
  run: RunRecord,
  requester: AuditOrigin,
): Promise<Result<RunRecord, { readonly kind: 'over' }>> {
  const { runtime, jobs, runs } = services;
  if (run.isCancelDone) return ok(run);
  if (run.cancelledAt === null && (await isOver(jobs, run))) return refuse({ kind: 'over' });
  const at = runtime.clock.now();
  await runs.cancel(run, at);
  await cancelJobs(services, run, { requester, at });
  jobs.wake();
  return ok((await runs.find(run)) ?? run);
}

const isOver = async (jobs: Jobs, { items }: RunRecord): Promise<boolean> =>
  items.every(({ state }) => state !== 'waiting') && (await openJobs(jobs, items)).length === 0;

/** Starts the jobs of runs. Jobs have keys, so an item that was interrupted starts no second one. */
export function createStartRuns(services: RunServices): WorkKind {
  const { runtime, sessions, jobs, runs } = services;
  const { clock } = runtime;

  async function isStillApproved(
    { createdAt }: RunRecord,
    { organizationId, approvedVersion }: WaitingItem,
  ): Promise<boolean> {
    if (approvedVersion === null) return false;
    if (clock.now().getTime() - createdAt.getTime() > RUN_APPROVED_MS) return false;
    return (await currentVersion(jobs, organizationId)) === approvedVersion;
  }

  /** Once the session is over, the App goes on if that was approved. */
  async function starterOf(
    session: Session | null,
    { run, item: { organizationId, organizationLogin }, canStart }: Attempt,
  ): Promise<Result<JobStarter, RunFailure>> {
    if (organizationLogin === null) return refuse(runFailure('not-a-member'));
    if (session !== null) {
      const owner = await ownerOf(services, session, { organizationId, organizationLogin });
      return owner.ok ? owner : refuse(failureOf(owner.refusal));
    }
    if (!canStart) return refuse(failureOf({ kind: 'no-session' }));
    const { actor: user } = run.origin;
    const runner = await appRunnerFor(services, { organizationId, runBy: user });
    if (!runner.ok) return refuse(failureOfStop(runner.refusal));
    const { organization, inviter: login } = runner.value;
    return ok({ session: { key: run.sessionKey, user: { id: user.id, login } }, organization, organizationId });
  }

  async function start(session: Session | null, attempt: Attempt): Promise<StartedItem> {
    const { run, item } = attempt;
    const { content, approvedVersion } = item;
    const owner = await starterOf(session, attempt);
    if (!owner.ok) return owner;
    const organizationLogin = item.organizationLogin ?? owner.value.organization;
    const key = keyOf(run, item);
    const job =
      content.kind === 'people-change'
        ? await startPlanned(jobs, owner.value, run.origin, content.planned, approvedVersion, {
            run,
            loginAtRequest: organizationLogin,
          })
        : await startInvitations(
            services,
            owner.value,
            run.origin,
            { key, title: run.title, rows: content.rows },
            { approve: async () => ok(approvedVersion), run },
          );
    if (!job.ok) return refuse(refusedBy(job.refusal));
    return ok({ job: job.value, organizationLogin: owner.value.organization });
  }

  /** `early`: jobs of lower steps in the organization have not ended. `off`: one was cancelled, could not start, or is gone. */
  async function turnOf({ items }: RunRecord, { step, organizationId }: WaitingItem): Promise<'now' | 'early' | 'off'> {
    let turn: 'now' | 'early' = 'now';
    for (const lower of items) {
      if (lower.organizationId !== organizationId || lower.step >= step) continue;
      // A step that changes nobody has nothing left to do.
      if (lower.state === 'refused' && lower.failure.reason === 'nobody') continue;
      if (lower.state === 'refused') return 'off';
      const job = lower.state === 'waiting' ? WAITING : await jobs.store.find({ organizationId, id: lower.jobId });
      // Of one that was removed, nobody knows how it ended.
      if (job === null || job.state === 'cancelled') return 'off';
      if (job.endedAt === null) turn = 'early';
    }
    return turn;
  }

  async function startInTurn(session: Session | null, attempt: Attempt): Promise<StartedItem> {
    if (attempt.turn === 'off') return refuse(runFailure('earlier-step'));
    if (attempt.limit !== null) return refuse(attempt.limit);
    return start(session, attempt);
  }

  /** A start that was interrupted may have stored a job, whatever is found now. */
  async function settle(run: RunRecord, item: WaitingItem, started: StartedItem): Promise<void> {
    const job = started.ok ? null : await jobOf(jobs, run, item);
    await runs.settle(run, item.position, job === null ? started : startedAs(item, job));
  }

  /**
   * Tries one item, so that other people's runs have their turn between two of them. Returns when the run is next due; null
   * if nothing waits.
   */
  async function startNext(run: RunRecord, stop: AbortSignal): Promise<Date | null> {
    const session = await sessions.store.find(run.sessionKey, clock.now());
    const lastAt = run.createdAt.getTime() + RUN_START_LIMIT_MS;
    const again: number[] = [];
    const postpone = async ({ position }: WaitingItem, at: number) => {
      await runs.postpone(run, position, new Date(at));
      again.push(at);
    };
    let isTried = false;
    let limit: RunFailure | null = null;
    for (const item of await runs.waiting(run)) {
      const at = clock.now();
      const now = at.getTime();
      if (!isDue(item.nextAt, at)) {
        again.push(item.nextAt.getTime());
        continue;
      }
      // After a limit, the others are not sent, so they take no time.
      if (stop.aborted || (isTried && limit === null)) return at;
      const turn = await turnOf(run, item);
      const canStart = session !== null || (await isStillApproved(run, item));
      if (turn === 'early' && canStart) {
        await postpone(item, now + RUN_STEP_MS);
        continue;
      }
      isTried ||= turn !== 'off' && canStart;
      const started = await startInTurn(session, { run, item, turn, canStart, limit });
      if (!started.ok && started.refusal.reason === 'limit') limit = started.refusal;
      const isLate = now >= lastAt && item.step === 1;
      if (started.ok || !MAY_END.has(started.refusal.reason) || isLate) await settle(run, item, started);
      else
        await postpone(
          item,
          Math.max(now + RUN_RETRY_MS, Math.min(Date.parse(started.refusal.retryAt ?? '') || 0, lastAt)),
        );
    }
    return again.length === 0 ? null : new Date(Math.min(...again));
  }

  async function endCancellation(run: RunRecord): Promise<null> {
    if (!run.isCancelDone) await cancelJobs(services, run, { requester: run.origin, at: clock.now() });
    return null;
  }

  return {
    name: 'run',
    slowAtOnce: WORK_SLOW_OF_KIND_AT_ONCE,
    open: () => runs.open(),
    async work({ key }, stop) {
      const run = await runs.find(runOfWork(key));
      if (run === null) return null;
      try {
        return await (run.cancelledAt === null ? startNext(run, stop) : endCancellation(run));
      } catch (error) {
        if (error instanceof RunCancelled) return endCancellation(run);
        throw error;
      }
    },
  };
}

interface Attempt {
  readonly run: RunRecord;
  readonly item: WaitingItem;
  readonly turn: 'now' | 'early' | 'off';
  /** By its session, or as the App. */
  readonly canStart: boolean;
  readonly limit: RunFailure | null;
}

const WAITING = { endedAt: null, state: 'running' } as const;

function failureOfStop({ reason, message, until }: JobStop): RunFailure {
  const failure = runFailure(STOP_REASONS[reason] ?? 'refused', message);
  return until === null ? failure : { ...failure, retryAt: until.toISOString() };
}

const STOP_REASONS: Readonly<Partial<Record<JobStop['reason'], RunFailureReason>>> = {
  'rights-lost': 'not-an-owner',
  'app-missing': 'app-missing',
  'app-suspended': 'app-suspended',
  'rate-limited': 'limit',
  unreachable: 'unreachable',
};

const MAY_END: ReadonlySet<RunFailureReason> = new Set(['limit', 'unreachable']);

function refusedBy(refusal: StartRefusal | CannotBeAdded | { readonly kind: 'unconfirmed' }): RunFailure {
  return refusal.kind === 'cannot-be-added' ? runFailure('wrong-rows', refusal.sentence) : runFailure(refusal.kind);
}
