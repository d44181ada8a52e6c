import {
  CANCEL_JOB,
  type ContinueQuery,
  type DeadWork as DeadWorkView,
  DOWNLOAD_JOB_RESULTS,
  GET_JOB,
  type JobParams,
  LIST_DEAD_WORK,
  LIST_JOB_ROWS,
  LIST_JOBS,
  PAUSE_JOB,
  RESUME_JOB,
  RETRY_DEAD_WORK,
  TAKE_OVER_JOB,
  WATCH_JOB,
} from '@orgdesk/contract';
import { JOB_ROWS_PAGE, JOBS_LISTED_MAX } from '@orgdesk/contract/limits';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { countingTrailFailure, recordDownload } from '../audit/audited.ts';
import type { Audit } from '../audit/services.ts';
import type { TooManyChanges } from '../audit/store/types.ts';
import type { AuditEvent, AuditOrigin } from '../domain/audit-entry.ts';
import { canMove, type JobKind, ROW_STATES, type Transition, type WorkId } from '../domain/job.ts';
import type { Runtime } from '../domain/runtime.ts';
import { owners } from '../http/access.ts';
import { eventStream, fileNameOf, sendFile } from '../http/answers/in-pieces.ts';
import { addEndpoint } from '../http/contract/add-endpoint.ts';
import {
  type RefusalResponse,
  TOO_MANY_CHANGES,
  TOO_MANY_DOWNLOADS,
  TOO_MANY_VIEWS,
  TOO_MANY_WATCHERS,
} from '../http/refusals.ts';
import { departureOf } from '../http/server/departure.ts';
import { requesterOf } from '../http/session-guard.ts';
import type { EventTexts, Http, SeenThing } from '../http/watching.ts';
import { AUDIT_CHANGES } from '../lib/limits/audit.ts';
import { WORK_DEAD_LISTED_MAX } from '../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { Owner } from '../sessions/live-rights.ts';
import { approvalResponses, approvedVersion } from './approve.ts';
import { fileKeptUntil, jobView, resultsCsv, rowView } from './job-view.ts';
import type { JobServices, Jobs } from './services.ts';
import { jobEvent } from './start-job.ts';
import type { DeadWork } from './store/due-work.ts';
import type { JobChange, JobRecord, JobStore } from './store/types.ts';

interface DeadWorkServices {
  readonly runtime: Runtime;
  readonly jobs: Jobs;
}

/** Returns false if it is not dead any more. */
async function retryDeadWork(
  { runtime, jobs }: DeadWorkServices,
  { organization, organizationId }: Owner,
  requester: AuditOrigin,
  id: string,
): Promise<Result<boolean, { readonly kind: 'no-work' }>> {
  const [, kind = '', key = ''] = WORK_ID.exec(id) ?? [];
  const work = { organizationId, kind, key };
  if (kind === '' || !(await jobs.dueWork.find(work))) return refuse({ kind: 'no-work' });
  const entry = retriedWork(work, organization, requester);
  const retried = await countingTrailFailure(runtime, jobs.dueWork.retry(work, runtime.clock.now(), entry));
  if (retried) jobs.wake();
  return ok(retried);
}

export const retriedWork = (
  { organizationId, kind, key }: WorkId,
  login: string,
  origin: Pick<AuditEvent, 'actor' | 'way' | 'requestId'>,
): AuditEvent => ({
  ...origin,
  organization: { id: organizationId, login },
  action: 'work.retried',
  target: { kind: 'job', id: null, name: key },
  before: {},
  after: { kind },
  deliveryId: null,
});

const workIdOf = ({ kind, key }: Pick<DeadWork, 'kind' | 'key'>): string => `${kind}.${key}`;

/** Other text is not looked up: a database may refuse its characters. */
const WORK_ID = /^([a-z-]+)\.([\w-]+)$/;

