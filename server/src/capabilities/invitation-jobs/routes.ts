import {
  CANCEL_INVITATION_JOB,
  DOWNLOAD_INVITATION_JOB_RESULTS,
  GET_INVITATION_JOB,
  type InvitationJobParams,
  LIST_INVITATION_JOB_ROWS,
  LIST_INVITATION_JOBS,
  PAUSE_INVITATION_JOB,
  RESUME_INVITATION_JOB,
  START_INVITATION_JOB,
  TAKE_OVER_INVITATION_JOB,
  WATCH_INVITATION_JOB,
} from '@orgdesk/contract';
import { JOB_ROWS_PAGE, JOBS_LISTED_MAX } from '@orgdesk/contract/limits';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { recordDownload } from '../../audit-trail/record-download.ts';
import { ROW_STATES } from '../../domain/invitations/invitation-job.ts';
import { ok } from '../../domain/result.ts';
import { eventStream } from '../../http/answers/event-stream.ts';
import { fileNameOf, sendFile } from '../../http/answers/file-download.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { owners } from '../../http/rights/access.ts';
import { departureOf } from '../../http/server/departure.ts';
import type { Downloads } from '../../http/server/downloads.ts';
import { requesterOf } from '../../http/session/requester-of.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import type { InvitationJobStore } from '../../ports/storage/invitation-jobs.ts';
import type { Clock, Entropy } from '../../ports/system.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { Watching } from '../../watching/watching.ts';
import { createJobChanges, jobEvent } from './change-job.ts';
import { createJobView, rowView } from './job-view.ts';
import { ofChanges, ofFiles, ofJobs, ofRequests, ofWatchers } from './messages.ts';
import { createOwnedJob } from './owned-job.ts';
import { parseJob } from './parse-job.ts';
import { resultsCsv } from './results-csv.ts';
import { createStartJob } from './start-job.ts';
import { createWatchJob } from './watch-job.ts';

export interface InvitationJobRoutesDeps {
  readonly jobs: InvitationJobStore;
  readonly codeHost: Pick<CodeHost, 'hasInvitations'>;
  readonly auditTrail: Pick<AuditTrailStore, 'recordView'>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly watching: Watching;
  readonly downloads: Downloads;
  readonly stopping: AbortSignal;
  readonly wake: () => void;
}

/** An addition to the specification. */
export const invitationJobRoutes: FastifyPluginAsync<InvitationJobRoutesDeps> = async (app, deps) => {
  const { clock, jobs, auditTrail, downloads } = deps;
  const ownedJob = createOwnedJob(jobs);
  const jobView = createJobView(deps.codeHost);
  const startJob = createStartJob(deps);
  const changes = createJobChanges({ ...deps, ownedJob });

  const watchJob = createWatchJob({ ...deps, ownedJob, jobView });
  const access = owners('send invitations');

  addEndpoint(
    app,
    START_INVITATION_JOB,
    { access, beforeRights: ({ body }) => parseJob(body), wireOf: ofRequests },
    async (request, owner, _reply, input) => {
      const job = await startJob(owner, requesterOf(request), input);
      return job.ok ? ok({ job: jobView(job.value) }) : job;
    },
  );

  addEndpoint(app, LIST_INVITATION_JOBS, { access }, async (_request, { organizationId }) =>
    ok({ jobs: (await jobs.ofOrganization(organizationId, JOBS_LISTED_MAX)).map(jobView) }),
  );

  addEndpoint(app, GET_INVITATION_JOB, { access, wireOf: ofJobs }, async (request, owner) => {
    const job = await ownedJob(owner, request.params.id);
    return job.ok ? ok({ job: jobView(job.value) }) : job;
  });

  addEndpoint(app, LIST_INVITATION_JOB_ROWS, { access, wireOf: ofJobs }, async (request, owner) => {
    const job = await ownedJob(owner, request.params.id);
    if (!job.ok) return job;
    const { after = '0', limit = String(JOB_ROWS_PAGE), outcome } = request.query;
    const states = outcome === undefined ? ROW_STATES : [outcome];
    const page = { after: Number(after), limit: Number(limit), states };
    const rows = await jobs.rows(job.value.id, page);
    return ok({ rows: rows.map(rowView), next: rows.length < page.limit ? null : (rows.at(-1)?.place ?? null) });
  });

  addEndpoint(app, WATCH_INVITATION_JOB, { access, wireOf: ofWatchers }, async (request, owner, reply) => {
    const stop = AbortSignal.any([departureOf(request, reply), deps.stopping]);
    const stream = await watchJob(owner, request.params.id, stop);
    return stream.ok ? eventStream(reply, 'job', stream.value) : stream;
  });

  addEndpoint(
    app,
    DOWNLOAD_INVITATION_JOB_RESULTS,
    { access, beforeRights: downloads.enter, wireOf: ofFiles },
    async (request, owner, reply, opened) => {
      const counted = downloads.countFor(owner, opened);
      if (!counted.ok) return counted;
      const found = await ownedJob(owner, request.params.id);
      if (!found.ok) return found;
      const job = found.value;
      const entry = jobEvent(requesterOf(request), 'invitation_job.exported', job);
      const recorded = await recordDownload(auditTrail, entry, clock.now());
      if (!recorded.ok) return recorded;
      const name = fileNameOf('invitations', job.organizationLogin, job.createdAt, 'csv');
      const download = downloads.begin(request, reply, owner, async () => (await ownedJob(owner, job.id)).ok);
      return sendFile(reply, { type: 'text/csv', name, texts: resultsCsv(jobs, job.id), download });
    },
  );

  const changed =
    (change: (typeof changes)['pause']) =>
    async (request: FastifyRequest<{ Params: InvitationJobParams }>, owner: Owner) => {
      const job = await change(owner, requesterOf(request), request.params.id);
      return job.ok ? ok({ job: jobView(job.value) }) : job;
    };
  const changing = { access, wireOf: ofChanges };
  addEndpoint(app, PAUSE_INVITATION_JOB, changing, changed(changes.pause));
  addEndpoint(app, RESUME_INVITATION_JOB, changing, changed(changes.resume));
  addEndpoint(app, CANCEL_INVITATION_JOB, changing, changed(changes.cancel));
  addEndpoint(app, TAKE_OVER_INVITATION_JOB, changing, changed(changes.takeOver));
};
