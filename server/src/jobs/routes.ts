import {
  CANCEL_JOB,
  DOWNLOAD_JOB_RESULTS,
  GET_JOB,
  type JobParams,
  LIST_JOB_ROWS,
  LIST_JOBS,
  PAUSE_JOB,
  RESUME_JOB,
  TAKE_OVER_JOB,
  WATCH_JOB,
} from '@orgdesk/contract';
import { JOB_ROWS_PAGE, JOBS_LISTED_MAX } from '@orgdesk/contract/limits';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { recordDownload } from '../audit/record-download.ts';
import type { Audit } from '../audit/services.ts';
import { type JobKind, ROW_STATES } from '../domain/job.ts';
import { eventStream } from '../http/answers/event-stream.ts';
import { fileNameOf, sendFile } from '../http/answers/file-download.ts';
import { addEndpoint } from '../http/contract/add-endpoint.ts';
import {
  type RefusalResponse,
  TOO_MANY_CHANGES,
  TOO_MANY_DOWNLOADS,
  TOO_MANY_VIEWS,
  TOO_MANY_WATCHERS,
} from '../http/refusals.ts';
import { owners } from '../http/rights/access.ts';
import { departureOf } from '../http/server/departure.ts';
import type { Http } from '../http/services.ts';
import { requesterOf } from '../http/session/requester-of.ts';
import type { SeenThing } from '../http/streams/watched-things.ts';
import type { EventTexts } from '../http/streams/watching.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { Owner } from '../sessions/live-rights.ts';
import { changeJob, type JobAction } from './change-job.ts';
import { jobEvent } from './job-event.ts';
import { createJobView, fileKeptUntil, type JobView, rowView } from './job-view.ts';
import { findOwnedJob, type NoJob } from './owned-job.ts';
import { resultsCsv } from './results-csv.ts';
import type { JobServices } from './services.ts';
import type { JobRecord } from './store/types.ts';

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

interface JobRouteServices extends JobServices {
  readonly audit: Audit;
  readonly http: Http;
}

/** An addition to the specification. Each kind of job has its own way to start. */
export const jobRoutes: FastifyPluginAsync<JobRouteServices> = async (app, services) => {
  const { clock } = services.runtime;
  const { downloads, streamsStopping } = services.http;
  const jobs = services.jobs.store;
  const jobView = createJobView(services.codeHost);
  const watchJob = createWatchJob(services, jobView);
  const access = owners('see and change jobs');

  addEndpoint(app, LIST_JOBS, { access }, async ({ query: { kind = null } }, { organizationId }) =>
    ok({ jobs: (await jobs.ofOrganization(organizationId, kind, JOBS_LISTED_MAX)).map(jobView) }),
  );

  addEndpoint(app, GET_JOB, { access, wireOf: ofJobs }, async (request, owner) => {
    const job = await findOwnedJob(jobs, owner, request.params.id);
    return job.ok ? ok({ job: jobView(job.value) }) : job;
  });

  addEndpoint(app, LIST_JOB_ROWS, { access, wireOf: ofJobs }, async (request, owner) => {
    const job = await findOwnedJob(jobs, owner, request.params.id);
    if (!job.ok) return job;
    const { after = '0', limit = String(JOB_ROWS_PAGE), outcome } = request.query;
    const states = outcome === undefined ? ROW_STATES : [outcome];
    const page = { after: Number(after), limit: Number(limit), states };
    const rows = await jobs.rows(job.value, page);
    return ok({ rows: rows.map(rowView), next: rows.length < page.limit ? null : (rows.at(-1)?.place ?? null) });
  });

  addEndpoint(app, WATCH_JOB, { access, wireOf: ofWatchers }, async (request, owner, reply) => {
    const stop = AbortSignal.any([departureOf(request, reply), streamsStopping]);
    const stream = await watchJob(owner, request.params.id, stop);
    return stream.ok ? eventStream(reply, 'job', stream.value) : stream;
  });

  addEndpoint(
    app,
    DOWNLOAD_JOB_RESULTS,
    { access, beforeRights: downloads.enter, wireOf: ofFiles },
    async (request, owner, reply, opened) => {
      const counted = downloads.countFor(owner, opened);
      if (!counted.ok) return counted;
      const found = await findOwnedJob(jobs, owner, request.params.id);
      if (!found.ok) return found;
      const job = found.value;
      const until = fileKeptUntil(job);
      if (until !== null && until <= clock.now()) return refuse({ kind: 'no-file' });
      const recorded = await recordDownload(
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
    return job.ok ? ok({ job: jobView(job.value) }) : job;
  };
  const changing = { access, wireOf: ofChanges };
  addEndpoint(app, PAUSE_JOB, changing, changed('pause'));
  addEndpoint(app, RESUME_JOB, changing, changed('resume'));
  addEndpoint(app, CANCEL_JOB, changing, changed('cancel'));
  addEndpoint(app, TAKE_OVER_JOB, changing, changed('take-over'));
};

const FILE_NAMES: Readonly<Record<JobKind, string>> = {
  invitations: 'invitations',
  'people-change': 'people',
  'access-export': 'access',
  'organization-file': 'plan',
};

function createWatchJob({ jobs: { store: jobs }, http: { watching } }: JobRouteServices, jobView: JobView) {
  const jobState = (job: JobRecord): SeenThing => ({
    text: JSON.stringify(jobView(job)),
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
