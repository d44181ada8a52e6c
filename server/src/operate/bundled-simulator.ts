import { fork } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SIMULATOR_CLOSE_LIMIT_MS, SIMULATOR_READY_LIMIT_MS } from '../lib/limits/operate.ts';
import type { Log } from '../lib/system.ts';

export interface BundledSimulatorSettings {
  /** If this port is taken, the simulator uses any free one. */
  readonly port: number;
  readonly serviceUrl: string;
  readonly app: {
    readonly id: string;
    readonly slug: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly publicKeyPem: string;
    readonly webhookSecret: string;
  };
}

export interface BundledSimulator {
  readonly url: string;
  readonly apiUrl: string;
  /** Rejects if the simulator is not ready within 30 seconds. */
  readonly ready: Promise<Pick<Ready, 'people'>>;
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));
const HOST = '127.0.0.1';

interface Ready {
  readonly url: string;
  readonly people: readonly { readonly login: string; readonly description: string }[];
}

/** The child process has none of the operator's settings and exits with this process, even a killed one. */
export async function startBundledSimulator(settings: BundledSimulatorSettings, log: Log): Promise<BundledSimulator> {
  const port = await freePort(settings.port);
  if (port !== settings.port) {
    log.warn({ port: settings.port }, "the bundled code host's port is in use; using a free port");
  }
  const url = `http://${HOST}:${port}`;
  const program = run(environmentOf(settings, port), log);
  let closing = false;
  const ready = firstOf(program).then(async (outcome) => {
    if (typeof outcome !== 'string' && outcome.url === url) return { people: outcome.people };
    await program.close();
    throw notStarted(typeof outcome === 'string' ? outcome : 'ended');
  });
  void ready.then(
    () =>
      program.gone.then((exitCode) => {
        // Exit code 0 means it was stopped on purpose, perhaps together with the service.
        if (closing || exitCode === 0) return;
        log.error({ exitCode }, 'the bundled code host has exited; restart the service');
      }),
    () => {},
  );
  const close = (): Promise<void> => {
    closing = true;
    return program.close();
  };
  return { url, apiUrl: `${url}/api`, ready, close };
}

async function freePort(preferred: number): Promise<number> {
  for (const port of [preferred, 0]) {
    const probe = createServer();
    const available = await new Promise<number | null>((resolve) => {
      probe.once('error', () => resolve(null));
      probe.listen(port, HOST, () => resolve((probe.address() as AddressInfo).port));
    });
    if (available === null) continue;
    await new Promise((resolve) => probe.close(resolve));
    return available;
  }
  throw new Error('no free port for the bundled code host');
}

type StartFailure = 'ended' | 'late';

const notStarted = (failure: StartFailure): Error =>
  new Error(
    failure === 'late'
      ? `the bundled code host was not ready within ${SIMULATOR_READY_LIMIT_MS} ms`
      : 'the bundled code host exited during startup; see its last log lines',
  );

async function firstOf({ ready, gone }: SimulatorProcess): Promise<Ready | StartFailure> {
  const limit = new AbortController();
  const late = delay(SIMULATOR_READY_LIMIT_MS, 'late' as const, { signal: limit.signal });
  const ended = gone.then(() => 'ended' as const);
  try {
    return await Promise.race([ready, ended, late]);
  } finally {
    late.catch(() => {});
    limit.abort();
  }
}

// The operator's environment may hold secrets of other systems.
const environmentOf = ({ serviceUrl, app }: BundledSimulatorSettings, port: number): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  SIMULATOR_HOST: HOST,
  SIMULATOR_PORT: String(port),
  SIMULATOR_EXIT_WITH_PARENT: '1',
  SIMULATOR_CALLBACK_URL: `${serviceUrl}/api/auth`,
  SIMULATOR_SETUP_URL: `${serviceUrl}/api/install/callback`,
  SIMULATOR_WEBHOOK_URL: `${serviceUrl}/api/install/webhook`,
  SIMULATOR_APP_ID: app.id,
  SIMULATOR_APP_SLUG: app.slug,
  SIMULATOR_CLIENT_ID: app.clientId,
  SIMULATOR_CLIENT_SECRET: app.clientSecret,
  SIMULATOR_APP_PUBLIC_KEY: app.publicKeyPem,
  SIMULATOR_WEBHOOK_SECRET: app.webhookSecret,
});

interface SimulatorProcess {
  readonly ready: Promise<Ready>;
  readonly gone: Promise<number | null>;
  close(): Promise<void>;
}

function run(env: NodeJS.ProcessEnv, log: Log): SimulatorProcess {
  const child = fork(PROGRAM, [], { execArgv: [], env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const { promise: ready, resolve: resolveReady } = Promise.withResolvers<Ready>();
  const { promise: gone, resolve: resolveGone } = Promise.withResolvers<number | null>();
  child.on('error', () => resolveGone(null));
  child.on('close', (code) => resolveGone(code));
  // Keep reading after the ready line: a full pipe would block the program.
  onLine(child.stdout, (line) => {
    const readyMessage = readyIn(line);
    if (readyMessage !== null) resolveReady(readyMessage);
  });
  onLine(child.stderr, (line) => log.warn({ line }, 'bundled code host output'));

  return {
    ready,
    gone,
    async close() {
      const force = setTimeout(() => child.kill('SIGKILL'), SIMULATOR_CLOSE_LIMIT_MS);
      child.kill('SIGTERM');
      await gone;
      clearTimeout(force);
    },
  };
}

function onLine(stream: Readable | null, take: (line: string) => void): void {
  if (stream !== null) createInterface(stream).on('line', take);
}

// A schema library would delay the start.
function readyIn(line: string): Ready | null {
  try {
    const { ready, url, people } = Object(JSON.parse(line));
    return ready === true && typeof url === 'string' && Array.isArray(people) ? { url, people } : null;
  } catch {
    return null;
  }
}
