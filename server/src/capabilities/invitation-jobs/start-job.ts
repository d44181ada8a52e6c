import { hash } from 'node:crypto';
import { JOB_BUDGET, JOBS_OPEN_MAX } from '@orgdesk/contract/limits';
import { canBeAdded } from '../../domain/invitations/invitation-job.ts';
import { AUDIT_CHANGES } from '../../domain/limits/audit-trail.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { AuditOrigin, TooManyChanges } from '../../ports/storage/audit-trail.ts';
import type { InvitationJobStore, JobRecord } from '../../ports/storage/invitation-jobs.ts';
import type { Clock, Entropy } from '../../ports/system.ts';
import { randomHex } from '../../security/secrets.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { jobEvent } from './change-job.ts';
import { cannotBeAdded, type RowRefusal } from './messages.ts';
import type { JobRequest } from './parse-job.ts';

export interface StartJobDeps {
  readonly codeHost: Pick<CodeHost, 'hasInvitations'>;
  readonly jobs: Pick<InvitationJobStore, 'create'>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly wake: () => void;
}

type StartRefusal = TooManyChanges | RowRefusal | { readonly kind: 'other-rows' | 'too-many-jobs' | 'storage-full' };

/** Stores a job, or returns the existing one with the same key. */
export function createStartJob({ codeHost, jobs, clock, entropy, wake }: StartJobDeps) {
  return async (
    { session: { user, key: sessionKey }, organization, organizationId }: Owner,
    requester: AuditOrigin,
    { key, rows }: JobRequest,
  ): Promise<Result<JobRecord, StartRefusal>> => {
    if (!codeHost.hasInvitations({ inviter: user.login })) {
      const row = rows.findIndex((each) => !canBeAdded(each)) + 1;
      if (row > 0) return refuse(cannotBeAdded(row));
    }
    const bodyHash = hash('sha256', JSON.stringify(rows));
    const id = randomHex(entropy, 16);
    const created = await jobs.create(
      {
        id,
        key,
        bodyHash,
        organizationId,
        organizationLogin: organization,
        sessionKey,
        startedBy: { id: user.id, login: user.login },
        rows,
        createdAt: clock.now(),
      },
      { openMax: JOBS_OPEN_MAX, budget: JOB_BUDGET, changes: AUDIT_CHANGES },
      {
        ...jobEvent(requester, 'invitation_job.started', { id, organizationId, organizationLogin: organization }),
        after: { rows: rows.length },
      },
    );
    if (!created.ok) return created;
    const job = created.value;
    if (job.bodyHash !== bodyHash) return refuse({ kind: 'other-rows' });
    wake();
    return ok(job);
  };
}
