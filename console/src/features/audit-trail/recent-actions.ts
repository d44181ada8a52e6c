import type { AuditEntry } from '@orgdesk/client';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { isThroughApp, type MessagePart, messageOf, THROUGH_APP } from './entry-message.ts';

export interface ActionRow {
  readonly entry: AuditEntry;
  /** The webhook that reported the same change. */
  readonly confirmation: AuditEntry | null;
}

/** What one request or batch did, or something that happened elsewhere. */
export interface TrailAction {
  readonly rows: readonly ActionRow[];
  /** Of a batch; null if its start isn't among the entries. */
  readonly start: AuditEntry | null;
}

/** A webhook arrives within seconds, or when it is sent again. */
const CONFIRMED_WITHIN_MS = 6 * 60 * 60_000;

/** What the code host reports of our own changes. A changed role is not reported. */
const REPORTED_AS: Readonly<Record<string, string>> = {
  'invitation.sent': 'invitation.sent',
  'invitation.sent_again': 'invitation.sent',
  'member.added': 'member.added',
  'member.removed': 'member.removed',
  'member.converted': 'member.removed',
  'team.member_added': 'team.member_added',
  'team.member_removed': 'team.member_removed',
};

const VIEWS: ReadonlySet<string> = new Set([
  'people.reviewed',
  'person_report.exported',
  'audit_trail.exported',
  'job.downloaded',
  'job.exported',
]);

/** True if it changed nothing. */
export const isView = ({ action }: AuditEntry): boolean => VIEWS.has(action);

/** Newest first. Each entry is in exactly one action, as itself or as a confirmation. */
export function actionsOf(entries: readonly AuditEntry[]): readonly TrailAction[] {
  const newestFirst = entries.toSorted((one, other) => other.number - one.number);
  const confirmations = confirmationsIn(newestFirst.toReversed());
  const reports = new Set(confirmations.values());
  const jobs = jobsByRequest(newestFirst);
  const own = newestFirst.filter((entry) => !reports.has(entry));
  return [...Map.groupBy(own, (entry) => groupOf(entry, jobs)).values()].map((group) => ({
    rows: group.map((entry) => ({ entry, confirmation: confirmations.get(entry) ?? null })),
    start: group.findLast(isStart) ?? null,
  }));
}

const isOwn = ({ way }: AuditEntry): boolean => way === 'console' || way === 'api' || way === 'job';

/** Older entries have a name for each kind of job. */
const isOfJob = (entry: AuditEntry): boolean =>
  !isView(entry) &&
  (entry.target?.kind === 'job' || entry.target?.kind === 'export') &&
  entry.action !== 'work.retried';

const isStart = (entry: AuditEntry): boolean => isOfJob(entry) && entry.action.endsWith('.started');

/** A job's changes have the ID of the last request that changed it. */
const jobsByRequest = (entries: readonly AuditEntry[]): ReadonlyMap<string, string> =>
  new Map(
    entries.flatMap((entry) =>
      isOfJob(entry) && entry.requestId !== null ? [[entry.requestId, entry.target?.name ?? ''] as const] : [],
    ),
  );

function groupOf(entry: AuditEntry, jobs: ReadonlyMap<string, string>): string {
  const { number, target, after, requestId } = entry;
  if (isOfJob(entry)) return `job ${target?.name}`;
  if (!isOwn(entry) || isView(entry)) return `entry ${number}`;
  if (typeof after.job === 'string') return `job ${after.job}`;
  if (requestId === null) return `entry ${number}`;
  const job = jobs.get(requestId);
  return job === undefined ? `request ${requestId}` : `job ${job}`;
}

/** The webhook of each own change that has one: the latest change before it that it can be about. */
function confirmationsIn(oldestFirst: readonly AuditEntry[]): ReadonlyMap<AuditEntry, AuditEntry> {
  const confirmations = new Map<AuditEntry, AuditEntry>();
  const open = new Map<string, AuditEntry[]>();
  for (const entry of oldestFirst) {
    const { action, target, outcome } = entry;
    if (target === null) continue;
    const keyOf = (reported: string) => `${reported} ${target.kind} ${target.name.toLowerCase()}`;
    const reported = REPORTED_AS[action];
    if (isOwn(entry) && reported !== undefined && outcome !== 'refused') {
      open.set(keyOf(reported), [...(open.get(keyOf(reported)) ?? []), entry]);
    }
    if (entry.way !== 'webhook') continue;
    const changes = open.get(keyOf(action)) ?? [];
    const change = changes.findLast((one) => mayConfirm(entry, one));
    if (change === undefined) continue;
    confirmations.set(change, entry);
    open.set(
      keyOf(action),
      changes.filter((one) => one !== change),
    );
  }
  return confirmations;
}

