import { counted } from '../../lib/words/reader-locale.ts';

export const OVER_QUOTA = 'The organization reached its limit of invitations for 24 hours.';
export const NO_SEAT = 'The organization has no free seats.';
export const ALREADY_INVITED = 'There was already an open invitation, so no new one was sent.';
export const NO_REASON = 'GitHub gave no reason.';
export const NO_INVITATIONS_HERE = 'This organization doesn’t use invitations';

export const quotaWords = (sentInLastDay: number): string =>
  `At least ${counted(sentInLastDay, 'invitation', 'invitations')} ${sentInLastDay === 1 ? 'counts' : 'count'} toward the 24-hour limit.`;
