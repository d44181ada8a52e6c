import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Log } from '../../ports/system.ts';

/** What the simulated code host is told of the service that uses it. */
export interface BundledSimulatorSettings {
  /** Where it listens; when the port is taken, it takes any free one. */
  readonly port: number;
  /** Origin of the service, for callbacks and webhooks. */
  readonly serviceUrl: string;
  readonly app: {
    readonly id: string;
    readonly slug: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** The public half of the App's key. */
    readonly publicKeyPem: string;
    readonly webhookSecret: string;
  };
}

/** The running simulator. */
export interface BundledSimulator {
  readonly url: string;
  readonly apiUrl: string;
  /** People somebody can sign in as. */
  readonly people: readonly { readonly login: string; readonly description: string }[];
  /** Ends the program; resolves when it is gone. */
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('../../../../simulator/src/main.ts', import.meta.url));
const READY_LIMIT_MS = 10_000;
/** Time to leave by itself before it is ended by force. */
const CLOSE_LIMIT_MS = 2_000;
/** What the program ends with when it cannot listen where it was told to. */
const EXIT_REFUSED = 1;

const Ready = Type.Object({
  ready: Type.Literal(true),
  url: Type.String(),
  apiUrl: Type.String(),
  people: Type.Array(Type.Object({ login: Type.String(), description: Type.String() })),
});
type Ready = Static<typeof Ready>;

/**
 * Runs the simulated code host as a program of its own, which ends with this process even when it is killed.
 *
 * The program sees none of the operator's settings. Rejects when it is not ready within ten seconds.
 */
export async function startBundledSimulator(settings: BundledSimulatorSettings, log: Log): Promise<BundledSimulator> {
  const first = await attempt(settings, settings.port, log);
  if (typeof first !== 'string') return first;
  if (first !== 'refused') throw notStarted(first);

  log.warn({ port: settings.port }, 'the bundled code host cannot use its port and takes any free one');
  const second = await attempt(settings, 0, log);
  if (typeof second === 'string') throw notStarted(second);
  return second;
}

/** `refused`: the program ended with the code that stands for a port it cannot have. */
type Failure = 'refused' | 'ended' | 'late';

const notStarted = (failure: Failure): Error =>
  new Error(
    failure === 'late'
      ? `the bundled code host was not ready within ${READY_LIMIT_MS} ms`
      : 'the bundled code host ended while starting; its last lines in the log tell why',
  );

async function attempt(
  settings: BundledSimulatorSettings,
  port: number,
  log: Log,
): Promise<BundledSimulator | Failure> {
  const program = run(environmentOf(settings, port), log);
  const outcome = await firstOf(program);
  if (typeof outcome !== 'string') {
    let closing = false;
    void program.gone.then((exitCode) => {
      // Zero is a stop that was asked for by somebody who stopped both programs at once.
      if (closing || exitCode === 0) return;
      log.error({ exitCode }, 'the bundled code host has ended; the service has to be started again');
    });
    const { url, apiUrl, people } = outcome;
    const close = (): Promise<void> => {
      closing = true;
      return program.close();
    };
    return { url, apiUrl, people, close };
  }
  await program.close();
  return outcome;
}

async function firstOf({ ready, gone }: Program): Promise<Ready | Failure> {
  const limit = new AbortController();
  const late = delay(READY_LIMIT_MS, 'late' as const, { signal: limit.signal });
  const ended = gone.then((code) => (code === EXIT_REFUSED ? ('refused' as const) : ('ended' as const)));
  try {
    return await Promise.race([ready, ended, late]);
  } finally {
    late.catch(() => {});
    limit.abort();
  }
}

// SIMULATOR_ names only: the operator's environment may hold secrets of other systems.
const environmentOf = ({ serviceUrl, app }: BundledSimulatorSettings, port: number): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
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

interface Program {
  readonly ready: Promise<Ready>;
  /** The exit code, null when a signal ended it. */
  readonly gone: Promise<number | null>;
  close(): Promise<void>;
}

function run(env: NodeJS.ProcessEnv, log: Log): Program {
  const child = fork(PROGRAM, [], { execArgv: [], env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const { promise: ready, resolve: tellReady } = Promise.withResolvers<Ready>();
  const { promise: gone, resolve: tellGone } = Promise.withResolvers<number | null>();
  // A program that cannot even be started has no exit.
  child.on('error', () => tellGone(null));
  child.on('close', (code) => tellGone(code));
  // Reading goes on after the line was found: a full pipe would stop the program.
  onLine(child.stdout, (line) => {
    const told = parseLine(line);
    if (Value.Check(Ready, told)) tellReady(told);
  });
  onLine(child.stderr, (line) => log.warn({ line }, 'the bundled code host reports'));

  return {
    ready,
    gone,
    async close() {
      const force = setTimeout(() => child.kill('SIGKILL'), CLOSE_LIMIT_MS);
      child.kill('SIGTERM');
      await gone;
      clearTimeout(force);
    },
  };
}

function onLine(stream: Readable | null, take: (line: string) => void): void {
  if (stream !== null) createInterface(stream).on('line', take);
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
