import { type Simulator, startSimulator } from '@orgdesk/simulator';
import { expect, onTestFinished } from 'vitest';
import { type Answer, authorizeAt, type Browser, createBrowser, fetchOnce } from '../support/browser.ts';
import { codeHostSettings } from '../support/service/code-host-settings.ts';
import { freePort } from '../support/service/ports.ts';
import { type Program, type ProgramOptions, runProgram, untilReady } from '../support/service/program.ts';

/** Runs the program until the test has ended. */
export function run(options: ProgramOptions = {}): Program {
  const program = runProgram(options);
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  return program;
}

/** A code host of the test's own, and the settings with which programs use it. */
export interface ConfiguredHost {
  readonly simulator: Simulator;
  readonly baseUrl: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a code host that knows a service at a free port of this machine. */
export async function configuredHost(databaseUrl: string): Promise<ConfiguredHost> {
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const simulator = await startSimulator({ app: { callbackUrls: [`${baseUrl}/api/auth`] } });
  onTestFinished(() => simulator.close());
  return {
    simulator,
    baseUrl,
    port,
    env: {
      BASE_URL: baseUrl,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      ...codeHostSettings(simulator),
      TOKEN_SECRET: 'a token secret of the program tests',
    },
  };
}

/** Runs the program with these settings until the test has ended, and waits until it is ready. */
export async function runReady(env: Readonly<Record<string, string>>): Promise<{ program: Program; url: string }> {
  const program = run({ env });
  const url = `http://localhost:${env.PORT}`;
  await untilReady(program, url);
  return { program, url };
}

/** Takes a browser to where the code host sends it back: the address of the callback, at the service asked. */
export async function authorize(url: string, browser: Browser, login: string, query = ''): Promise<string> {
  const started = await browser.request(`${url}/api/auth/start${query}`);
  expect(started.status).toBe(302);
  const callback = await authorizeAt(started.location ?? '', login, 'authorize');
  return new URL(`${callback.pathname}${callback.search}`, url).href;
}

/** Signs in at the service; answers headers that present the session. */
export async function signIn(url: string, login: string): Promise<{ readonly authorization: string }> {
  const browser = createBrowser();
  const answer = await browser.request(await authorize(url, browser, login, '?mode=mobile'));
  expect(answer.status).toBe(200);
  return { authorization: `Bearer ${(answer.json as { readonly sessionToken: string }).sessionToken}` };
}

export const readSession = (url: string, headers: Readonly<Record<string, string>>): Promise<Answer> =>
  fetchOnce(`${url}/api/auth/session`, { headers });

export const listens = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
