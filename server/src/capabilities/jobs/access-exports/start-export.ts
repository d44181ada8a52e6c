import { JOBS_LISTED_MAX } from '@orgdesk/contract/limits';
import { ok, type Result } from '../../../domain/result.ts';
import type { AuditOrigin, TooManyChanges } from '../../../ports/storage/audit-trail.ts';
import type { JobRecord, JobStore } from '../../../ports/storage/jobs.ts';
import type { StartJob } from '../../../shared/jobs/start-job.ts';
import type { Owner } from '../../../shared/sessions/live-rights.ts';

export interface StartExportDeps {
  readonly jobs: Pick<JobStore, 'ofOrganization'>;
  readonly startJob: StartJob;
}

/** Starts an export, or returns the unfinished one. */
export function createStartExport({ jobs, startJob }: StartExportDeps) {
  const start = async (owner: Owner, requester: AuditOrigin): Promise<Result<JobRecord, TooManyChanges>> => {
    const listed = await jobs.ofOrganization(owner.organizationId, 'access-export', JOBS_LISTED_MAX);
    const unfinished = listed.find(({ endedAt }) => endedAt === null);
    if (unfinished !== undefined) return ok(unfinished);
    const started = await startJob(owner, requester, {
      kind: 'access-export',
      key: null,
      title: null,
      plan: null,
      rows: [],
      content: null,
      after: {},
    });
    if (started.ok) return started;
    const { refusal } = started;
    if (refusal.kind === 'too-many-changes') return { ok: false, refusal };
    // A concurrent request started it.
    return start(owner, requester);
  };
  return start;
}
