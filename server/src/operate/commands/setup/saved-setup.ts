import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ok, type Result, refuse } from '../../../lib/result.ts';
import type { SetupPlan } from './plan.ts';

/** A setup in progress, stored beside the settings file until that is written. */
export interface SavedSetup {
  readonly plan: SetupPlan;
  /** Sent with the manifest and returned with the code. */
  readonly state: string;
  /** Reused, so that an open browser page still works. */
  readonly page: { readonly port: number; readonly path: string };
  readonly code: { readonly value: string; readonly at: string } | null;
  /** The code host's description of the App, stored because it is sent only once. */
  readonly told: unknown;
}

export interface SavedSetups {
  readonly path: string;
  /** Null if there is none. Refuses other files, and those that another user may have written. */
  read(): Promise<Result<SavedSetup | null, 'not-a-setup' | 'foreign'>>;
  write(setup: SavedSetup): Promise<void>;
  remove(): Promise<void>;
}

export function createSavedSetups(envFile: string): SavedSetups {
  const path = `${envFile}.setup`;
  return {
    path,
    async read() {
      const text = await readOwn(path);
      if (!text.ok) return text;
      if (text.value === null) return ok(null);
      const setup = parseSetup(text.value);
      return setup === null ? refuse('not-a-setup') : ok(setup);
    },
    write: (setup) => replacePrivateFile(path, `${JSON.stringify(setup, null, 2)}\n`),
    remove: () => removeFile(path),
  };
}

const WRITTEN_BY_OTHERS = 0o022;

/** Reads a file that only this user can write. Null if missing. */
async function readOwn(path: string): Promise<Result<string | null, 'foreign'>> {
  // A symlink could select any file; a pipe would block.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch((error: unknown) => {
    const { code } = Object(error) as { readonly code?: unknown };
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP' || code === 'EACCES') return 'foreign' as const;
    throw error;
  });
  if (file === null) return ok(null);
  if (file === 'foreign') return refuse(file);
  try {
    const stats = await file.stat();
    // Windows has no user IDs or file modes.
    const user = process.getuid?.();
    const isForeign = user !== undefined && (stats.uid !== user || (stats.mode & WRITTEN_BY_OTHERS) !== 0);
    return isForeign || !stats.isFile() ? refuse('foreign') : ok(await file.readFile('utf8'));
  } finally {
    await file.close();
  }
}

/** Checks only completeness, because no one else can write the file. */
function parseSetup(text: string): SavedSetup | null {
  try {
    const setup: SavedSetup = JSON.parse(text);
    const { plan, state, page, code } = setup;
    const isPlan = typeof plan.baseUrl === 'string' && typeof plan.name === 'string';
    const isCode = code === null || (typeof code.value === 'string' && typeof code.at === 'string');
    const isPage = Number.isInteger(page.port) && /^\/\w+$/.test(page.path);
    return isPlan && isCode && isPage && /^\w{32,}$/.test(state) ? setup : null;
  } catch {
    return null;
  }
}

/** Returns true for dangling links too. */
export const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );

/** Writes a file that only its owner can read, atomically; synced when this resolves. */
async function replacePrivateFile(path: string, text: string): Promise<void> {
  const written = await writeBeside(path, text);
  try {
    await rename(written, path);
  } catch (error) {
    await unlink(written);
    throw error;
  }
  await syncFolder(path);
}

/** Like `replacePrivateFile`, but returns false if the file exists. */
export async function createPrivateFile(path: string, text: string): Promise<boolean> {
  const written = await writeBeside(path, text);
  try {
    // Unlike a rename, a link replaces no file. File systems without links get a direct write.
    await link(written, path).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error;
      return writeNew(path, text);
    });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(written);
  }
  await syncFolder(path);
  return true;
}

async function removeFile(path: string): Promise<void> {
  await unlink(path);
  await syncFolder(path);
}

async function writeBeside(path: string, text: string): Promise<string> {
  const beside = `${path}.${randomBytes(6).toString('hex')}`;
  await writeNew(beside, text);
  return beside;
}

/** Rejects with EEXIST if the file exists. Leaves nothing after a failure. */
async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await makePrivate(file);
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await file.close();
    await unlink(path);
    throw error;
  }
  await file.close();
}

/** File systems with one mode for all files may reject chmod. */
async function makePrivate(file: FileHandle): Promise<void> {
  const { mode } = await file.stat();
  await file.chmod(0o600).catch((error: unknown) => {
    if ((mode & 0o077) !== 0) throw error;
  });
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r').catch(() => null);
  // Some systems cannot open or sync folders.
  await folder?.sync().catch(() => {});
  await folder?.close();
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);
