import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { InvitationJobStore, JobRecord } from '../../ports/storage/invitation-jobs.ts';
import type { LiveRights, Owner } from '../../sessions/live-rights.ts';
import type { JobRefusal } from './messages.ts';

export interface JobOwnerDeps {
  readonly liveRights: LiveRights;
  readonly jobs: InvitationJobStore;
}

/** Only current owners may start, see and change jobs. */
export function createJobOwner({ liveRights, jobs }: JobOwnerDeps) {
  const ownerOf = (session: Session, login: string): Promise<Result<Owner, JobRefusal>> => liveRights(session, login);

  return {
    ownerOf,
    async ownedJob(
      session: Session,
      { login, id }: { readonly login: string; readonly id: string },
    ): Promise<Result<{ readonly job: JobRecord; readonly owner: Owner }, JobRefusal>> {
      const owner = await ownerOf(session, login);
      if (!owner.ok) return owner;
      const job = CAN_BE_ID.test(id) ? await jobs.find(id) : null;
      if (job === null || job.organizationId !== owner.value.organizationId) return refuse({ kind: 'no-job' });
      return ok({ job, owner: owner.value });
    },
  };
}

/** Other IDs are not queried, because a database may reject their characters. */
const CAN_BE_ID = /^[\da-f]{32}$/;

export type JobOwner = ReturnType<typeof createJobOwner>;
