import { createHmac } from 'node:crypto';
import { sessionIdOfNumber } from '../../worlds/session-ids.ts';

/** Signs the cookies of references. */
export const REFERENCE_SECRET = 'a secret of the references, long enough for all';

const signature = (text: string): string => createHmac('sha256', REFERENCE_SECRET).update(text).digest('base64');

export const betterAuthCookie = (number: number): string =>
  `better-auth.session_token=${encodeURIComponent(`${sessionIdOfNumber(number)}.${signature(sessionIdOfNumber(number))}`)}`;

export const expressCookie = (number: number): string => {
  const id = sessionIdOfNumber(number);
  return `connect.sid=${encodeURIComponent(`s:${id}.${signature(id).replace(/=+$/, '')}`)}`;
};
