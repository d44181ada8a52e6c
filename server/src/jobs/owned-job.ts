import { ok, type Result, refuse } from '../lib/result.ts';
import type { Owner } from '../sessions/live-rights.ts';
import type { JobRecord, JobStore } from './store/types.ts';

export interface NoJob {
  readonly kind: 'no-job';
}

export async function findOwnedJob(
  jobs: JobStore,
  { organizationId }: Pick<Owner, 'organizationId'>,
  id: string,
): Promise<Result<JobRecord, NoJob>> {
  const job = CAN_BE_ID.test(id) ? await jobs.find({ organizationId, id }) : null;
  return job === null ? refuse({ kind: 'no-job' }) : ok(job);
}

/** Other text is not looked up: a database may refuse its characters. */
const CAN_BE_ID = /^[\da-f]{32}$/;
