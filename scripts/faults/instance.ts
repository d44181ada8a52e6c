import type { Simulator } from '@orgdesk/simulator';
import { codeHostSettings } from '../../server/test/support/service/code-host-settings.ts';
import { type Program, runProgram, untilReady } from '../../server/test/support/service/program.ts';

/** A program of the service, and what it was started with. */
export interface Instance {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  program: Program;
}

/** Starts an instance, of this version or of another program, and waits until it is ready. */
export async function startInstance(env: Readonly<Record<string, string>>, main?: string): Promise<Instance> {
  const program = runProgram({ env, ...(main === undefined ? {} : { command: [process.execPath, main] }) });
  const url = `http://localhost:${env.PORT}`;
  await untilReady(program, url);
  return { url, env, program };
}

/** Settings of an instance of the service at `basePort` that itself listens on `port`. */
export const envOf = (simulator: Simulator, databaseUrl: string, basePort: number, port: number) => ({
  BASE_URL: `http://localhost:${basePort}`,
  PORT: String(port),
  DATABASE_URL: databaseUrl,
  ...codeHostSettings(simulator),
  TOKEN_SECRET: 'a token secret of the fault runs',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'warn',
});
