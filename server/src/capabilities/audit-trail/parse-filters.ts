import type { AuditFilters } from '@orgdesk/contract';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { AuditSelection } from '../../ports/storage/audit-trail.ts';

export type ParsedFilters = Omit<AuditSelection, 'organizationId' | 'before' | 'limit'>;

/** Filters as sent, for the entry in the audit log, and as parsed. */
export interface SentFilters {
  readonly sent: AuditFilters;
  readonly parsed: ParsedFilters;
}

/** Checks what the schema cannot. */
export function parseFilters(filters: AuditFilters): Result<ParsedFilters, { readonly kind: 'wrong-date' }> {
  const since = parseInstant(filters.since);
  const until = parseInstant(filters.until);
  if (since === null || until === null) return refuse({ kind: 'wrong-date' });
  const { actor, target, action, outcome, way } = filters;
  return ok({ actor, target, action, outcome, way, since, until });
}

const DAY_OR_INSTANT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Returns null if the text is not an existing day or a time with a zone. */
function parseInstant(text: string | undefined): Date | null | undefined {
  if (text === undefined) return undefined;
  const [, day] = DAY_OR_INSTANT.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00Z`);
  const instant = new Date(text);
  if (day === undefined || Number.isNaN(midnight.getTime()) || Number.isNaN(instant.getTime())) return null;
  return midnight.toISOString().startsWith(day) ? instant : null;
}
