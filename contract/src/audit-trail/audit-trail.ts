import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  AUDIT_ACTION_MAX_CHARACTERS,
  AUDIT_NAME_MAX_CHARACTERS,
  AUDIT_PAGE,
  AUDIT_PAGE_MAX,
  AUDIT_TIME_MAX_CHARACTERS,
  AUDIT_VIEWS_PER_HOUR,
  LOGIN_MAX_CHARACTERS,
} from '../limits.ts';
import { OrganizationParams } from '../organizations/organization.ts';
import { numberUpTo } from '../quantities.ts';
import { Nullable, type Shape } from '../shape.ts';

export const AuditOutcome = Type.Union([
  Type.Literal('done'),
  Type.Literal('refused', { description: 'The code host or orgdesk refused it.' }),
  Type.Literal('unknown', { description: 'Sent, but no usable response was received, or the service stopped.' }),
  Type.Literal('under-way', { description: 'Started within the last few minutes.' }),
]);
export type AuditOutcome = Shape<typeof AuditOutcome>;

/** How a change was made or became known. */
export const AuditWay = Type.Union([
  Type.Literal('console'),
  Type.Literal('api'),
  Type.Literal('job', { description: 'Sent by a job for the person who runs it.' }),
  Type.Literal('webhook', { description: 'Received from the code host as a webhook.' }),
  Type.Literal('comparison', { description: 'Found by a comparison; the code host sends no event for it.' }),
  Type.Literal('command', { description: "By an operator, with orgdesk's command line." }),
]);
export type AuditWay = Shape<typeof AuditWay>;

/** Names are those of the time of the entry. */
export const AuditEntry = Type.Object({
  number: Type.Integer({ minimum: 1, description: "Number in the organization's audit log; never reused." }),
  at: Type.String({ format: 'date-time', description: 'When the change was requested, or became known.' }),
  settledAt: Nullable(
    Type.String({ format: 'date-time', description: 'When the outcome of a change made through orgdesk was known.' }),
  ),
  action: Type.String(),
  outcome: AuditOutcome,
  way: AuditWay,
  /** Null when the code host names nobody. */
  actor: Nullable(Type.Object({ id: Type.Integer(), login: Type.String() })),
  /** Null when the action concerns the whole organization. */
  target: Nullable(
    Type.Object({
      kind: Type.Union([
        Type.Literal('person'),
        Type.Literal('email'),
        Type.Literal('team'),
        Type.Literal('repository'),
        Type.Literal('job'),
        Type.Literal('export'),
      ]),
      id: Nullable(Type.Integer()),
      name: Type.String({ description: 'Login, email address, slug, or job ID.' }),
    }),
  ),
  before: Type.Record(Type.String(), Type.Unknown(), { description: 'Previous state; empty if unknown.' }),
  after: Type.Record(Type.String(), Type.Unknown(), { description: 'Requested or resulting state.' }),
  message: Nullable(Type.String({ description: 'Why it was refused, or what is unknown.' })),
  requestId: Nullable(Type.String({ description: '`X-Request-Id` of the response.' })),
  deliveryId: Nullable(Type.String({ description: 'GUID of the webhook delivery.' })),
  carriedOutBy: Nullable(
    Type.Literal('app', {
      description:
        'The App made the change with its own token: as the actor approved, or as the code host reported of the App.',
    }),
  ),
});
export type AuditEntry = Shape<typeof AuditEntry>;

/** An entry must match all filters. */
export const AuditFilters = Type.Object({
  actor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LOGIN_MAX_CHARACTERS,
      description: 'Login; ASCII letters match in either case.',
    }),
  ),
  target: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: AUDIT_NAME_MAX_CHARACTERS,
      description: 'Name of the target; ASCII letters match in either case.',
    }),
  ),
  action: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: AUDIT_ACTION_MAX_CHARACTERS,
      description: 'An action, or the part before the dot (`member`). An unknown action matches no entries.',
    }),
  ),
  outcome: Type.Optional(AuditOutcome),
  way: Type.Optional(AuditWay),
  since: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: AUDIT_TIME_MAX_CHARACTERS,
      description:
        'A day, starting at midnight UTC, or a time with a time zone (ISO 8601). Returns entries from then on.',
    }),
  ),
  until: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: AUDIT_TIME_MAX_CHARACTERS,
      description: 'Same format. Returns entries before then.',
    }),
  ),
});
export type AuditFilters = Shape<typeof AuditFilters>;

export const AuditQuery = Type.Object({
  ...AuditFilters.properties,
  before: Type.Optional(
    Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'Returns entries with a smaller number.' }),
  ),
  limit: Type.String({
    pattern: numberUpTo(AUDIT_PAGE_MAX),
    default: String(AUDIT_PAGE),
    description: `${AUDIT_PAGE_MAX} at most.`,
  }),
});

export const AuditTrailNews = Type.Object({
  newest: Type.Integer({
    minimum: 0,
    description: 'Increases when an entry is added or completed.',
  }),
});
export type AuditTrailNews = Shape<typeof AuditTrailNews>;

export const AuditTrailAnswer = Type.Object({
  entries: Type.Array(AuditEntry, {
    description:
      'Newest first. A search may return fewer entries than the limit, or none, and still have a `next` page.',
  }),
  next: Nullable(Type.Integer({ description: '`before` of the next page; null after the last.' })),
  ...AuditTrailNews.properties,
  keptDays: Type.Integer({ description: 'Days after which entries are removed.' }),
  missingSince: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When the first webhook of the last days was sent that has not arrived; null if none is known.',
    }),
  ),
});
export type AuditTrailAnswer = Shape<typeof AuditTrailAnswer>;

