import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { QUICK_FOLDER } from '../databases/quick-folder.ts';
import { freePort } from './ports.ts';

export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The service, run as the program it is. */
export interface Program {
  readonly pid: number;
  /** Everything it wrote so far. */
  out(): string;
  err(): string;
  /** Resolves when the process that was started is gone; children of its own may go on. */
  readonly exited: Promise<unknown>;
  /** Resolves when it is gone and its last words are read. */
  readonly ended: Promise<End>;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<End>;
}

export interface ProgramOptions {
  /** The whole environment but `PATH`, where to keep compiled code, and `SHUTDOWN_DELAY`, which is none unless it is given. */
  readonly env?: Readonly<Record<string, string>>;
  /** Command; `PROGRAM` by default. */
  readonly command?: readonly [file: string, ...parameters: readonly string[]];
  readonly parameters?: readonly string[];
  readonly folder?: string;
  /** An open file to write standard output to; `out` then stays empty. */
  readonly stdout?: number;
  /** Gives it a process group of its own, as a terminal does, so that a signal reaches it with all its children. */
  readonly ownGroup?: boolean;
}

const MAIN = fileURLToPath(new URL('../../../src/main.js', import.meta.url));
/** Node.js with the sources. */
export const PROGRAM = [process.execPath, MAIN] as const;
/** Shares compiled code between processes, which halves their start. */
const COMPILE_CACHE = join(tmpdir(), 'orgdesk-compile-cache');
/** A hang guard, less than a test may take. */
const READY_LIMIT_MS = 120_000;
const READY_POLL_MS = 20;

/** Starts the program without waiting for anything. */
export function runProgram({
  env = {},
  command: [file, ...first] = PROGRAM,
  parameters = [],
  folder = tmpdir(),
  stdout,
  ownGroup = false,
}: ProgramOptions = {}): Program {
  const child = spawn(file, [...first, ...parameters], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE, SHUTDOWN_DELAY: '0', ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
    detached: ownGroup,
  });
  let [out, err] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const exited = once(child, 'exit');
  const ended = once(child, 'close').then(([code, signal]): End => ({ code, signal }));
  return {
    pid: child.pid ?? 0,
    out: () => out,
    err: () => err,
    exited,
    ended,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Waits until the service at `url` says that it is ready; rejects when its program ends first. */
export async function untilReady(program: Program, url: string): Promise<void> {
  const giveUpAt = performance.now() + READY_LIMIT_MS;
  let end: End | null = null;
  void program.ended.then((found) => {
    end = found;
  });
  while (!(await isReady(url))) {
    if (end !== null) throw new Error(`the program ended instead of getting ready:\n${program.err()}${program.out()}`);
    if (performance.now() > giveUpAt) throw new Error(`the program did not get ready:\n${program.err()}`);
    await delay(READY_POLL_MS);
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** A service that is ready, with the simulated code host it brings along. */
export interface DemoProgram extends Program {
  readonly url: string;
  readonly folder: string;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** Starts the service without settings but its port, in an empty folder of its own. */
export async function startDemo(
  env: Readonly<Record<string, string>> = {},
  options: Pick<ProgramOptions, 'ownGroup'> = {},
): Promise<DemoProgram> {
  const folder = await mkdtemp(join(QUICK_FOLDER, 'orgdesk-program-'));
  const port = await freePort();
  const program = runProgram({ ...options, env: { PORT: String(port), ...env }, folder });
  const url = `http://localhost:${port}`;
  const remove = async (): Promise<void> => {
    await program.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(program, url);
  } catch (error) {
    await remove();
    throw error;
  }
  return { ...program, url, folder, remove };
}
