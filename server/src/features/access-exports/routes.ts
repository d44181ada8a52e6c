import { START_ACCESS_EXPORT } from '@orgdesk/contract';
import { JOBS_LISTED_MAX } from '@orgdesk/contract/limits';
import type { FastifyPluginAsync } from 'fastify';
import type { TooManyChanges } from '../../audit/store/types.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { type RefusalResponse, TOO_MANY_CHANGES } from '../../http/refusals.ts';
import { owners } from '../../http/rights/access.ts';
import { requesterOf } from '../../http/session/requester-of.ts';
import { createJobView } from '../../jobs/job-view.ts';
import type { StartJob } from '../../jobs/start-job.ts';
import type { JobRecord, JobStore } from '../../jobs/store/types.ts';
import { ok, type Result } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';

/** Refusals of what is written to the audit log. */
const ofStart = {
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export interface AccessExportRoutesDeps extends StartExportDeps {
  readonly codeHost: Pick<CodeHost, 'hasInvitations'>;
}

/** An addition to the specification. */
export const accessExportRoutes: FastifyPluginAsync<AccessExportRoutesDeps> = async (app, deps) => {
  const startExport = createStartExport(deps);
  const jobView = createJobView(deps.codeHost);
  const access = owners('export who has access');

  addEndpoint(app, START_ACCESS_EXPORT, { access, wireOf: ofStart }, async (request, owner) => {
    const started = await startExport(owner, requesterOf(request));
    return started.ok ? ok({ job: jobView(started.value) }) : started;
  });
};

interface StartExportDeps {
  readonly jobs: Pick<JobStore, 'ofOrganization'>;
  readonly startJob: StartJob;
}

/** Starts an export, or returns the unfinished one. */
function createStartExport({ jobs, startJob }: StartExportDeps) {
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
