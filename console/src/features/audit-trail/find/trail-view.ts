import type { AuditFilters } from '@orgdesk/client';
import { createAddressView } from '../../../lib/address/address-view.ts';

export const OUTCOMES = ['all', 'done', 'refused', 'unknown', 'under-way'] as const;
export const WAYS = ['all', 'console', 'api', 'job', 'webhook', 'comparison'] as const;

/** Which entries the page shows. */
export interface TrailView {
  /** Logins and other names as a whole; blank for any. */
  readonly actor: string;
  readonly target: string;
  /** An action, or the part before its dot; blank for any. */
  readonly action: string;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly way: (typeof WAYS)[number];
  /** Days of the reader, the last one included; blank for any. */
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

/** How a view stands in the address of the page. */
export const TRAIL_VIEW = createAddressView<TrailView>(WHOLE_TRAIL, {
  actor: null,
  target: null,
  action: null,
  outcome: OUTCOMES,
  way: WAYS,
  from: null,
  to: null,
});

/** What the service is asked for. What cannot be a day is not asked for. */
export function filtersOf({ actor, target, action, outcome, way, from, to }: TrailView): AuditFilters {
  const since = midnight(from, 0);
  const until = midnight(to, 1);
  return {
    ...(actor.trim() === '' ? {} : { actor: actor.trim().replace(/^@/, '').slice(0, 100) }),
    ...(target.trim() === '' ? {} : { target: target.trim().replace(/^@/, '').slice(0, 320) }),
    ...(action === '' ? {} : { action: action.slice(0, 100) }),
    ...(outcome === 'all' ? {} : { outcome }),
    ...(way === 'all' ? {} : { way }),
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
  };
}

/** When a day begins where the reader is, or so many days later; null for what is no day. */
function midnight(day: string, later: number): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const at = new Date(`${day}T00:00`);
  if (Number.isNaN(at.getTime())) return null;
  at.setDate(at.getDate() + later);
  return at.toISOString();
}
