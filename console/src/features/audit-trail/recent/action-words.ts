import type { AuditEntry } from '@orgdesk/client';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { type MessagePart, messageOf } from '../words/entry-message.ts';
import { isOfJob, type TrailAction } from './actions-of.ts';

export interface ActionSummary {
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
      ` ${phrase?.(total) ?? `made ${counted(total, 'change', 'changes')}`}`,
    ],
    counts: countsOf(changes, total - changes.length, SENT.has(newest.action) && actions.size === 1),
  };
}

function countsOf(changes: readonly AuditEntry[], unlisted: number, isSending: boolean): string {
  const count = (outcome: AuditEntry['outcome']) => changes.filter((entry) => entry.outcome === outcome).length;
  const parts: readonly (readonly [count: number, words: string])[] = [
    [count('done'), isSending ? 'sent' : 'done'],
    [count('refused'), 'refused'],
    [count('unknown'), 'unknown'],
    [count('under-way'), 'in progress'],
    [unlisted, 'not listed here'],
  ];
  return parts.flatMap(([number, words]) => (number === 0 ? [] : [`${formatCount(number)} ${words}`])).join(', ');
}
