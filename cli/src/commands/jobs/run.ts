import type { JobKind } from '../../../../client/src/index.ts';
import { dataOf } from '../../connection/failure.ts';
import { finishJob, JOB_COLUMNS } from '../../finish-job.ts';
import { printRows } from '../../output/rows.ts';
import type { Context } from '../../run-remote.ts';

export async function listJobs(
  { connect, signal, format }: Context,
  { organization, kind }: { readonly organization: string; readonly kind: JobKind | null },
): Promise<void> {
  const service = await connect();
  const query = kind === null ? {} : { kind };
  const { jobs } = await dataOf(service, service.client.listJobs({ path: { login: organization }, query, signal }));
  printRows(format, jobs, JOB_COLUMNS);
}

interface WatchInput {
  readonly organization: string;
  readonly id: string;
  readonly results: string | null;
}

export async function watchJob(context: Context, { organization, id, results }: WatchInput): Promise<void> {
  const service = await context.connect();
  const path = { login: organization, id };
  const { job } = await dataOf(service, service.client.getJob({ path, signal: context.signal }));
  await finishJob(context, service, { organization, job, results });
}

const CALLS = { pause: 'pauseJob', resume: 'resumeJob', cancel: 'cancelJob', 'take-over': 'takeOverJob' } as const;

export type JobAction = keyof typeof CALLS;

interface ChangeInput {
  readonly organization: string;
  readonly id: string;
  readonly action: JobAction;
  readonly isContinued: boolean;
}

export async function changeJob(
  { connect, signal, format }: Context,
  { organization, id, action, isContinued }: ChangeInput,
): Promise<void> {
  const service = await connect();
  const path = { login: organization, id };
  const query = isContinued ? { continueAfterSignOut: 'true' as const } : {};
  const sent = action === 'resume' || action === 'take-over' ? { path, query, signal } : { path, signal };
  const { job } = await dataOf(service, service.client[CALLS[action]](sent));
  printRows(format, [job], JOB_COLUMNS);
}
