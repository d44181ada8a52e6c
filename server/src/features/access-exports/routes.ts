import { START_ACCESS_EXPORT } from '@orgdesk/contract';
import { JOBS_LISTED_MAX } from '@orgdesk/contract/limits';
import type { FastifyPluginAsync } from 'fastify';
import type { TooManyChanges } from '../../audit/store/types.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import { owners } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { type RefusalResponse, TOO_MANY_CHANGES } from '../../http/refusals.ts';
import { requesterOf } from '../../http/session/session-guard.ts';
import { jobView } from '../../jobs/job-view.ts';
import type { Jobs, StepServices } from '../../jobs/services.ts';
import type { JobRecord } from '../../jobs/store/types.ts';
import { ok, type Result } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';

/** Refusals of what is written to the audit log. */
const ofStart = {
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification. */
export const accessExportRoutes: FastifyPluginAsync<StepServices> = async (app, { codeHost, jobs }) => {
  const access = owners('export who has access');

  addEndpoint(app, START_ACCESS_EXPORT, { access, wireOf: ofStart }, async (request, owner) => {
    const started = await startExport(jobs, owner, requesterOf(request));
    return started.ok ? ok({ job: jobView(codeHost, started.value) }) : started;
  });
};

/** Starts an export, or returns the unfinished one. */
async function startExport(
  jobs: Jobs,
  owner: Owner,
  requester: AuditOrigin,
): Promise<Result<JobRecord, TooManyChanges>> {
  const listed = await jobs.store.ofOrganization(owner.organizationId, 'access-export', JOBS_LISTED_MAX);
  const unfinished = listed.find(({ endedAt }) => endedAt === null);
  if (unfinished !== undefined) return ok(unfinished);
  const started = await jobs.start(owner, requester, {
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
  return startExport(jobs, owner, requester);
}
