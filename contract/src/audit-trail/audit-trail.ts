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
import { OrganizationParams } from '../organization.ts';
import { numberUpTo } from '../quantities.ts';
import { Nullable, type Shape } from '../shape.ts';

export const AuditOutcome = Type.Union([
  Type.Literal('done'),
  Type.Literal('refused', { description: 'The code host, or orgdesk, did not do it.' }),
  Type.Literal('unknown', { description: 'Sent, and no usable answer came, or the service ended meanwhile.' }),
  Type.Literal('under-way', { description: 'Begun less than a few minutes ago.' }),
]);
export type AuditOutcome = Shape<typeof AuditOutcome>;

/** How a change was made or became known. */
export const AuditWay = Type.Union([
  Type.Literal('console'),
  Type.Literal('api'),
  Type.Literal('job', { description: 'An invitation job sent it, for the person who runs it.' }),
  Type.Literal('webhook', { description: 'The code host told it; whoever did it, anywhere.' }),
  Type.Literal('comparison', { description: 'Found by comparing: the code host tells no event of it.' }),
]);
export type AuditWay = Shape<typeof AuditWay>;

/** Names are those of the time of the entry. */
export const AuditEntry = Type.Object({
  number: Type.Integer({ minimum: 1, description: 'Place in the trail of the organization; never given twice.' }),
  at: Type.String({ format: 'date-time', description: 'When it was intended, or became known.' }),
  settledAt: Nullable(
    Type.String({ format: 'date-time', description: 'When the outcome of an own change was known.' }),
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
      name: Type.String({ description: 'Login, address, slug, or ID of a job.' }),
    }),
  ),
  before: Type.Record(Type.String(), Type.Unknown(), { description: 'What was so; empty where that is not known.' }),
  after: Type.Record(Type.String(), Type.Unknown(), { description: 'What was to become so, or became so.' }),
  words: Nullable(Type.String({ description: 'Why it was refused, or what is not known.' })),
  requestId: Nullable(Type.String({ description: 'As in the `X-Request-Id` of the answer.' })),
  deliveryId: Nullable(Type.String({ description: 'GUID of the webhook delivery.' })),
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
      description: 'An action, or the part before the dot (`member`). Of one that does not exist there are no entries.',
    }),
  ),
  outcome: Type.Optional(AuditOutcome),
  way: Type.Optional(AuditWay),
  since: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: AUDIT_TIME_MAX_CHARACTERS,
      description: 'A day, which begins at midnight UTC, or a time with its zone (ISO 8601); entries from then on.',
    }),
  ),
  until: Type.Optional(
    Type.String({ minLength: 1, maxLength: AUDIT_TIME_MAX_CHARACTERS, description: 'The same; entries before it.' }),
  ),
});
export type AuditFilters = Shape<typeof AuditFilters>;

export const AuditQuery = Type.Object({
  ...AuditFilters.properties,
  before: Type.Optional(
    Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'Entries with a smaller number than this.' }),
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
    description: 'Place of what was written last: it grows when an entry is added, and when one is completed.',
  }),
});
export type AuditTrailNews = Shape<typeof AuditTrailNews>;

export const AuditTrailAnswer = Type.Object({
  entries: Type.Array(AuditEntry, {
    description: 'The newest first. Fewer than the limit, even none, when a search needs several pages: see `next`.',
  }),
  next: Nullable(Type.Integer({ description: '`before` of the next page; null after the last.' })),
  ...AuditTrailNews.properties,
  keptDays: Type.Integer({ description: 'After so many days, entries are removed.' }),
});
export type AuditTrailAnswer = Shape<typeof AuditTrailAnswer>;

const TRAIL = '/api/organizations/{login}/audit-trail';
const kept = {
  'Content-Disposition': { type: 'string', description: 'To be kept as a file, with its name.' },
} as const;

export const READ_AUDIT_TRAIL = endpoint({
  id: 'readAuditTrail',
  method: 'GET',
  path: TRAIL,
  chapter: 'Audit trail',
  summary: 'What happened in an organization',
  description: `
    For owners of the organization as the code host says at this moment. Every change made through orgdesk, written before
    it is sent and completed after it, and what the code host tells by webhooks; nothing from before orgdesk was installed.
    Entries are never changed, and removed only when their time is over. One request searches a bounded number of entries: a
    page may have fewer than its limit, even none, and still a \`next\` from which the search continues. One request of a
    person is answered at a time; a few wait, more are refused.
  `,
  session: 'needed',
  params: OrganizationParams,
  query: AuditQuery,
  answers: { 200: { description: 'A page of entries.', json: AuditTrailAnswer } },
});

export const DOWNLOAD_AUDIT_TRAIL_CSV = endpoint({
  id: 'downloadAuditTrailCsv',
  method: 'GET',
  path: `${TRAIL}.csv`,
  chapter: 'Audit trail',
  summary: 'The audit trail as a file for spreadsheets',
  description: `
    For whom, and with which filters, as the page. CSV as in RFC 4180, in UTF-8 with a byte order mark. A cell that a
    spreadsheet would take for a formula has an apostrophe in front, and control characters are removed. Downloading is an
    entry of the trail itself: one an hour for the same filters. More than ${AUDIT_VIEWS_PER_HOUR} different downloads in an hour are refused.
  `,
  session: 'needed',
  params: OrganizationParams,
  query: AuditFilters,
  streams: 'file',
  entries: ['audit_trail.exported'],
  answers: { 200: { description: 'The entries, the newest first.', text: 'text/csv', headers: kept } },
});

export const DOWNLOAD_AUDIT_TRAIL_NDJSON = endpoint({
  id: 'downloadAuditTrailNdjson',
  method: 'GET',
  path: `${TRAIL}.ndjson`,
  chapter: 'Audit trail',
  summary: 'The audit trail as lines of JSON',
  description:
    'For whom, and with which filters, as the page. Each line is an AuditEntry. Downloading is an entry as for CSV.',
  session: 'needed',
  params: OrganizationParams,
  query: AuditFilters,
  streams: 'file',
  entries: ['audit_trail.exported'],
  answers: { 200: { description: 'The entries, the newest first.', lines: AuditEntry, headers: kept } },
});

export const WATCH_AUDIT_TRAIL = endpoint({
  id: 'watchAuditTrail',
  method: 'GET',
  path: `${TRAIL}/events`,
  chapter: 'Audit trail',
  summary: 'What happens in an organization, told when it happens',
  description: `
    For whom as the page. Server-sent events: \`trail\`, whose data is \`{"newest": N}\`, at once and whenever an entry is
    added or completed: whoever listens then asks for the page again. Changes within a second are one; comments in between
    keep the connection. It ends when the session has ended, when its person administers the organization no more (asked
    again each minute), or with the service. Limits as for watching an invitation job.
  `,
  session: 'needed',
  params: OrganizationParams,
  streams: 'events',
  answers: { 200: { description: 'Events.', text: 'text/event-stream' } },
});
