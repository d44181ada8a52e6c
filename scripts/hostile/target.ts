import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Simulator, startSimulator } from '@orgdesk/simulator';
import { codeHostSettings } from '../../server/test/support/service/code-host-settings.ts';
import { freePort } from '../../server/test/support/service/ports.ts';
import { runProgram, untilReady } from '../../server/test/support/service/program.ts';

export interface TargetOptions {
  /** False: the service accepts webhooks unchecked. */
  readonly webhookSecret?: false;
  /** Size of the old space; Node.js decides by default. */
  readonly heapMegabytes?: number;
  /** Fills the simulated code host before the service starts. */
  readonly fill?: (simulator: Simulator) => void;
}

/** A service under attack: the program as operators run it, on the loopback address, beside a simulated code host. */
export interface Target {
  readonly url: string;
  readonly port: number;
  readonly webhookSecret: string;
  readonly simulator: Simulator;
  readonly databaseFile: string;
  /** The most memory that it ever held, or since the last `resetPeak`. Zero once it has ended. */
  peakMegabytes(): Promise<number>;
  resetPeak(): Promise<void>;
  residentMegabytes(): Promise<number>;
  descriptors(): Promise<number>;
  /** Returns true if others are still served. */
  serves(): Promise<boolean>;
  /** Ends it at once and starts it again, on the same database and with these settings more. */
  restart(settings?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

const CONSOLE_BUILT_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 10_000;
/** To Linux: the peak of memory is what is held now. */
const RESET_PEAK = '5';

/** Starts one that is ready and has its page. Callers stop it. */
export async function startTarget(options: TargetOptions = {}): Promise<Target> {
  const { heapMegabytes, fill } = options;
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-hostile-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const simulator = await startSimulator({ app: { callbackUrls: [`${url}/api/auth`] } });
  const { app } = simulator;
  const webhookSecret = options.webhookSecret === false ? '' : (app.webhookSecret ?? '');
  const databaseFile = join(folder, 'orgdesk.db');
  fill?.(simulator);
  const run = (settings: Readonly<Record<string, string>>) =>
    runProgram({
      folder,
      env: {
        BASE_URL: url,
        PORT: String(port),
        DATABASE_URL: `sqlite:${databaseFile}`,
        RECONCILE_MINUTES: 'off',
        ...codeHostSettings(simulator),
        CODE_HOST_WEBHOOK_SECRET: webhookSecret,
        TOKEN_SECRET: 'a token secret of the hostile command',
        ...(heapMegabytes === undefined ? {} : { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` }),
        ...settings,
      },
    });
  let program = run({});
  const stop = async () => {
    await program.stop('SIGKILL');
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(program, url);
    await fetch(url, { signal: AbortSignal.timeout(CONSOLE_BUILT_LIMIT_MS) });
  } catch (error) {
    await stop();
    throw error;
  }
  const megabytesOf = async (figure: 'VmHWM' | 'VmRSS') => {
    const status = await readFile(`/proc/${program.pid}/status`, 'utf8').catch(() => '');
    return Number(new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  };
  return {
    url,
    port,
    webhookSecret,
    simulator,
    databaseFile,
    peakMegabytes: () => megabytesOf('VmHWM'),
    resetPeak: () => writeFile(`/proc/${program.pid}/clear_refs`, RESET_PEAK).catch(() => {}),
    residentMegabytes: () => megabytesOf('VmRSS'),
    descriptors: async () => (await readdir(`/proc/${program.pid}/fd`).catch(() => [])).length,
    serves: () =>
      fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).then(
        ({ status }) => status === 200,
        () => false,
      ),
    restart: async (settings = {}) => {
      await program.stop('SIGKILL');
      program = run(settings);
      await untilReady(program, url);
    },
    stop,
  };
}

/** Looks at the descriptors until told to stop; answers the most that was seen. */
export function watchDescriptors(target: Target): () => Promise<number> {
  let most = 0;
  let watching = true;
  const done = (async () => {
    while (watching) {
      most = Math.max(most, await target.descriptors());
      await delay(20);
    }
  })();
  return async () => {
    watching = false;
    await done;
    return most;
  };
}
