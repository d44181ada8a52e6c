import type { AuditFilters } from '@orgdesk/client';
import { AUDIT_ACTION_MAX_CHARACTERS, AUDIT_NAME_MAX_CHARACTERS, LOGIN_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { createAddressView } from '../../lib/address/address-view.ts';

export const OUTCOMES = ['all', 'done', 'refused', 'unknown', 'under-way'] as const;
export const SOURCES = ['all', 'console', 'api', 'job', 'webhook', 'comparison', 'command'] as const;

export interface TrailView {
  /** Exact; empty matches all. */
  readonly actor: string;
  readonly target: string;
  /** An action, or the part before its dot. */
  readonly action: string;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly way: (typeof SOURCES)[number];
  /** Inclusive, in the browser's time zone. */
  readonly from: string;
  readonly to: string;
}

export const WHOLE_TRAIL: TrailView = {
  actor: '',
  target: '',
  action: '',
  outcome: 'all',
  way: 'all',
  from: '',
  to: '',
};

export const TRAIL_VIEW = createAddressView<TrailView>(WHOLE_TRAIL, {
  actor: null,
  target: null,
  action: null,
  outcome: OUTCOMES,
  way: SOURCES,
  from: null,
  to: null,
});

/** Ignores invalid days. */
export function filtersOf({ actor, target, action, outcome, way, from, to }: TrailView): AuditFilters {
  const since = midnight(from, 0);
  const until = midnight(to, 1);
  return {
    ...(actor.trim() === '' ? {} : { actor: actor.trim().replace(/^@/, '').slice(0, LOGIN_MAX_CHARACTERS) }),
    ...(target.trim() === '' ? {} : { target: target.trim().replace(/^@/, '').slice(0, AUDIT_NAME_MAX_CHARACTERS) }),
    ...(action === '' ? {} : { action: action.slice(0, AUDIT_ACTION_MAX_CHARACTERS) }),
    ...(outcome === 'all' ? {} : { outcome }),
    ...(way === 'all' ? {} : { way }),
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
  };
}

/** In the browser's time zone; null for an invalid day. */
function midnight(day: string, later: number): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const at = new Date(`${day}T00:00`);
  if (Number.isNaN(at.getTime())) return null;
  at.setDate(at.getDate() + later);
  return at.toISOString();
}
