import { randomBytes } from 'node:crypto';
import { type FileHandle, link, lstat, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

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
export async function replacePrivateFile(path: string, text: string): Promise<void> {
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

export async function removeFile(path: string): Promise<void> {
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
