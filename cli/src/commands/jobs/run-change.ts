import { dataOf } from '../../connection/failure.ts';
import { JOB_COLUMNS } from '../../finish-job.ts';
import { printRows } from '../../output/rows.ts';
import type { Context } from '../../run-remote.ts';

const CALLS = { pause: 'pauseJob', resume: 'resumeJob', cancel: 'cancelJob', 'take-over': 'takeOverJob' } as const;

export type JobAction = keyof typeof CALLS;

export async function run(
  { connect, signal, format }: Context,
  { organization, id, action }: { readonly organization: string; readonly id: string; readonly action: JobAction },
): Promise<void> {
  const service = await connect();
  const path = { login: organization, id };
  const { job } = await dataOf(service, service.client[CALLS[action]]({ path, signal }));
  printRows(format, [job], JOB_COLUMNS);
}
