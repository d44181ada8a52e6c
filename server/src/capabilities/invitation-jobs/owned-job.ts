import { ok, type Result, refuse } from '../../domain/result.ts';
import type { InvitationJobStore, JobRecord } from '../../ports/storage/invitation-jobs.ts';
import type { Owner } from '../../sessions/live-rights.ts';

/** Finds a job of the organization by its ID, for one of the owners. */
export type OwnedJob = (owner: Owner, id: string) => Promise<Result<JobRecord, NoJob>>;

export interface NoJob {
  readonly kind: 'no-job';
}

export const createOwnedJob =
  (jobs: Pick<InvitationJobStore, 'find'>): OwnedJob =>
  async (owner, id) => {
    const job = CAN_BE_ID.test(id) ? await jobs.find(id) : null;
    return job === null || job.organizationId !== owner.organizationId ? refuse({ kind: 'no-job' }) : ok(job);
  };

/** Other text is not looked up: a database may refuse its characters. */
const CAN_BE_ID = /^[\da-f]{32}$/;
