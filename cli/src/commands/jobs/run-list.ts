import type { JobKind } from '../../../../client/src/index.ts';
import { dataOf } from '../../connection/failure.ts';
import { JOB_COLUMNS } from '../../finish-job.ts';
import { printRows } from '../../output/rows.ts';
import type { Context } from '../../run-remote.ts';

export async function run(
  { connect, signal, format }: Context,
  { organization, kind }: { readonly organization: string; readonly kind: JobKind | null },
): Promise<void> {
  const service = await connect();
  const query = kind === null ? {} : { kind };
  const { jobs } = await dataOf(service, service.client.listJobs({ path: { login: organization }, query, signal }));
  printRows(format, jobs, JOB_COLUMNS);
}
