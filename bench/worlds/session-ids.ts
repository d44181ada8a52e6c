import { createHash } from 'node:crypto';
import { type SessionId, sessionKeyOf } from '../../server/src/lib/secrets.ts';

export const sessionIdOfNumber = (number: number): SessionId =>
  createHash('sha256').update(`bench-session-${number}`).digest('hex') as SessionId;

/** The name under which it is stored. */
export const sessionKeyOfNumber = (number: number): string => sessionKeyOf(sessionIdOfNumber(number));