export const AuditHeadQuery = Type.Object({
  since: Type.Optional(
    Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'Size of an older head, to get the proof from it.' }),
  ),
});

const AuditHeadKey = Type.Object({
  publicKey: Type.String({ description: 'Ed25519, base64.' }),
  endorsement: Nullable(
    Type.Object({
      publicKey: Type.String({ description: 'Of the key before it.' }),
      signature: Type.String({
        description: 'Base64; by the key before it, over `orgdesk audit key`, a line break, this key and a line break.',
      }),
    }),
  ),
});
export type AuditHeadKey = Shape<typeof AuditHeadKey>;

export const AuditHeadAnswer = Type.Object({
  checkpoint: Nullable(
    Type.String({
      description: 'The newest signed head, as in c2sp.org/tlog-checkpoint; null if none was signed yet.',
    }),
  ),
  signedAt: Nullable(Type.String({ format: 'date-time' })),
  isKept: Type.Boolean({ description: 'False if the stored entries do not lead to this head: they were changed.' }),
  proof: Nullable(
    Type.Array(Type.String(), {
      description:
        'Consistency proof (RFC 9162) from `since` to this head, base64. Null without `since`, or if there is no proof.',
    }),
  ),
  keys: Type.Array(AuditHeadKey, { description: 'All keys that have signed heads, newest first.' }),
});
export type AuditHeadAnswer = Shape<typeof AuditHeadAnswer>;

const TRAIL = '/api/organizations/{login}/audit-trail';
const kept = {
  'Content-Disposition': { type: 'string', description: '`attachment` with the file name.' },
} as const;

export const READ_AUDIT_TRAIL = endpoint({
  id: 'readAuditTrail',
  method: 'GET',
  path: TRAIL,
  chapter: 'Audit log',
  summary: 'List audit log entries',
  description: `
    For current owners of the organization. Contains every change made through orgdesk, written before
    it is sent and completed afterwards, and events received as webhooks; nothing from before orgdesk was installed.
    Entries are never changed, and removed only when they expire. One request searches a limited number of entries: a
    page may have fewer entries than its limit, or none, and still have a \`next\` to continue. Requests of a
    person are answered one at a time; a few wait, others are refused.
  `,
  session: 'needed',
  params: OrganizationParams,
  query: AuditQuery,
  answers: { 200: { description: 'A page of entries.', json: AuditTrailAnswer } },
});

export const READ_AUDIT_HEAD = endpoint({
  id: 'readAuditHead',
  method: 'GET',
  path: `${TRAIL}/head`,
  chapter: 'Audit log',
  summary: 'Get the signed head of the audit log',
  description: `
    Same access as the list. Every hour the head of each audit log is signed: its number of entries, outcomes counted too, and
    the root of a Merkle tree (RFC 6962) over them. Keep it: a later head must extend it, which \`proof\` shows with
    \`since\`. Otherwise entries were changed or removed outside of orgdesk. This also holds after entries have expired. Requests of a
    person wait for each other, and for those of the list.
  `,
  session: 'needed',
  params: OrganizationParams,
  query: AuditHeadQuery,
  answers: { 200: { description: 'The head.', json: AuditHeadAnswer } },
});

export const DOWNLOAD_AUDIT_TRAIL_CSV = endpoint({
  id: 'downloadAuditTrailCsv',
  method: 'GET',
  path: `${TRAIL}.csv`,
  chapter: 'Audit log',
  summary: 'Download the audit log as CSV',
  description: `
    Same access and filters as the list. CSV (RFC 4180) in UTF-8 with a byte order mark. A cell that a
    spreadsheet would treat as a formula starts with an apostrophe, and control characters are removed. Downloading adds an
    audit entry, at most one an hour for the same filters. More than ${AUDIT_VIEWS_PER_HOUR} different downloads in an hour are refused.
  `,
  session: 'needed',
  params: OrganizationParams,
  query: AuditFilters,
  streams: 'file',
  entries: ['audit_trail.exported'],
  answers: { 200: { description: 'The entries, newest first.', text: 'text/csv', headers: kept } },
});

export const DOWNLOAD_AUDIT_TRAIL_NDJSON = endpoint({
  id: 'downloadAuditTrailNdjson',
  method: 'GET',
  path: `${TRAIL}.ndjson`,
  chapter: 'Audit log',
  summary: 'Download the audit log as NDJSON',
  description:
    'Same access and filters as the list. Each line is an AuditEntry. Downloading adds an audit entry, as for CSV.',
  session: 'needed',
  params: OrganizationParams,
  query: AuditFilters,
  streams: 'file',
  entries: ['audit_trail.exported'],
  answers: { 200: { description: 'The entries, newest first.', lines: AuditEntry, headers: kept } },
});

export const WATCH_AUDIT_TRAIL = endpoint({
  id: 'watchAuditTrail',
  method: 'GET',
  path: `${TRAIL}/events`,
  chapter: 'Audit log',
  summary: 'Watch the audit log',
  description: `
    Same access as the list. Server-sent events \`trail\` with data \`{"newest": N}\`, sent immediately and whenever an entry is
    added or completed, so that clients reload the list. Changes within one second are combined; comments
    keep the connection open. It ends with the session, when the person is no longer an owner of the organization (checked
    every minute), or when the service stops. Same limits as for watching a job.
  `,
  session: 'needed',
  params: OrganizationParams,
  streams: 'events',
  answers: { 200: { description: 'Events.', text: 'text/event-stream' } },
});
