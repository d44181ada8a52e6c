import type { ListedInvitation } from '@orgdesk/client';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import { NO_REASON } from '../limit-words.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const inviteeOf = ({ login, email }: Pick<ListedInvitation, 'login' | 'email'>): string =>
  login ?? email ?? 'Unknown person';

/** By the names of the code host. */
export const ROLE_WORDS: Readonly<Record<string, string>> = {
  direct_member: 'Member',
  admin: 'Owner',
  billing_manager: 'Billing manager',
  hiring_manager: 'Hiring manager',
  reinstate: 'Former role',
};

/** Unknown roles are shown as they are. */
export const roleWords = (role: string): string => ROLE_WORDS[role] ?? role.replaceAll('_', ' ');

export function expiryWords(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return 'never expires';
  const leftMs = Date.parse(expiresAt) - now;
  if (leftMs <= 0) return 'expires soon';
  if (leftMs < HOUR_MS) return 'expires within an hour';
  const hours = Math.round(leftMs / HOUR_MS);
  if (hours < 24) return hours === 1 ? 'expires in 1 hour' : `expires in ${hours} hours`;
  const days = Math.round(leftMs / DAY_MS);
  return days === 1 ? 'expires in 1 day' : `expires in ${formatCount(days)} days`;
}

const FAILURE_WORDS: Readonly<Record<string, string>> = {
  expired: 'Not accepted within seven days.',
  no_more_seats: 'No free seats.',
  trade_controls: 'Blocked by trade controls.',
  already_accepted: 'Already accepted.',
  invalid_generic: 'Invalid invitation.',
};

/** Unknown codes are shown as they are. */
export const failureWords = (failure: string | null): string =>
  failure === null ? NO_REASON : (FAILURE_WORDS[failure] ?? failure);
