import {
  type AuditFilters,
  DOWNLOAD_AUDIT_TRAIL_CSV,
  DOWNLOAD_AUDIT_TRAIL_NDJSON,
  type OrganizationParams,
  READ_AUDIT_TRAIL,
  WATCH_AUDIT_TRAIL,
} from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AUDIT_SEARCH_RETRY_SECONDS } from '../../domain/limits/audit-trail.ts';
import { DOWNLOAD_REFUSED_RETRY_SECONDS, STREAM_REFUSED_RETRY_SECONDS } from '../../domain/limits/requests.ts';
import type { Session } from '../../domain/session.ts';
import { eventStream } from '../../http/answers/event-stream.ts';
import { fileNameOf, type KeptFile, keptFile } from '../../http/answers/kept-file.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { sendRefusal } from '../../http/contract/refusals.ts';
import { departureOf } from '../../http/server/departure.ts';
import type { Downloads } from '../../http/server/downloads.ts';
import { askedBy } from '../../http/session/asked-by.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import type { AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import type { Clock } from '../../ports/system.ts';
import { retryAfterSeconds } from '../../refusals.ts';
import { createExportTrail } from './export-trail.ts';
import { ofFiles, ofPages, ofWatching, type TrailRefusal, tellTrailRefusal } from './messages.ts';
import { parseFilters } from './parse-filters.ts';
import { createTrailReader } from './read-trail.ts';
import { trailCsv, trailNdjson } from './trail-files.ts';
import { createWatchTrail, type WatchTrailDeps } from './watch-trail.ts';

export interface AuditTrailRoutesDeps extends WatchTrailDeps {
  readonly guard: SessionGuard;
  readonly downloads: Downloads;
  readonly trail: Pick<AuditTrailStore, 'search' | 'recordView' | 'newest'>;
  readonly clock: Clock;
  readonly keptDays: number;
  readonly stopping: AbortSignal;
}

/** An addition to the specification. */
export const auditTrailRoutes: FastifyPluginAsync<AuditTrailRoutesDeps> = async (app, deps) => {
  const { guard, liveRights, trail, clock, keptDays, downloads } = deps;
  const reader = createTrailReader(deps);
  const exportTrail = createExportTrail({ ...deps, reader });
  const watchTrail = createWatchTrail(deps);
  const onRequest = guard.requireSession();
  const refuseWith = (reply: FastifyReply, refusal: TrailRefusal) =>
    sendRefusal(reply, tellTrailRefusal(refusal), retryOf(refusal) ?? retryAfterSeconds(refusal, clock.now()));

  addEndpoint(app, READ_AUDIT_TRAIL, { onRequest, wireOf: ofPages }, async (request, reply) => {
    const { before, limit = '50', ...sent } = request.query;
    const filters = parseFilters(sent);
    if (!filters.ok) return refuseWith(reply, filters.refusal);
    const { session } = callerOf(request);
    const owner = await liveRights(session, request.params.login);
    if (!owner.ok) return refuseWith(reply, owner.refusal);
    const { organizationId } = owner.value;
    const page = { before: before === undefined ? undefined : Number(before), limit: Number(limit) };
    // Read first, so that no entry it counts is missing.
    const newest = await trail.newest(organizationId);
    const part = await reader.part(
      { organizationId, ...filters.value, ...page },
      { userId: session.user.id, now: clock.now(), left: departureOf(request, reply) },
    );
    return part.ok ? { ...part.value, newest, keptDays } : refuseWith(reply, part.refusal);
  });

  const refuseMore = (reply: FastifyReply) =>
    sendRefusal(reply, ofFiles['too-many-downloads'], DOWNLOAD_REFUSED_RETRY_SECONDS);
  const download =
    (type: KeptFile['type'], ending: string, piecesOf: typeof trailCsv) =>
    async (request: FastifyRequest<{ Params: OrganizationParams; Querystring: AuditFilters }>, reply: FastifyReply) => {
      if (!downloads.enter(request, reply)) return refuseMore(reply);
      const { session } = callerOf(request);
      const nameOf = (organization: string) => fileNameOf('audit-trail', organization, clock.now(), ending);
      const exported = await exportTrail(session, request.params.login, request.query, {
        nameOf,
        asked: askedBy(request),
      });
      if (!exported.ok) return refuseWith(reply, exported.refusal);
      const { name, pieces, organizationId } = exported.value;
      const maySee = async (found: Session) => {
        const owner = await liveRights(found, request.params.login);
        return owner.ok && owner.value.organizationId === organizationId;
      };
      const download = downloads.begin(request, reply, maySee);
      return keptFile(reply, { type, name, pieces: piecesOf(pieces), download });
    };
  // Downloads are recorded, so other sites must not trigger them.
  const downloaded = {
    onRequest: [onRequest, guard.refuseCrossSite],
    wireOf: ofFiles,
  };
  addEndpoint(app, DOWNLOAD_AUDIT_TRAIL_CSV, downloaded, download('text/csv', 'csv', trailCsv));
  const asLines = download('application/x-ndjson', 'ndjson', trailNdjson);
  addEndpoint(app, DOWNLOAD_AUDIT_TRAIL_NDJSON, downloaded, asLines);

  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  addEndpoint(app, WATCH_AUDIT_TRAIL, { onRequest, wireOf: ofWatching }, async (request, reply) => {
    const stop = AbortSignal.any([departureOf(request, reply), closing.signal, deps.stopping]);
    const told = await watchTrail(callerOf(request).session, request.params.login, stop);
    return told.ok ? eventStream(reply, 'trail', told.value) : refuseWith(reply, told.refusal);
  });
};

function retryOf({ kind }: TrailRefusal): number | null {
  if (kind === 'too-many-watchers') return STREAM_REFUSED_RETRY_SECONDS;
  return kind === 'too-many-searches' ? AUDIT_SEARCH_RETRY_SECONDS : null;
}
