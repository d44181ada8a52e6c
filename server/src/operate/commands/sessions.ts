import { idOrNull } from '../../domain/installation.ts';
import { SESSIONS_LISTED_MAX } from '../../lib/limits/sessions.ts';
import { sessionNameOf } from '../../lib/secrets.ts';
import { systemClock } from '../../lib/system.ts';
import type { SessionStore } from '../../sessions/store/types.ts';
import type { Storage } from '../../storage.ts';
import type { Environment } from '../config/settings.ts';
import { withReadyStorage } from './database.ts';

export type SessionsCommand = { readonly json: boolean } & (
  | { readonly action: 'count' }
  | { readonly action: 'list'; readonly user: string }
  | { readonly action: 'end'; readonly user: string; readonly session: string | null }
);

/** Exit code if no such person or session is found. */
const NOBODY = 3;

/** Shows operators what people see of their sessions. Every instance refuses an ended session at once. */
export function run(env: Environment, command: SessionsCommand): Promise<void> {
  return withReadyStorage(env, 'Failed', (storage) => carryOut(command, storage));
}

async function carryOut(
  command: SessionsCommand,
  { sessions, appWork }: Pick<Storage, 'sessions' | 'appWork'>,
): Promise<void> {
  const now = systemClock.now();
  const tell = (json: object, text: string) =>
    void process.stdout.write(command.json ? `${JSON.stringify(json)}\n` : text);
  if (command.action === 'count') {
    const counted = await sessions.count(now);
    return tell(counted, `${counted.sessions} sessions of ${counted.users} people\n`);
  }
  const users = await usersNamed(sessions, command.user);
  if (users.length === 0) return nobody(`No recent sign-in by ${JSON.stringify(command.user)}.`);
  const found = await Promise.all(
    users.map(async ({ id, login }) =>
      (await sessions.ofUser(id, now, SESSIONS_LISTED_MAX)).map((listed) => ({
        key: listed.key,
        session: sessionNameOf(listed.key),
        userId: id,
        login,
        since: listed.createdAt.toISOString(),
        lastUsed: listed.usedAt?.toISOString() ?? null,
        until: listed.expiresAt.toISOString(),
        client: listed.client,
      })),
    ),
  );
  const listed = found.flat();
  if (command.action === 'list') {
    const lines = listed.map(({ session, login, since, lastUsed, client }) =>
      `${session}  ${login}  since ${since}  last used ${lastUsed ?? 'never'}  ${client ?? ''}`.trimEnd(),
    );
    return tell(
      { sessions: listed.map(({ key: _, ...shown }) => shown) },
      lines.length === 0 ? 'No sessions.\n' : `${lines.join('\n')}\n`,
    );
  }
  const chosen = command.session === null ? listed : listed.filter(({ session }) => session === command.session);
  if (command.session !== null && chosen.length === 0)
    return nobody('Session not found. To list sessions: orgdesk sessions list USER');
  // What was approved in sessions that are over ends too.
  const withdrawn = command.session === null ? undefined : { in: chosen.map(({ key }) => key) };
  let ended = 0;
  for (const { id } of users)
    await appWork.withdrawWhile(id, withdrawn, async () => {
      for (const { key, userId } of chosen) if (userId === id && (await sessions.delete(key))) ended += 1;
    });
  tell({ ended }, `${ended} ended\n`);
}

/** Finds people by ID, which survives renames, or by login. */
async function usersNamed(sessions: SessionStore, named: string) {
  const id = /^\d+$/.test(named) ? idOrNull(Number(named)) : null;
  const called = await sessions.usersCalled(named);
  return called.length > 0 || id === null ? called : [{ id, login: named }];
}

function nobody(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = NOBODY;
}
