import { JOB_INVITATIONS_PER_HOUR } from '@orgdesk/contract/limits';
import { counted, formatCount, formatMinuteBy } from '../../lib/words/reader-locale.ts';

export const ALREADY_INVITED = 'There was already an open invitation, so no new one was sent.';
export const NO_REASON = 'GitHub gave no reason.';
export const NO_INVITATIONS_HERE = 'This organization doesn’t use invitations';

export const quotaWords = (sentInLastDay: number): string =>
  `At least ${counted(sentInLastDay, 'invitation', 'invitations')} ${sentInLastDay === 1 ? 'counts' : 'count'} toward the 24-hour limit.`;

export function paceWords(count: number, areInvitations: boolean, now: Date): string {
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