const ofWork = {
  'no-work': { status: 404, error: 'Work not found in this organization.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification. */
export const deadWorkRoutes: FastifyPluginAsync<DeadWorkServices> = async (app, services) => {
  const access = owners('see failed background work');

  addEndpoint(app, LIST_DEAD_WORK, { access }, async (_request, { organizationId }) => {
    const work = await services.jobs.dueWork.dead(organizationId, WORK_DEAD_LISTED_MAX);
    return ok({ work: work.map(workView) });
  });

  addEndpoint(app, RETRY_DEAD_WORK, { access, refusalResponses: ofWork }, async (request, owner) => {
    const retried = await retryDeadWork(services, owner, requesterOf(request), request.params.id);
    return retried.ok ? ok({ retried: retried.value }) : retried;
  });
};

const workView = (work: DeadWork): DeadWorkView => ({
  id: workIdOf(work),
  kind: work.kind,
  attempts: work.attempts,
  reason: work.error,
  createdAt: work.createdAt.toISOString(),
  diedAt: work.diedAt.toISOString(),
});

interface NoJob {
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

type JobAction = Extract<Transition, keyof typeof ACTIONS>;

const ACTIONS = {
  pause: 'job.paused',
  resume: 'job.resumed',
  cancel: 'job.cancelled',
  'take-over': 'job.taken_over',
} as const;

/** Repeating a change has no effect. */
async function changeJob<R = never>(
  { runtime, jobs }: JobServices,
  owner: Owner,
  requester: AuditOrigin,
  { id, action }: { readonly id: string; readonly action: JobAction },
  approve: (kind: JobKind) => Promise<Result<number | null, R>> = async () => ok(null),
): Promise<Result<JobRecord, NoJob | TooManyChanges | R | { readonly kind: 'over' }>> {
  const owned = await findOwnedJob(jobs.store, owner, id);
  if (!owned.ok) return owned;
  const job = owned.value;
  const seen = { state: job.state, hasEnded: job.endedAt !== null, isFileRemoved: job.file.removedAt !== null };
  if (!canMove(seen, action)) return refuse({ kind: 'over' });
  const approved = await approve(job.kind);
  if (!approved.ok) return approved;
  const at = runtime.clock.now();
  const moving = jobs.store.moveWithEntry(job, action, changeOf(action, owner, approved.value), {
    entry: ({ state, runBy }) =>
      jobEvent(requester, ACTIONS[action], job, {
        before: { state },
        after: {
          ...((action === 'take-over' || approved.value !== null) && { from: runBy.login }),
          ...(approved.value !== null && { continueAfterSignOut: true }),
        },
      }),
    at,
    // A job can be cancelled only once.
    within: action === 'cancel' ? null : AUDIT_CHANGES,
  });
  const moved = await countingTrailFailure(runtime, moving);
  if (!moved.ok) return moved;
  if (!moved.value) return refuse({ kind: 'over' });
  jobs.wake();
  return ok((await jobs.store.find(job)) ?? job);
}

/** Whoever approves that the App continues a job runs it from then on. */
function changeOf(action: JobAction, { session: { user, key } }: Owner, approvedVersion: number | null): JobChange {
  const own = { tries: 0, runs: { by: { id: user.id, login: user.login }, sessionKey: key }, approvedVersion };
  switch (action) {
    case 'pause':
    case 'cancel':
      return {};
    case 'resume':
      return approvedVersion === null ? { tries: 0, approvedVersion } : own;
    case 'take-over':
      return own;
  }
}

/** Refusals of calls about one job. */
const ofJobs = {
  'no-job': { status: 404, error: 'Job not found in this organization.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofWatchers = {
  ...ofJobs,
  'too-many-watchers': TOO_MANY_WATCHERS,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofFiles = {
  ...ofJobs,
  'no-file': { status: 410, error: 'The file of this export was removed. Please start a new export.' },
  'too-many-downloads': TOO_MANY_DOWNLOADS,
  'too-many-views': TOO_MANY_VIEWS,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofChanges = {
  ...ofJobs,
  'too-many-changes': TOO_MANY_CHANGES,
  over: { status: 409, error: 'This job has ended or is being cancelled.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofContinuations = {
  ...ofChanges,
  ...approvalResponses,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

interface JobRouteServices extends JobServices {
  readonly audit: Audit;
  readonly http: Http;
}

/** An addition to the specification. Each kind of job has its own way to start. */
export const jobRoutes: FastifyPluginAsync<JobRouteServices> = async (app, services) => {
  const { clock } = services.runtime;
  const { downloads, streamsStopping } = services.http;
  const jobs = services.jobs.store;
  const watchJob = createWatchJob(services);
  const access = owners('see and change jobs');

  addEndpoint(app, LIST_JOBS, { access }, async ({ query: { kind = null } }, { organizationId }) =>
    ok({
      jobs: (await jobs.ofOrganization(organizationId, kind, JOBS_LISTED_MAX)).map((job) =>
        jobView(services.codeHost, job),
      ),
    }),
  );

  addEndpoint(app, GET_JOB, { access, refusalResponses: ofJobs }, async (request, owner) => {
    const job = await findOwnedJob(jobs, owner, request.params.id);
    return job.ok ? ok({ job: jobView(services.codeHost, job.value) }) : job;
  });

  addEndpoint(app, LIST_JOB_ROWS, { access, refusalResponses: ofJobs }, async (request, owner) => {
    const job = await findOwnedJob(jobs, owner, request.params.id);
    if (!job.ok) return job;
    const { after = '0', limit = String(JOB_ROWS_PAGE), outcome } = request.query;
    const states = outcome === undefined ? ROW_STATES : [outcome];
    const page = { after: Number(after), limit: Number(limit), states };
    const rows = await jobs.rows(job.value, page);
    return ok({ rows: rows.map(rowView), next: rows.length < page.limit ? null : (rows.at(-1)?.position ?? null) });
  });

  addEndpoint(app, WATCH_JOB, { access, refusalResponses: ofWatchers }, async (request, owner, reply) => {
    const stop = AbortSignal.any([departureOf(request, reply), streamsStopping]);
    const stream = await watchJob(owner, request.params.id, stop);
    return stream.ok ? eventStream(reply, 'job', stream.value) : stream;
  });

  addEndpoint(
    app,
    DOWNLOAD_JOB_RESULTS,
    { access, beforeRights: downloads.enter, refusalResponses: ofFiles },
    async (request, owner, reply, opened) => {
      const counted = downloads.countFor(owner, opened);
      if (!counted.ok) return counted;
      const found = await findOwnedJob(jobs, owner, request.params.id);
      if (!found.ok) return found;
      const job = found.value;
      const until = fileKeptUntil(job);
      if (until !== null && until <= clock.now()) return refuse({ kind: 'no-file' });
      const recorded = await recordDownload(
        services.runtime,
        services.audit.trail,
        jobEvent(requesterOf(request), 'job.downloaded', job),
        clock.now(),
      );
      if (!recorded.ok) return recorded;
      const name = fileNameOf(FILE_NAMES[job.kind], job.organizationLogin, job.createdAt, 'csv');
      const download = downloads.begin(request, reply, owner, async () => (await findOwnedJob(jobs, owner, job.id)).ok);
      return sendFile(reply, { type: 'text/csv', name, texts: resultsCsv(jobs, job), download });
    },
  );

  const changed = (action: JobAction) => async (request: FastifyRequest<{ Params: JobParams }>, owner: Owner) => {
    const job = await changeJob(services, owner, requesterOf(request), { id: request.params.id, action });
    return job.ok ? ok({ job: jobView(services.codeHost, job.value) }) : job;
  };
  const continued =
    (action: JobAction) =>
    async (request: FastifyRequest<{ Params: JobParams; Querystring: ContinueQuery }>, owner: Owner) => {
      const isAsked = request.query.continueAfterSignOut === 'true';
      const approve = (kind: JobKind) => approvedVersion(services, owner, { kind, isAsked });
      const job = await changeJob(services, owner, requesterOf(request), { id: request.params.id, action }, approve);
      return job.ok ? ok({ job: jobView(services.codeHost, job.value) }) : job;
    };
  const changing = { access, refusalResponses: ofChanges };
  const continuing = { access, refusalResponses: ofContinuations };
  addEndpoint(app, PAUSE_JOB, changing, changed('pause'));
  addEndpoint(app, RESUME_JOB, continuing, continued('resume'));
  addEndpoint(app, CANCEL_JOB, changing, changed('cancel'));
  addEndpoint(app, TAKE_OVER_JOB, continuing, continued('take-over'));
};

const FILE_NAMES: Readonly<Record<JobKind, string>> = {
  invitations: 'invitations',
  'people-change': 'people',
  'access-export': 'access',
  'organization-file': 'plan',
};

function createWatchJob({ codeHost, jobs: { store: jobs }, http: { watching } }: JobRouteServices) {
  const jobState = (job: JobRecord): SeenThing => ({
    text: JSON.stringify(jobView(codeHost, job)),
    isOver: job.endedAt !== null,
  });
  const watchJobs = watching<string>({
    readThing: async (name) => {
      const [organizationId = '', id = ''] = name.split(' ');
      const found = await jobs.find({ organizationId: Number(organizationId), id });
      return found === null ? null : jobState(found);
    },
    lost: 'could not watch jobs',
  });

  return async (
    owner: Owner,
    id: string,
    stop: AbortSignal,
  ): Promise<Result<EventTexts, NoJob | { readonly kind: 'too-many-watchers' }>> => {
    const job = await findOwnedJob(jobs, owner, id);
    if (!job.ok) return job;
    const name = `${owner.organizationId} ${id}`;
    const stream = watchJobs(owner, { id: name, seen: jobState(job.value), stop });
    return stream === null ? refuse({ kind: 'too-many-watchers' }) : ok(stream);
  };
}
