import type { AuditOrigin } from '../../domain/audit-entry.ts';
import { type RunRef, runFailure } from '../../domain/run.ts';
import { jobEvent } from '../../jobs/job-event.ts';
import type { Jobs } from '../../jobs/services.ts';
import type { JobRecord } from '../../jobs/store/types.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { RunRecord, RunServices, StartedItem, WaitingItem } from './records.ts';

interface Cancellation {
  readonly requester: AuditOrigin;
  readonly at: Date;
}

/** Idempotency key of the job of an item. */
export const keyOf = (run: Pick<RunRef, 'id'>, { content, place }: Pick<WaitingItem, 'content' | 'place'>): string =>
  content.kind === 'people-change' ? content.planned.key : `${run.id}-${place}`;

/**
 * Cancels the jobs of a cancelled run that its person still runs, whoever owns the organization now, and settles items
 * without a job. Interrupted, it can be repeated. A job that somebody else took over is theirs.
 */
export async function cancelJobs(
  { jobs, runs }: RunServices,
  run: RunRecord,
  cancellation: Cancellation,
): Promise<void> {
  for (const item of await runs.waiting(run)) {
    // Stored before the run was cancelled, by a start that was interrupted or goes on beside this.
    const job = await jobOf(jobs, run, item);
    await runs.settle(run, item.place, job === null ? refuse(runFailure('cancelled')) : startedAs(item, job));
  }
  const { items } = (await runs.find(run)) ?? run;
  for (const job of await openJobs(jobs, items)) if (isOfRun(job, run)) await cancel(jobs, job, run, cancellation);
  await runs.endCancel(run, cancellation.at);
}

async function cancel(
  jobs: Jobs,
  job: JobRecord,
  { userId }: RunRecord,
  { requester, at }: Cancellation,
): Promise<void> {
  await jobs.store.moveWithEntry(
    job,
    'cancel',
    { nextAt: at },
    {
      entry: ({ state }) => jobEvent(requester, 'job.cancelled', job, { before: { state } }),
      at,
      // A job can be cancelled only once.
      within: null,
      runBy: userId,
    },
  );
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
export async function jobOf(
  jobs: Jobs,
  run: Pick<RunRecord, 'id' | 'createdAt'>,
  item: WaitingItem,
): Promise<JobRecord | null> {
  const { organizationId, kind } = item;
  const job = await jobs.store.findByKey({ organizationId, kind, key: keyOf(run, item) });
  return job !== null && isOfRun(job, run) ? job : null;
}

export const startedAs = ({ organizationLogin }: WaitingItem, job: JobRecord): StartedItem =>
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
