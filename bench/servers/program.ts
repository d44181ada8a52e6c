import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Resources that a process has used so far. */
export interface ProcessFigures {
  /** User and system time of all its threads. */
  readonly cpuMicros: number;
  readonly residentMegabytes: number;
  /**
   * The longest the event loop stood still since `watch`; zero before. `cpuMs` is how long it was at work, `ms` is by
   * the clock, with what other programs and the disk took meanwhile.
   */
  readonly longestTurn: { readonly cpuMs: number; readonly ms: number };
}

/** What a program still held since `collect`, when only garbage of the young generation had been collected. */
export interface Survivors {
  readonly bytes: number;
  /** Of the whole heap, which would have taken survivors away: with any, the figure means nothing. */
  readonly majorCollections: number;
}

/** A program under measurement, in a process of its own. */
export interface Program {
  readonly port: number;
  figures(): Promise<ProcessFigures>;
  /** Begins to watch for pauses of the event loop, anew each time. */
  watch(): Promise<void>;
  /** Collects all garbage; `survivors` counts from here. */
  collect(): Promise<void>;
  survivors(): Promise<Survivors>;
  stop(): Promise<void>;
}

export interface ProgramOptions {
  readonly file: string;
  readonly port: number;
  /** Holds its log, which is a file because reading a pipe costs more. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  readonly parameters?: readonly string[];
}

const PROBE = fileURLToPath(new URL('./probe.js', import.meta.url));

/** Starts it without waiting for anything but the process. */
export function startProgram({ file, port, folder, env = {}, nodeOptions = [], parameters = [] }: ProgramOptions) {
  const log = join(folder, `log-${port}.txt`);
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, [...nodeOptions, '--import', PROBE, file, ...parameters], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...env },
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const ended = once(child, 'exit').then(([code]) => Number(code));
  const logTail = () => readFileSync(log, 'utf8').slice(-1_500);
  const program: Program = {
    port,
    figures: async () => (await ask(child, 'figures', logTail)) as ProcessFigures,
    watch: async () => void (await ask(child, 'watch', logTail)),
    collect: async () => void (await ask(child, 'collect', logTail)),
    survivors: async () => (await ask(child, 'survivors', logTail)) as Survivors,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
  return { program, ended, logTail };
}

async function ask(child: ChildProcess, question: string, logTail: () => string): Promise<unknown> {
  if (!child.connected) throw new Error(`a measured program has ended:\n${logTail()}`);
  const answered = once(child, 'message');
  child.send(question);
  const [answer]: unknown[] = await answered;
  return answer;
}
