import { dataOf } from '../../connection/failure.ts';
import { finishJob } from '../../finish-job.ts';
import type { Context } from '../../run-remote.ts';

interface Input {
  readonly organization: string;
  readonly id: string;
  readonly results: string | null;
}

export async function run(context: Context, { organization, id, results }: Input): Promise<void> {
  const service = await context.connect();
  const path = { login: organization, id };
  const { job } = await dataOf(service, service.client.getJob({ path, signal: context.signal }));
  await finishJob(context, service, { organization, job, results });
}
