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
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { recordDownload } from '../../audit-trail/record-download.ts';
import { ROW_STATES } from '../../domain/invitations/invitation-job.ts';
import { JOBS_LISTED_MAX } from '../../domain/limits/invitation-jobs.ts';
import { DOWNLOAD_REFUSED_RETRY_SECONDS, STREAM_REFUSED_RETRY_SECONDS } from '../../domain/limits/requests.ts';
import type { Session } from '../../domain/session.ts';
import { eventStream } from '../../http/answers/event-stream.ts';
import { fileNameOf, keptFile } from '../../http/answers/kept-file.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { sendRefusal } from '../../http/contract/refusals.ts';
import { departureOf } from '../../http/server/departure.ts';
import type { Downloads } from '../../http/server/downloads.ts';
import { askedBy } from '../../http/session/asked-by.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import type { Clock, Entropy } from '../../ports/system.ts';
import { retryAfterSeconds } from '../../refusals.ts';
import type { Watching } from '../../sessions/watching.ts';
import { createJobChanges, jobEvent } from './change-job.ts';
import { createJobOwner, type JobOwnerDeps } from './job-owner.ts';
import { createJobView, rowView } from './job-view.ts';
import {
  type JobRefusal,
  ofChanges,
  ofFiles,
  ofJobs,
  ofOwners,
  ofRequests,
  ofWatchers,
  tellJobRefusal,
} from './messages.ts';
import { resultsCsv } from './results-csv.ts';
import { createStartJob } from './start-job.ts';
import { createWatchJob } from './watch-job.ts';

export interface InvitationJobRoutesDeps extends JobOwnerDeps {
  readonly codeHost: Pick<CodeHost, 'hasInvitations'>;
  readonly guard: SessionGuard;
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
  const { guard, clock, jobs, auditTrail, downloads } = deps;
  const { ownerOf, ownedJob } = createJobOwner(deps);
  const jobView = createJobView(deps.codeHost);
  const startJob = createStartJob({ ...deps, ownerOf });
  const changes = createJobChanges({ ...deps, ownedJob });

  const watchJob = createWatchJob({ ...deps, ownedJob, jobView });

  const refuseWith = (reply: FastifyReply, refusal: JobRefusal) =>
    sendRefusal(
      reply,
      tellJobRefusal(refusal),
      refusal.kind === 'too-many-watchers' ? STREAM_REFUSED_RETRY_SECONDS : retryAfterSeconds(refusal, clock.now()),
    );
  const onRequest = guard.requireSession();
  const onChange = [onRequest, guard.refuseCrossSite];

  addEndpoint(app, START_INVITATION_JOB, { onRequest: onChange, wireOf: ofRequests }, async (request, reply) => {
    const wanted = { login: request.params.login, body: request.body };
    const job = await startJob(callerOf(request).session, askedBy(request), wanted);
    return job.ok ? reply.code(202).send({ job: jobView(job.value) }) : refuseWith(reply, job.refusal);
  });

  addEndpoint(app, LIST_INVITATION_JOBS, { onRequest, wireOf: ofOwners }, async (request, reply) => {
    const owner = await ownerOf(callerOf(request).session, request.params.login);
    if (!owner.ok) return refuseWith(reply, owner.refusal);
    return { jobs: (await jobs.ofOrganization(owner.value.organizationId, JOBS_LISTED_MAX)).map(jobView) };
  });

  addEndpoint(app, GET_INVITATION_JOB, { onRequest, wireOf: ofJobs }, async (request, reply) => {
    const owned = await ownedJob(callerOf(request).session, request.params);
    return owned.ok ? { job: jobView(owned.value.job) } : refuseWith(reply, owned.refusal);
  });

  addEndpoint(app, LIST_INVITATION_JOB_ROWS, { onRequest, wireOf: ofJobs }, async (request, reply) => {
    const owned = await ownedJob(callerOf(request).session, request.params);
    if (!owned.ok) return refuseWith(reply, owned.refusal);
    const { after = '0', limit = '100', outcome } = request.query;
    const states = outcome === undefined ? ROW_STATES : [outcome];
    const page = { after: Number(after), limit: Number(limit), states };
    const rows = await jobs.rows(owned.value.job.id, page);
    return { rows: rows.map(rowView), next: rows.length < page.limit ? null : (rows.at(-1)?.place ?? null) };
  });

  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  addEndpoint(app, WATCH_INVITATION_JOB, { onRequest, wireOf: ofWatchers }, async (request, reply) => {
    const stop = AbortSignal.any([departureOf(request, reply), closing.signal, deps.stopping]);
    const told = await watchJob(callerOf(request).session, request.params, stop);
    return told.ok ? eventStream(reply, 'job', told.value) : refuseWith(reply, told.refusal);
  });

  addEndpoint(
    app,
    DOWNLOAD_INVITATION_JOB_RESULTS,
    { onRequest: onChange, wireOf: ofFiles },
    async (request, reply) => {
      if (!downloads.enter(request, reply)) {
        return sendRefusal(reply, ofFiles['too-many-downloads'], DOWNLOAD_REFUSED_RETRY_SECONDS);
      }
      const owned = await ownedJob(callerOf(request).session, request.params);
      if (!owned.ok) return refuseWith(reply, owned.refusal);
      const { job } = owned.value;
      const entry = jobEvent(askedBy(request), 'invitation_job.exported', job);
      const recorded = await recordDownload(auditTrail, entry, clock.now());
      if (!recorded.ok) return refuseWith(reply, recorded.refusal);
      const name = fileNameOf('invitations', job.organizationLogin, job.createdAt, 'csv');
      const maySee = async (session: Session) => (await ownedJob(session, request.params)).ok;
      const download = downloads.begin(request, reply, maySee);
      return keptFile(reply, { type: 'text/csv', name, pieces: resultsCsv(jobs, job.id), download });
    },
  );

  const changed =
    (change: (typeof changes)['pause']) =>
    async (request: FastifyRequest<{ Params: InvitationJobParams }>, reply: FastifyReply) => {
      const job = await change(callerOf(request).session, askedBy(request), request.params);
      return job.ok ? { job: jobView(job.value) } : refuseWith(reply, job.refusal);
    };
  const changing = { onRequest: onChange, wireOf: ofChanges };
  addEndpoint(app, PAUSE_INVITATION_JOB, changing, changed(changes.pause));
  addEndpoint(app, RESUME_INVITATION_JOB, changing, changed(changes.resume));
  addEndpoint(app, CANCEL_INVITATION_JOB, changing, changed(changes.cancel));
  addEndpoint(app, TAKE_OVER_INVITATION_JOB, changing, changed(changes.takeOver));
};
