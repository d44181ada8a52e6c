import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Program, type ProgramOptions, runProgram } from '../../../server/test/support/service/program.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
/** Exit code, standard output and standard error. */
export type Ended = readonly [code: number | null, out: string, err: string];

/** A person's home folder, which is removed after the test. */
export async function freshHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'orgdesk-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return home;
}

/** The environment of somebody who is signed in to whatever listens there. */
export const envOf = async (url: string) => ({
  HOME: await freshHome(),
  ORGDESK_URL: url,
  ORGDESK_SESSION: 'a'.repeat(64),
});

/** Runs the command line from its sources until the test has ended. */
export function startOrgdesk(
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
  options: ProgramOptions = {},
): Program {
  const program = runProgram({ command: [process.execPath, MAIN], parameters, env, ...options });
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  return program;
}

export async function orgdesk(parameters: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const program = startOrgdesk(parameters, env);
  const { code } = await program.ended;
  return [code, program.out(), program.err()];
}

/** Runs it in a terminal, which has one stream for both outputs. */
export async function orgdeskInTerminal(parameters: readonly string[], env: Readonly<Record<string, string>>) {
  const commandLine = [process.execPath, MAIN, ...parameters].join(' ');
  const program = startOrgdesk([], env, { command: ['script', '-qec', commandLine, '/dev/null'] });
  const { code } = await program.ended;
  return { code, shown: program.out() };
}

/** One sentence, and nothing of how the program is made. */
export const ONE_SENTENCE = /^[^\n]+\.\n$/;
