import {
  type AuditEntry,
  type AuditFilters,
  type AuditHeadAnswer,
  DOWNLOAD_AUDIT_TRAIL_CSV,
  DOWNLOAD_AUDIT_TRAIL_NDJSON,
  type OrganizationParams,
  READ_AUDIT_HEAD,
  READ_AUDIT_TRAIL,
  WATCH_AUDIT_TRAIL,
} from '@orgdesk/contract';
import { BYTE_ORDER_MARK, csvLine } from '@orgdesk/contract/csv';
import { AUDIT_PAGE } from '@orgdesk/contract/limits';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEvent, AuditOrigin } from '../domain/audit-entry.ts';
import type { Runtime } from '../domain/runtime.ts';
import { owners } from '../http/access.ts';
import { eventStream, type FileDownload, fileNameOf, sendFile } from '../http/answers/in-pieces.ts';
import { addEndpoint } from '../http/contract/add-endpoint.ts';
import type { OpenStream } from '../http/open-streams.ts';
import { type RefusalResponse, TOO_MANY_DOWNLOADS, TOO_MANY_VIEWS, TOO_MANY_WATCHERS } from '../http/refusals.ts';
import { departureOf } from '../http/server/departure.ts';
import { requesterOf } from '../http/session-guard.ts';
import type { EventTexts, Http, SeenThing } from '../http/watching.ts';
import { AUDIT_SEARCH_RETRY_SECONDS } from '../lib/limits/audit.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import { parseInstant } from '../lib/texts.ts';
import type { Owner } from '../sessions/live-rights.ts';
import type { Sessions } from '../sessions/services.ts';
import { recordDownload, type TooManyViews } from './audited.ts';
import type { AuditHeadStore } from './heads.ts';
import type { Audit } from './services.ts';
import type { AuditSelection } from './store/types.ts';

const COLUMNS = [
  'number',
  'at',
  'settled_at',
  'action',
  'outcome',
  'way',
  'actor_id',
  'actor',
  'target_kind',
  'target_id',
  'target',
  'before',
  'after',
  'message',
  'request_id',
  'delivery_id',
  'carried_out_by',
] as const;

type TrailChunks = AsyncIterable<readonly AuditEntry[]>;

