import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from '../../support/service/ports.ts';

/** A browser without a past, driven by what the W3C has standardized. */
export interface DrivenBrowser {
  goTo(url: string): Promise<void>;
  /** The value of an expression in the page, which may be a promise. */
  evaluate(expression: string): Promise<unknown>;
}

/** The path of a program that is installed; null when it is not. */
export function installed(name: string): string | null {
  const files = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return files.find((file) => existsSync(file)) ?? null;
}

const START_LIMIT_MS = 60_000;

/** Repeats an attempt until it succeeds; rejects as the last one did. */
async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + START_LIMIT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await delay(100);
    }
  }
}

/** Ends with the test, with what it started. */
function start(file: string, parameters: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess {
  const child = spawn(file, parameters, { env, stdio: 'ignore', detached: true });
  onTestFinished(() => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {}
  });
  return child;
}

/** WebKitGTK by way of WebDriver, on a screen of its own where there is none. */
export async function openWebKit(driver: string, xvfb: string | null): Promise<DrivenBrowser> {
  const env: NodeJS.ProcessEnv = { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  if (env.DISPLAY === undefined && env.WAYLAND_DISPLAY === undefined && xvfb !== null) {
    const number = 100 + Math.floor(Math.random() * 10_000);
    start(xvfb, [`:${number}`, '-screen', '0', '1024x768x24', '-nolisten', 'tcp']);
    Object.assign(env, { DISPLAY: `:${number}` });
  }
  const port = await freePort();
  start(driver, ['-p', String(port)], env);
  const call = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: JSON.stringify(body) });
    const { value } = (await answer.json()) as { readonly value: { readonly message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  const capabilities = { capabilities: { alwaysMatch: {} } };
  const { sessionId } = (await eventually(() => call('/session', capabilities))) as { readonly sessionId: string };
  const session = `/session/${sessionId}`;
  return {
    goTo: async (url) => void (await call(`${session}/url`, { url })),
    evaluate: (expression) =>
      call(`${session}/execute/async`, {
        script: `const done = arguments[0]; Promise.resolve(${expression}).then(done, (error) => done(String(error)));`,
        args: [],
      }),
  };
}

/** Firefox by way of WebDriver BiDi, which it speaks itself. */
export async function openFirefox(file: string): Promise<DrivenBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'orgdesk-firefox-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const port = await freePort();
  const parameters = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`];
  start(file, parameters, { ...process.env, HOME: profile });
  const socket = await eventually(() => connected(`ws://127.0.0.1:${port}/session`));
  onTestFinished(() => socket.close());
  let last = 0;
  const waiting = new Map<number, (answer: BidiAnswer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer: BidiAnswer = JSON.parse(String(data));
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  const call = async (method: string, params: object): Promise<BidiResult> => {
    last += 1;
    const id = last;
    const { promise, resolve } = Promise.withResolvers<BidiAnswer>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = await promise;
    if (result === undefined) throw new Error(`${method}: ${message}`);
    return result;
  };
  await call('session.new', { capabilities: {} });
  const { contexts } = await call('browsingContext.getTree', {});
  const context = contexts?.[0]?.context;
  return {
    goTo: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    async evaluate(expression) {
      const params = { expression: `Promise.resolve(${expression})`, target: { context }, awaitPromise: true };
      return (await call('script.evaluate', params)).result?.value;
    },
  };
}

interface BidiResult {
  readonly contexts?: readonly { readonly context: string }[];
  readonly result?: { readonly value?: unknown };
}
interface BidiAnswer {
  readonly id?: number;
  readonly result?: BidiResult;
  readonly message?: string;
}

function connected(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('error', () => reject(new Error(`${url} cannot be connected to`)));
  });
}
