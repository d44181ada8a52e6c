import type { AuditFilters } from '@orgdesk/contract';
import { parseInstant } from '../lib/instant.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { AuditSelection } from './store/types.ts';

export type ParsedFilters = Omit<AuditSelection, 'organizationId' | 'before' | 'limit'>;

/** Filters as sent, for the entry in the audit log, and as parsed. */
export interface SentFilters {
  readonly sent: AuditFilters;
  readonly parsed: ParsedFilters;
}

/** Checks what the schema cannot. */
export function parseFilters(filters: AuditFilters): Result<ParsedFilters, { readonly kind: 'wrong-date' }> {
  const since = filters.since === undefined ? undefined : parseInstant(filters.since);
  const until = filters.until === undefined ? undefined : parseInstant(filters.until);
  if (since === null || until === null) return refuse({ kind: 'wrong-date' });
  const { actor, target, action, outcome, way } = filters;
  return ok({ actor, target, action, outcome, way, since, until });
}
