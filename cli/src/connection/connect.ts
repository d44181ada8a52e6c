import type { Environment } from '@orgdesk/command-framework/describe-command';
import { originOf } from './address.ts';
import { clientOf } from './client-of.ts';
import type { Service } from './failure.ts';
import { ANSWER_LIMITS } from './limits.ts';
import { readSessions, SESSION, sessionFileOf } from './session-file.ts';
import { EXIT, Stop } from './stop.ts';

interface Connection {
  readonly env: Environment;
  readonly url: string | null;
  readonly signal: AbortSignal;
  /** Until an answer in one piece is complete. */
  readonly answerMs?: number;
}

export async function connect({ env, url, signal, answerMs = ANSWER_LIMITS.answerMs }: Connection): Promise<Service> {
  const own = env.ORGDESK_SESSION || null;
  const written = url ?? (env.ORGDESK_URL || null);
  const saved = own !== null && written !== null ? null : await readSessions(sessionFileOf(env));
  const found = written === null ? (saved?.url ?? null) : originOf(written);
  if (found === null) throw new Stop(NO_SERVICE, EXIT.signedOut);
  const origin = originOf(found);
  if (own !== null && !SESSION.test(own)) {
    throw new Stop('ORGDESK_SESSION is not a session, which has 64 characters from 0 to 9 and a to f.', EXIT.signedOut);
  }
  const session = own ?? saved?.sessions[origin] ?? null;
  if (session === null) throw new Stop(`You are not signed in to ${origin}: run orgdesk login.`, EXIT.signedOut);
  const client = clientOf(origin, session, answerMs);
  return { url: origin, client, signal, isFromEnvironment: own !== null };
}

const NO_SERVICE =
  'You are not signed in: run orgdesk login --url https://orgdesk.example.com with the address of your service.';
