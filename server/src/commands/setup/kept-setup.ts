import { readFile } from 'node:fs/promises';
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
  /** Null when none is under way; refuses a file that is something else. */
  read(): Promise<Result<KeptSetup | null, 'not-a-setup'>>;
  write(setup: KeptSetup): Promise<void>;
  remove(): Promise<void>;
}

export function createKeptSetups(envFile: string): KeptSetups {
  const path = `${envFile}.setup`;
  return {
    path,
    async read() {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      });
      if (text === null) return ok(null);
      const setup = parseSetup(text);
      return setup === null ? refuse('not-a-setup') : ok(setup);
    },
    write: (setup) => replacePrivateFile(path, `${JSON.stringify(setup, null, 2)}\n`),
    remove: () => removeFile(path),
  };
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
