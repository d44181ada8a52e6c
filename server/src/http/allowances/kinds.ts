import type { Allowance } from '../../lib/bounds/allowance.ts';
import { APP_READS_PER_MINUTE } from '../../lib/limits/access.ts';
import { RATE_LIMIT_SHARED_SHARE, SESSION_ENDS_PER_MINUTE } from '../../lib/limits/requests.ts';
import type { SharedAllowances } from './shared-allowances.ts';

/** Limits per client address, per person, and of ended sessions per session; null for no limit. */
export function clientAllowances(allowances: SharedAllowances, rateLimit: number | null) {
  if (rateLimit === null) return null;
  const limits = { perMinute: rateLimit, publishedFrom: Math.ceil(rateLimit * RATE_LIMIT_SHARED_SHARE) };
  const ends = { perMinute: SESSION_ENDS_PER_MINUTE, publishedFrom: 1 };
  return {
    'client-address': allowances.of('client', limits),
    person: allowances.of('person', limits),
    'session-end': allowances.of('session end', ends),
  };
}

/** Limits the requests made as the App that one person may cause. Every count is published, because limits are low. */
export const appRequestAllowance = (allowances: SharedAllowances, what: 'access' | 'status'): Allowance =>
  allowances.of(`looks for ${what}`, { perMinute: APP_READS_PER_MINUTE, publishedFrom: 1 });
