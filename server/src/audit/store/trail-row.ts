import { createHash } from 'node:crypto';
import { AUDIT_NAME_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { storableText } from '../../database/rows/columns.ts';
import type { Tables } from '../../database/schema.ts';
import type { AuditEvent, AuditFacts } from '../../domain/audit-entry.ts';
import { AUDIT_LIST_MAX, AUDIT_TEXT_MAX_CHARACTERS } from '../../lib/limits/audit-trail.ts';
import type { AuditSettlement } from './types.ts';

export type TrailRow = Tables['audit_rows'];
export type NewTrailRow = Omit<TrailRow, 'organization_id' | 'number' | 'hash'>;

export const GENESIS = '0'.repeat(64);

/** docs/storage.md documents the field order, which never changes. */
export const hashOf = (before: string, row: Omit<TrailRow, 'hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        before,
        row.organization_id,
        row.number,
        row.kind,
        row.at,
        row.intent,
        row.outcome,
        row.words,
        row.organization_login,
        row.subject,
        row.deed,
        row.way,
        row.actor_id,
        row.actor_login,
        row.target_kind,
        row.target_id,
        row.target_name,
        row.facts_before,
        row.facts_after,
        row.request_id,
        row.delivery_id,
        row.body_hash,
      ]),
    )
    .digest('hex');

export function partsOf(action: string): { readonly subject: string; readonly deed: string | null } {
  const dot = action.indexOf('.');
  return dot === -1 ? { subject: action, deed: null } : { subject: action.slice(0, dot), deed: action.slice(dot + 1) };
}

/** Changes ASCII letters only, like the indexes of both engines. */
export const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());

export const eventRow = (
  kind: 'intent' | 'event',
  event: AuditEvent,
  now: Date,
  bodyHash: string | null = null,
): NewTrailRow => ({
  kind,
  at: now.getTime(),
  intent: null,
  outcome: null,
  words: null,
  organization_login: name(event.organization.login),
  ...partsOf(event.action),
  way: event.way,
  actor_id: event.actor?.id ?? null,
  actor_login: event.actor === null ? null : name(event.actor.login),
  target_kind: event.target?.kind ?? null,
  target_id: event.target?.id ?? null,
  target_name: event.target === null ? null : name(event.target.name),
  facts_before: factsText(event.before),
  facts_after: factsText(event.after),
  request_id: event.requestId === null ? null : name(event.requestId),
  delivery_id: event.deliveryId === null ? null : name(event.deliveryId),
  body_hash: bodyHash,
});

export const outcomeRow = ({ intent, outcome, words, after }: AuditSettlement, now: Date): NewTrailRow => ({
  kind: 'outcome',
  at: now.getTime(),
  intent: intent.number,
  outcome,
  words: words === null ? null : text(words),
  organization_login: null,
  subject: null,
  deed: null,
  way: null,
  actor_id: null,
  actor_login: null,
  target_kind: null,
  target_id: null,
  target_name: null,
  facts_before: null,
  facts_after: after === undefined ? null : factsText(after),
  request_id: null,
  delivery_id: null,
  body_hash: null,
});

const name = (long: string): string => storableText(long.slice(0, AUDIT_NAME_MAX_CHARACTERS));
const text = (long: string): string => storableText(long.slice(0, AUDIT_TEXT_MAX_CHARACTERS));

const factsText = (facts: AuditFacts): string =>
  JSON.stringify(Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, bounded(value)])));

function bounded(value: AuditFacts[string]): AuditFacts[string] {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  return value.slice(0, AUDIT_LIST_MAX).map((one) => (typeof one === 'string' ? name(one) : one));
}
