import { createHmac } from 'node:crypto';
import { sessionIdOfNumber } from '../../worlds/session-ids.ts';

/** Of the references that sign their cookies. */
export const REFERENCE_SECRET = 'a secret of the references, long enough for all';

const signature = (text: string): string => createHmac('sha256', REFERENCE_SECRET).update(text).digest('base64');

/** What a browser sends to Better Auth for session number `number`. */
export const betterAuthCookie = (number: number): string =>
  `better-auth.session_token=${encodeURIComponent(`${sessionIdOfNumber(number)}.${signature(sessionIdOfNumber(number))}`)}`;

/** What a browser sends to Express with express-session. */
export const expressCookie = (number: number): string => {
  const id = sessionIdOfNumber(number);
  return `connect.sid=${encodeURIComponent(`s:${id}.${signature(id).replace(/=+$/, '')}`)}`;
};
