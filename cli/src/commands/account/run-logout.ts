import { dataOf } from '../../connection/failure.ts';
import { saveSession, sessionFileOf } from '../../connection/session-file.ts';
import { note, printJson } from '../../output/print.ts';
import type { Context } from '../../run-remote.ts';

export async function run({ env, connect, format, signal }: Context): Promise<void> {
  const service = await connect();
  await dataOf(service, service.client.getSession({ signal }));
  await dataOf(service, service.client.signOut({ signal }));
  if (!service.isFromEnvironment) await saveSession(sessionFileOf(env), service.url, null);
  if (format === 'json') printJson({ service: service.url });
  else note(`Signed out of ${service.url}.`);
}
