import type { Allowance } from '../domain/bounds/allowance.ts';
import { APP_LOOKS_PER_MINUTE } from '../domain/limits/access.ts';
import { RATE_LIMIT_TOLD_PART } from '../domain/limits/requests.ts';
import type { SharedAllowances } from './shared-allowances.ts';

/** Requests of a client address; null where there is no limit. */
export function clientAllowance(allowances: Pick<SharedAllowances, 'of'>, rateLimit: number | null): Allowance | null {
  if (rateLimit === null) return null;
  return allowances.of('client', { perMinute: rateLimit, toldFrom: Math.ceil(rateLimit * RATE_LIMIT_TOLD_PART) });
}

/** Looks as the App that a person causes, by what they are for: few, so all of them are told. */
export const appLookAllowance = (allowances: Pick<SharedAllowances, 'of'>, what: 'access' | 'status'): Allowance =>
  allowances.of(`looks for ${what}`, { perMinute: APP_LOOKS_PER_MINUTE, toldFrom: 1 });
