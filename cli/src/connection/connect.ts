import { createClient } from '../../../client/src/index.ts';
import type { Environment } from '../../../server/src/commands/framework/describe-command.ts';
import { originOf } from './address.ts';
import type { Service } from './failure.ts';
import { readSessions, SESSION, sessionFileOf } from './session-file.ts';
import { EXIT, Stop } from './stop.ts';

export async function connect(env: Environment, url: string | null, signal: AbortSignal): Promise<Service> {
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
  const client = createClient({ baseUrl: origin, sessionToken: session });
  return { url: origin, client, signal, isFromEnvironment: own !== null };
}

const NO_SERVICE =
  'You are not signed in: run orgdesk login --url https://orgdesk.example.com with the address of your service.';
