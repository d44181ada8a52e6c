import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSimulator } from '@orgdesk/simulator';
import { codeHostSettings } from '../../server/test/support/service/code-host-settings.ts';
import { freePort } from '../../server/test/support/service/ports.ts';
import { runProgram, untilReady } from '../../server/test/support/service/program.ts';

export interface TargetOptions {
  /** False: the service accepts webhooks unchecked. */
  readonly webhookSecret?: false;
}

/** A service under attack: the program as operators run it, on the loopback address, beside a simulated code host. */
export interface Target {
  readonly url: string;
  readonly port: number;
  readonly webhookSecret: string;
  /** The most memory that it ever held. Zero once it has ended. */
  peakMegabytes(): Promise<number>;
  descriptors(): Promise<number>;
  /** Whether it still serves others. */
  serves(): Promise<boolean>;
  stop(): Promise<void>;
}

const CONSOLE_BUILT_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 10_000;

/** Starts one that is ready and has its page. Callers stop it. */
export async function startTarget({ webhookSecret: wanted }: TargetOptions = {}): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-hostile-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const simulator = await startSimulator({ app: { callbackUrls: [`${url}/api/auth`] } });
  const { app } = simulator;
  const webhookSecret = wanted === false ? '' : (app.webhookSecret ?? '');
  const program = runProgram({
    folder,
    env: {
      BASE_URL: url,
      PORT: String(port),
      DATABASE_URL: `sqlite:${join(folder, 'orgdesk.db')}`,
      RECONCILE_MINUTES: 'off',
      ...codeHostSettings(simulator),
      CODE_HOST_WEBHOOK_SECRET: webhookSecret,
      TOKEN_SECRET: 'a token secret of the hostile command',
    },
  });
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
  return {
    url,
    port,
    webhookSecret,
    peakMegabytes: async () => {
      const status = await readFile(`/proc/${program.pid}/status`, 'utf8').catch(() => '');
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
    },
    descriptors: async () => (await readdir(`/proc/${program.pid}/fd`).catch(() => [])).length,
    serves: () =>
      fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).then(
        ({ status }) => status === 200,
        () => false,
      ),
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
