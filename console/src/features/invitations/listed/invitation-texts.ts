import type { ListedInvitation } from '@orgdesk/client';
import { JOB_INVITATIONS_PER_HOUR } from '@orgdesk/contract/limits';
import { useMemo } from 'react';
import { counted, formatCount, formatMinuteBy } from '../../../lib/reader-locale.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const inviteeOf = ({ login, email }: Pick<ListedInvitation, 'login' | 'email'>): string =>
  login ?? email ?? 'Unknown person';

/** By the names of the code host. */
export const ROLE_LABELS: Readonly<Record<string, string>> = {
  direct_member: 'Member',
  admin: 'Owner',
  billing_manager: 'Billing manager',
  hiring_manager: 'Hiring manager',
  reinstate: 'Former role',
};

/** Unknown roles are shown as they are. */
export const roleLabel = (role: string): string => ROLE_LABELS[role] ?? role.replaceAll('_', ' ');

export function expiryText(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return 'never expires';
  const leftMs = Date.parse(expiresAt) - now;
  if (leftMs <= 0) return 'expires soon';
  if (leftMs < HOUR_MS) return 'expires within an hour';
  const hours = Math.round(leftMs / HOUR_MS);
  if (hours < 24) return hours === 1 ? 'expires in 1 hour' : `expires in ${hours} hours`;
  const days = Math.round(leftMs / DAY_MS);
  return days === 1 ? 'expires in 1 day' : `expires in ${formatCount(days)} days`;
}

const FAILURE_TEXTS: Readonly<Record<string, string>> = {
  expired: 'Not accepted within seven days.',
  no_more_seats: 'No free seats.',
  trade_controls: 'Blocked by trade controls.',
  already_accepted: 'Already accepted.',
  invalid_generic: 'Invalid invitation.',
};

/** Unknown codes are shown as they are. */
export const failureText = (failure: string | null): string =>
  failure === null ? NO_REASON : (FAILURE_TEXTS[failure] ?? failure);

export const ALREADY_INVITED = 'There was already an open invitation, so no new one was sent.';
export const NO_REASON = 'GitHub gave no reason.';
export const NO_INVITATIONS_HERE = 'This organization doesn’t use invitations';

export const quotaText = (sentInLastDay: number): string =>
  `At least ${counted(sentInLastDay, 'invitation', 'invitations')} ${sentInLastDay === 1 ? 'counts' : 'count'} toward the 24-hour limit.`;

export function paceText(count: number, areInvitations: boolean, now: Date): string {
  const pauses = Math.floor((count - 1) / JOB_INVITATIONS_PER_HOUR);
  const minutes = pauses * 60 + Math.ceil((count - pauses * JOB_INVITATIONS_PER_HOUR) / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [
    ...(hours > 0 ? [counted(hours, 'hour', 'hours')] : []),
    ...(rest > 0 ? [counted(rest, 'minute', 'minutes')] : []),
  ];
  const what = areInvitations ? counted(count, 'invitation', 'invitations') : counted(count, 'person', 'people');
  const limit = pauses > 0 ? `, at most ${formatCount(JOB_INVITATIONS_PER_HOUR)} per hour` : '';
  const until = formatMinuteBy(new Date(now.getTime() + minutes * 60_000), now);
  return `${what} at one per second${limit}: about ${parts.join(' and ')}, until ${until}.`;
}

/** Null if the run can continue at once. */
export function useNotBefore({ notBefore }: { readonly notBefore: number | null }) {
  const at = useMemo(() => (notBefore === null ? null : new Date(notBefore)), [notBefore]);
  const text = useMemo(() => (at === null ? null : formatMinuteBy(at, new Date())), [at]);
  return { notBefore: at, until: text };
}
