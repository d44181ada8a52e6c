import { constants } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '@orgdesk/command-framework/describe-command';
import { EXIT, Stop } from './stop.ts';

export interface SavedSessions {
  readonly url: string | null;
  /** By origin, so that no session is sent to another service. */
  readonly sessions: Readonly<Record<string, string>>;
}

export const NO_SESSIONS: SavedSessions = { url: null, sessions: {} };
const FILE_MAX_BYTES = 64 * 1024;

export const SESSION = /^[0-9a-f]{64}$/;

export function sessionFileOf(env: Environment): string {
  const folder =
    env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || join(env.HOME || homedir(), '.config');
  return join(folder, 'orgdesk', 'session.json');
}

/** Refuses a file that others may have read or written. */
export async function readSessions(path: string): Promise<SavedSessions> {
  const file = await open(path, constants.O_RDONLY).catch((error: unknown) => {
    if (Object(error).code === 'ENOENT') return null;
    throw new Stop(`Could not read ${path}: ${Object(error).code}.`);
  });
  if (file === null) return NO_SESSIONS;
  try {
    const { mode, uid, size } = await file.stat();
    const owner = process.getuid?.();
    if (owner !== undefined && (uid !== owner || (mode & 0o077) !== 0)) {
      throw new Stop(
        `Others can read the session in ${path}: replace it with orgdesk login --url URL, and end the old one under Sessions in the console.`,
        EXIT.signedOut,
      );
    }
    return size > FILE_MAX_BYTES ? NO_SESSIONS : parseSessions(await file.readFile('utf8'));
  } finally {
    await file.close();
  }
}

export async function saveSession(path: string, url: string, session: string | null): Promise<void> {
  const before = await readSessions(path).catch(() => NO_SESSIONS);
  const { [url]: _, ...others } = before.sessions;
  const sessions = session === null ? others : { ...others, [url]: session };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  try {
    // A file that exists would keep its mode.
    await rm(fresh, { force: true });
    const file = await open(fresh, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ url: session === null ? before.url : url, sessions }, null, 2)}\n`);
    } finally {
      await file.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw new Stop(`Could not write ${path}: ${Object(error).code}.`);
  }
}

function parseSessions(text: string): SavedSessions {
  try {
    const { url, sessions } = Object(JSON.parse(text));
    const entries = Object.entries(Object(sessions)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && SESSION.test(entry[1]),
    );
    return { url: typeof url === 'string' ? url : null, sessions: Object.fromEntries(entries) };
  } catch {
    return NO_SESSIONS;
  }
}