function mayConfirm(report: AuditEntry, change: AuditEntry): boolean {
  const elapsedMs = Date.parse(report.at) - Date.parse(change.at);
  const isSender = isThroughApp(change) ? report.carriedOutBy === 'app' : report.actor?.id === change.actor?.id;
  const isSameActor = report.actor === null || isSender;
  const isSameTeam = typeof report.after.team !== 'string' || report.after.team === teamIn(change);
  return isSameActor && isSameTeam && elapsedMs >= 0 && elapsedMs <= CONFIRMED_WITHIN_MS;
}

const teamIn = ({ before, after }: AuditEntry): unknown => after.team ?? before.team;

interface ActionSummary {
  readonly message: readonly MessagePart[];
  readonly counts: string | null;
}

const people = (count: number): string => counted(count, 'person', 'people');

const PHRASES: Readonly<Record<string, (count: number) => string>> = {
  'invitation.sent': (count) => `invited ${people(count)}`,
  'invitation.sent_again': (count) => `resent ${counted(count, 'invitation', 'invitations')}`,
  'invitation.cancelled': (count) => `cancelled ${counted(count, 'invitation', 'invitations')}`,
  'member.removed': (count) => `removed ${people(count)} from the organization`,
  'member.role_changed': (count) => `changed the role of ${people(count)}`,
  'member.converted': (count) => `converted ${people(count)} to outside collaborators`,
  'team.member_added': (count) => `added ${people(count)} to a team`,
  'team.member_removed': (count) => `removed ${people(count)} from a team`,
  'finding.dismissed': (count) => `dismissed ${counted(count, 'finding', 'findings')}`,
  'finding.restored': (count) => `restored ${counted(count, 'finding', 'findings')}`,
};

const SENT: ReadonlySet<string> = new Set(['invitation.sent', 'invitation.sent_again']);

export function summaryOf({ rows, start }: TrailAction): ActionSummary {
  const entries = rows.map(({ entry }) => entry);
  const changes = entries.filter((entry) => !isOfJob(entry));
  const [newest] = changes;
  const [only] = entries;
  if (newest === undefined || only === undefined || (entries.length === 1 && start === null)) {
    const shown = start ?? only;
    return { message: shown === undefined ? [] : messageOf(shown), counts: null };
  }
  const planned = typeof start?.after.rows === 'number' ? start.after.rows : 0;
  const total = Math.max(planned, changes.length);
  const actions = new Set(changes.map(({ action }) => action));
  const phrase = actions.size === 1 ? PHRASES[newest.action] : undefined;
  const actor = (start ?? newest).actor;
  return {
    message: [
      actor === null ? 'Someone' : { name: actor.login },
      ...(changes.every(isThroughApp) ? [THROUGH_APP] : []),
      ` ${phrase?.(total) ?? `made ${counted(total, 'change', 'changes')}`}`,
    ],
    counts: countsOf(changes, total - changes.length, SENT.has(newest.action) && actions.size === 1),
  };
}

function countsOf(changes: readonly AuditEntry[], unlisted: number, isSending: boolean): string {
  const count = (outcome: AuditEntry['outcome']) => changes.filter((entry) => entry.outcome === outcome).length;
  const parts: readonly (readonly [count: number, text: string])[] = [
    [count('done'), isSending ? 'sent' : 'done'],
    [count('refused'), 'refused'],
    [count('unknown'), 'unknown'],
    [count('under-way'), 'in progress'],
    [unlisted, 'not listed here'],
  ];
  return parts.flatMap(([number, text]) => (number === 0 ? [] : [`${formatCount(number)} ${text}`])).join(', ');
}
