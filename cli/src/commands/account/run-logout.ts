import { dataOf } from '../../connection/failure.ts';
import { saveSession, sessionFileOf } from '../../connection/session-file.ts';
import type { Context } from '../../context.ts';
import { note } from '../../output/note.ts';

export async function run({ env, connect, signal }: Context): Promise<void> {
  const service = await connect();
  await dataOf(service, service.client.getSession({ signal }));
  await dataOf(service, service.client.signOut({ signal }));
  if (!service.isFromEnvironment) await saveSession(sessionFileOf(env), service.url, null);
  note(`Signed out of ${service.url}.`);
}
