import { fileURLToPath } from 'node:url';
import { codeHostSettings } from '../../server/test/support/service/code-host-settings.ts';
import { freePort } from '../../server/test/support/service/ports.ts';
import type { CodeHost } from './code-host.ts';
import { type Program, type ProgramOptions, startProgram } from './program.ts';

/** Encrypts the tokens of the worlds. */
export const TOKEN_SECRET = 'a token secret of the bench and long enough';

const MAIN = fileURLToPath(new URL('../../server/src/main.js', import.meta.url));
/** As in `npm start`. */
const NODE_OPTIONS = ['--max-semi-space-size=4'];
const READY_LIMIT_MS = 60_000;
const READY_POLL_MS = 5;

export interface ServiceOptions {
  readonly codeHost: Pick<CodeHost, 'url' | 'apiUrl' | 'app'>;
  readonly databaseUrl: string;
  readonly folder: string;
  /** By default any that is free. */
  readonly port?: number;
  /** Differs from `localhost:PORT` when several instances are one service. */
  readonly baseUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
}

/** A running instance, and how long it took to be ready. */
export interface BenchService extends Program {
  readonly url: string;
  readonly readyAfterMs: number;
}

/**
 * Starts the service as operators run it, its access log included. The rate limit counts every request, but far higher
 * than usual; the comparison with the code host is off unless `env` says otherwise, because it would clear away
 * installations that the simulated one does not know.
 */
export async function startService(options: ServiceOptions): Promise<BenchService> {
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const startedAt = performance.now();
  const started = startProgram({ ...programOptions(options, port), parameters: [] });
  await untilAnswers(`http://127.0.0.1:${port}/readyz`, started);
  return { ...started.program, url, readyAfterMs: performance.now() - startedAt };
}

/** `orgdesk reconcile`, to be waited for. */
export const startReconcile = async (options: ServiceOptions) =>
  startProgram({ ...programOptions(options, await freePort()), parameters: ['reconcile'] });

function programOptions({ codeHost, databaseUrl, folder, baseUrl, env, nodeOptions }: ServiceOptions, port: number) {
  return {
    file: MAIN,
    port,
    folder,
    nodeOptions: [...NODE_OPTIONS, ...(nodeOptions ?? [])],
    env: {
      BASE_URL: baseUrl ?? `http://localhost:${port}`,
      DATABASE_URL: databaseUrl,
      ...codeHostSettings(codeHost),
      TOKEN_SECRET,
      SHUTDOWN_DELAY: '0',
      RECONCILE_MINUTES: 'off',
      RATE_LIMIT: process.platform === 'linux' ? '999999' : 'off',
      ...env,
    },
  };
}

/** A reference: a program of `references/`. */
export async function startReference(
  name: string,
  options: Pick<ProgramOptions, 'folder' | 'env' | 'nodeOptions'>,
): Promise<Program> {
  const port = await freePort();
  const file = fileURLToPath(new URL(`./references/${name}.ts`, import.meta.url));
  const started = startProgram({ ...options, file, port });
  await untilAnswers(`http://127.0.0.1:${port}/`, started, false);
  return started.program;
}

async function untilAnswers(
  url: string,
  { ended, logTail }: Pick<ReturnType<typeof startProgram>, 'ended' | 'logTail'>,
  withSuccess = true,
): Promise<void> {
  const giveUpAt = performance.now() + READY_LIMIT_MS;
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  for (;;) {
    const ready = await fetch(url, { signal: AbortSignal.timeout(READY_LIMIT_MS) }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok || !withSuccess;
      },
      () => false,
    );
    if (ready) return;
    if (isOver || performance.now() > giveUpAt) throw new Error(`a program did not get ready:\n${logTail()}`);
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
  }
}