async function* trailCsv(chunks: TrailChunks): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}`;
  for await (const entries of chunks) yield entries.map(csvLineOf).join('');
}

async function* trailNdjson(chunks: TrailChunks): AsyncGenerator<string> {
  for await (const entries of chunks) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

const csvLineOf = (entry: AuditEntry): string =>
  csvLine([
    String(entry.number),
    entry.at,
    entry.settledAt,
    entry.action,
    entry.outcome,
    entry.way,
    textOf(entry.actor?.id),
    textOf(entry.actor?.login),
    textOf(entry.target?.kind),
    textOf(entry.target?.id),
    textOf(entry.target?.name),
    factsOf(entry.before),
    factsOf(entry.after),
    entry.message,
    entry.requestId,
    entry.deliveryId,
    entry.carriedOutBy,
  ]);

const textOf = (value: string | number | null | undefined): string | null => (value == null ? null : String(value));

const factsOf = (facts: AuditEntry['before']): string | null =>
  Object.keys(facts).length === 0 ? null : JSON.stringify(facts);

interface FileRefusal {
  readonly kind: 'wrong-date' | 'too-many-downloads';
}

const ofReading = {
  'wrong-date': {
    status: 400,
    error:
      'since and until must be a day, such as 2026-11-22, or a time with a time zone, such as 2026-11-22T14:05:00Z ' +
      '(in a URL, write + as %2B).',
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofHead = {
  'too-many-searches': {
    status: 429,
    error: 'Too many of your audit log searches are still running. Please try again in a moment.',
    retryAfter: 'Seconds to wait.',
    retryAfterSeconds: AUDIT_SEARCH_RETRY_SECONDS,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofPages = { ...ofReading, ...ofHead } as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofFiles = {
  ...ofReading,
  'too-many-downloads': TOO_MANY_DOWNLOADS,
  'too-many-views': TOO_MANY_VIEWS,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofWatching = { 'too-many-watchers': TOO_MANY_WATCHERS } as const satisfies Readonly<
  Record<string, RefusalResponse>
>;

interface AuditTrailServices {
  readonly runtime: Runtime;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly http: Http;
  readonly keptDays: number;
}

interface TrailDownload {
  readonly opened: OpenStream;
  readonly filters: SentFilters;
}

export const auditTrailRoutes: FastifyPluginAsync<AuditTrailServices> = async (app, services) => {
  const { audit, sessions, keptDays } = services;
  const { clock } = services.runtime;
  const { downloads, streamsStopping } = services.http;
  const watchTrail = createWatchTrail(services);
  const access = owners('see the audit log');

  addEndpoint(
    app,
    READ_AUDIT_TRAIL,
    { access, beforeRights: ({ query }) => parseFilters(query), refusalResponses: ofPages },
    async (request, { session, organizationId }, reply, filters) => {
      const { before, limit = String(AUDIT_PAGE) } = request.query;
      const page = { before: before === undefined ? undefined : Number(before), limit: Number(limit) };
      // Read first, so that no entry it counts is missing.
      const newest = await audit.trail.newest(organizationId);
      const part = await audit.reader.part(
        { organizationId, ...filters, ...page },
        { userId: session.user.id, now: clock.now(), left: departureOf(request, reply) },
      );
      if (!part.ok) return part;
      const missingSince = (await sessions.installations.missingSince(organizationId))?.toISOString() ?? null;
      return ok({ ...part.value, newest, keptDays, missingSince });
    },
  );

  addEndpoint(app, READ_AUDIT_HEAD, { access, refusalResponses: ofHead }, ({ query: { since } }, owner) =>
    readHead(audit, owner, since === undefined ? null : Number(since)),
  );

  type DownloadRequest = FastifyRequest<{ Params: OrganizationParams; Querystring: AuditFilters }>;
  const download =
    (type: FileDownload['type'], ending: string, textsOf: typeof trailCsv) =>
    async (request: DownloadRequest, owner: Owner, reply: FastifyReply, { opened, filters }: TrailDownload) => {
      const counted = downloads.countFor(owner, opened);
      if (!counted.ok) return counted;
      const nameOf = (organization: string) => fileNameOf('audit-trail', organization, clock.now(), ending);
      const exported = await exportTrail(services, owner, filters, { nameOf, requester: requesterOf(request) });
      if (!exported.ok) return exported;
      const { name, chunks } = exported.value;
      const download = downloads.begin(request, reply, owner);
      return sendFile(reply, { type, name, texts: textsOf(chunks), download });
    };
  const downloaded = {
    access,
    beforeRights: (request: DownloadRequest, reply: FastifyReply): Result<TrailDownload, FileRefusal> => {
      const opened = downloads.enter(request, reply);
      if (!opened.ok) return opened;
      const parsed = parseFilters(request.query);
      return parsed.ok ? ok({ opened: opened.value, filters: { sent: request.query, parsed: parsed.value } }) : parsed;
    },
    refusalResponses: ofFiles,
  };
  addEndpoint(app, DOWNLOAD_AUDIT_TRAIL_CSV, downloaded, download('text/csv', 'csv', trailCsv));
  const asLines = download('application/x-ndjson', 'ndjson', trailNdjson);
  addEndpoint(app, DOWNLOAD_AUDIT_TRAIL_NDJSON, downloaded, asLines);

  addEndpoint(app, WATCH_AUDIT_TRAIL, { access, refusalResponses: ofWatching }, async (request, owner, reply) => {
    const stop = AbortSignal.any([departureOf(request, reply), streamsStopping]);
    const stream = await watchTrail(owner, stop);
    return stream.ok ? eventStream(reply, 'trail', stream.value) : stream;
  });
};

/** Filters as sent, for the entry in the audit log, and as parsed. */
interface SentFilters {
  readonly sent: AuditFilters;
  readonly parsed: ParsedFilters;
}

type ParsedFilters = Omit<AuditSelection, 'organizationId' | 'before' | 'limit'>;

/** Checks what the schema cannot. */
function parseFilters(filters: AuditFilters): Result<ParsedFilters, { readonly kind: 'wrong-date' }> {
  const since = filters.since === undefined ? undefined : parseInstant(filters.since);
  const until = filters.until === undefined ? undefined : parseInstant(filters.until);
  if (since === null || until === null) return refuse({ kind: 'wrong-date' });
  const { actor, target, action, outcome, way } = filters;
  return ok({ actor, target, action, outcome, way, since, until });
}

/** Reads the signed head, with all that a client needs to compare it with an older one. Waits like a search. */
async function readHead(
  { heads, searchQueue }: Audit,
  { session, organizationId }: Owner,
  since: number | null,
): Promise<Result<AuditHeadAnswer, { readonly kind: 'too-many-searches' }>> {
  const answer = await searchQueue.waiting(session.user.id, () => headAnswer(heads, organizationId, since));
  return answer === null ? refuse({ kind: 'too-many-searches' }) : ok(answer);
}

async function headAnswer(
  heads: AuditHeadStore,
  organizationId: number,
  since: number | null,
): Promise<AuditHeadAnswer> {
  const [head, stored] = [await heads.latest(organizationId), await heads.keys()];
  const sizes = head === null || since === null ? null : { from: since, to: head.size };
  const proof = sizes === null ? null : await heads.proof(organizationId, sizes);
  const publicKeys = new Map(stored.map(({ keyId, publicKey }) => [keyId, publicKey]));
  return {
    checkpoint: head?.note ?? null,
    signedAt: head?.signedAt.toISOString() ?? null,
    isKept: head?.isKept ?? true,
    proof: proof?.map((hash) => Buffer.from(hash).toString('base64')) ?? null,
    keys: stored.map(({ publicKey, endorsement }) => {
      const by = publicKeys.get(endorsement?.by ?? '');
      return {
        publicKey,
        endorsement:
          endorsement === null || by === undefined ? null : { publicKey: by, signature: endorsement.signature },
      };
    }),
  };
}

/** Streams the newest entry number to current owners. */
function createWatchTrail({ audit: { trail }, http: { watching } }: AuditTrailServices) {
  const readThing = async (organizationId: number): Promise<SeenThing> => ({
    text: JSON.stringify({ newest: await trail.newest(organizationId) }),
    isOver: false,
  });
  const watchTrails = watching<number>({ readThing, lost: 'could not watch audit logs' });

  return async (
    owner: Owner,
    stop: AbortSignal,
  ): Promise<Result<EventTexts, { readonly kind: 'too-many-watchers' }>> => {
    const id = owner.organizationId;
    const stream = watchTrails(owner, { id, seen: await readThing(id), stop });
    return stream === null ? refuse({ kind: 'too-many-watchers' }) : ok(stream);
  };
}

interface TrailExport {
  readonly name: string;
  readonly chunks: AsyncIterable<readonly AuditEntry[]>;
}

/** Starts a download, recorded before its first byte. */
async function exportTrail(
  { runtime, audit }: AuditTrailServices,
  { session, organization, organizationId }: Owner,
  { sent, parsed }: SentFilters,
  { nameOf, requester }: { readonly nameOf: (organization: string) => string; readonly requester: AuditOrigin },
): Promise<Result<TrailExport, TooManyViews>> {
  const now = runtime.clock.now();
  const name = nameOf(organization);
  const event: AuditEvent = {
    organization: { id: organizationId, login: organization },
    action: 'audit_trail.exported',
    ...requester,
    target: { kind: 'export', id: null, name },
    before: {},
    after: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
    deliveryId: null,
  };
  const recorded = await recordDownload(runtime, audit.trail, event, now);
  if (!recorded.ok) return recorded;
  const chunks = audit.reader.chunks({ organizationId, ...parsed }, { userId: session.user.id, now });
  return ok({ name, chunks });
}
