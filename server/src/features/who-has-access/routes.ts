import { LIST_REACHED_REPOSITORIES, LIST_REPOSITORY_PEOPLE, START_ACCESS_EXPORT } from '@orgdesk/contract';
import { JOBS_LISTED_MAX } from '@orgdesk/contract/limits';
import type { FastifyPluginAsync } from 'fastify';
import type { TooManyChanges } from '../../audit/store/types.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import type { RequestLimits } from '../../domain/runtime.ts';
import { owners } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { type RefusalResponse, TOO_MANY_CHANGES, TOO_MANY_LISTS } from '../../http/refusals.ts';
import { createLists } from '../../http/server/lists.ts';
import { requesterOf } from '../../http/session-guard.ts';
import type { Http } from '../../http/watching.ts';
import { jobView } from '../../jobs/job-view.ts';
import type { Jobs, StepServices } from '../../jobs/services.ts';
import type { JobRecord } from '../../jobs/store/types.ts';
import { ok, type Result } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { readReachedRepositories, readRepositoryPeople, type WhoHasAccessServices } from './read-access.ts';

const ofPeople = {
  'too-many-lists': TOO_MANY_LISTS,
  'no-person': { status: 404, error: 'Person not found on the code host.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofRepositories = {
  'too-many-lists': TOO_MANY_LISTS,
  'no-repository': {
    status: 404,
    error: 'This repository was not found in the organization, or the App does not cover it.',
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const whoHasAccessRoutes: FastifyPluginAsync<
  WhoHasAccessServices & { readonly http: Http; readonly limits: RequestLimits }
> = async (app, services) => {
  const { http, limits } = services;
  const lists = createLists(http.openLists, http.streamsStopping, limits.listMs);
  const access = owners('see who has access');

  addEndpoint(
    app,
    LIST_REACHED_REPOSITORIES,
    { access, beforeRights: lists.open, refusalResponses: ofPeople },
    (request, owner, reply, list) =>
      lists.send(reply, owner, list, (end) => readReachedRepositories(services, owner, request.params.person, end)),
  );

  addEndpoint(
    app,
    LIST_REPOSITORY_PEOPLE,
    { access, beforeRights: lists.open, refusalResponses: ofRepositories },
    (request, owner, reply, list) =>
      lists.send(reply, owner, list, (end) => readRepositoryPeople(services, owner, request.params.repository, end)),
  );
};

/** Refusals of what is written to the audit log. */
const ofStart = {
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification. */
export const accessExportRoutes: FastifyPluginAsync<StepServices> = async (app, { codeHost, jobs }) => {
  const access = owners('export who has access');

  addEndpoint(app, START_ACCESS_EXPORT, { access, refusalResponses: ofStart }, async (request, owner) => {
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
