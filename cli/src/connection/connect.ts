import type { Environment } from '@orgdesk/command-framework/describe-command';
import { type Client, createClient } from '../../../client/src/index.ts';
import { ANSWER_LIMITS, boundedFetch } from './bounded-fetch.ts';
import type { Service } from './failure.ts';
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

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Returns the origin of a service. Refuses addresses to which a session would travel in plain text. */
export function originOf(written: string): string {
  const text = written.includes('://') ? written : `https://${written}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Stop('The address of the service must look like https://orgdesk.example.com.');
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw new Stop(
      `The address of the service must start with https://, because anyone on the way to ${url.host} could read the session.`,
    );
  }
  return url.origin;
}

/** Calls a service, whose answers are bounded. */
export const clientOf = (origin: string, session: string | null, answerMs = ANSWER_LIMITS.answerMs): Client =>
  createClient({
    baseUrl: origin,
    fetch: boundedFetch({ ...ANSWER_LIMITS, answerMs }),
    ...(session === null ? {} : { sessionToken: session }),
  });
