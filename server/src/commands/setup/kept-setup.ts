import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { SetupPlan } from './plan.ts';
import { removeFile, replacePrivateFile } from './private-file.ts';

/** A setup that is under way, as it is kept beside the file of settings until that is written. */
export interface KeptSetup {
  readonly plan: SetupPlan;
  /** Goes with the manifest, and comes back with the code. */
  readonly state: string;
  /** Where the page was, so that a browser that still has it finds it again. */
  readonly page: { readonly port: number; readonly path: string };
  /** Came back from the code host. */
  readonly code: { readonly value: string; readonly at: string } | null;
  /** What the code host told of the App, as it is: it tells it once. */
  readonly told: unknown;
}

/** The file in which a setup is kept. */
export interface KeptSetups {
  readonly path: string;
  /** Null when none is under way; refuses a file that is something else, or that somebody else may have put there. */
  read(): Promise<Result<KeptSetup | null, 'not-a-setup' | 'foreign'>>;
  write(setup: KeptSetup): Promise<void>;
  remove(): Promise<void>;
}

export function createKeptSetups(envFile: string): KeptSetups {
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

/** The text of a file that belongs to the user of this process, and that nobody else writes; null when there is none. */
async function readOwn(path: string): Promise<Result<string | null, 'foreign'>> {
  // Who made a link chose the file; a pipe would keep the start waiting.
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
    // Windows has no numbers of users, and its modes say nothing.
    const user = process.getuid?.();
    const isForeign = user !== undefined && (stats.uid !== user || (stats.mode & WRITTEN_BY_OTHERS) !== 0);
    return isForeign || !stats.isFile() ? refuse('foreign') : ok(await file.readFile('utf8'));
  } finally {
    await file.close();
  }
}

/** The file is our own, and only its owner can write it; what is checked is that it is whole. */
function parseSetup(text: string): KeptSetup | null {
  try {
    const kept: KeptSetup = JSON.parse(text);
    const { plan, state, page, code } = kept;
    const isPlan = typeof plan.baseUrl === 'string' && typeof plan.name === 'string';
    const isCode = code === null || (typeof code.value === 'string' && typeof code.at === 'string');
    const isPage = Number.isInteger(page.port) && /^\/\w+$/.test(page.path);
    return isPlan && isCode && isPage && /^\w{32,}$/.test(state) ? kept : null;
  } catch {
    return null;
  }
}
