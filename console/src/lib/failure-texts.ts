export const RATE_LIMITED = 'Rate limit reached. Try again later.';
export const NO_RESPONSE = 'GitHub isn’t responding. Try again later.';
export const SIGN_IN_EXPIRED = 'Your sign-in is no longer valid. Sign in again.';
export const OVER_QUOTA = 'The organization reached its limit of invitations for 24 hours.';
export const NO_SEAT = 'The organization has no free seats.';
export const UNEXPECTED_RESPONSE = 'orgdesk sent an unexpected response. Try again.';
export const OUTDATED_PAGE = 'This page may be out of date';
export const OUTDATED_LIST = 'This list may be out of date';
