import { type Simulator, startSimulator } from '@orgdesk/simulator';
import { freePort } from '../../server/test/support/ports.ts';
import { type Program, runProgram, untilReady } from '../../server/test/support/program.ts';

/** One line of the table: what was looked at, what it has to be, and what it was. */
export interface Finding {
  readonly what: string;
  readonly bound: string;
  readonly seen: string;
  readonly ok: boolean;
}

/** What presents a session. */
export type Bearer = Readonly<Record<'authorization', string>>;

export interface Instance extends Program {
  readonly url: string;
}

/** Two programs of the service on one database, and the simulated code host both talk to. */
export interface TwoInstances {
  readonly one: Instance;
  readonly other: Instance;
  readonly simulator: Simulator;
  stop(): Promise<void>;
}

/** Starts both, one after the other, and waits until they are ready. */
export async function startTwoInstances(databaseUrl: string): Promise<TwoInstances> {
  const [port, otherPort] = [await freePort(), await freePort()];
  const simulator = await startSimulator({ app: { callbackUrls: [`http://localhost:${port}/api/auth`] } });
  const { app } = simulator;
  const start = async (listenOn: number): Promise<Instance> => {
    const program = runProgram({
      env: {
        BASE_URL: `http://localhost:${port}`,
        PORT: String(listenOn),
        DATABASE_URL: databaseUrl,
        CODE_HOST_URL: simulator.url,
        CODE_HOST_API_URL: simulator.apiUrl,
        CODE_HOST_APP_ID: String(app.id),
        CODE_HOST_APP_SLUG: app.slug,
        CODE_HOST_APP_PRIVATE_KEY: app.privateKeyPem ?? '',
        CODE_HOST_CLIENT_ID: app.clientId,
        CODE_HOST_CLIENT_SECRET: app.clientSecret,
        CODE_HOST_WEBHOOK_SECRET: app.webhookSecret ?? '',
        TOKEN_SECRET: 'a token secret of the fault runs',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'silent',
      },
    });
    await untilReady(program, `http://localhost:${listenOn}`);
    return { ...program, url: `http://localhost:${listenOn}` };
  };
  const [one, other] = [await start(port), await start(otherPort)];
  return {
    one,
    other,
    simulator,
    async stop() {
      await Promise.all([one.stop('SIGKILL'), other.stop('SIGKILL')]);
      await simulator.close();
    },
  };
}

/** Signs in at an instance, whatever the address of the service is; rejects when that fails. */
export async function signIn(instance: Instance, login: string): Promise<Bearer> {
  const started = await fetch(`${instance.url}/api/auth/start?mode=mobile`, { redirect: 'manual' });
  const back = await fetch(started.headers.get('location') ?? '', {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ login, decision: 'authorize' }),
  });
  const { pathname, search } = new URL(back.headers.get('location') ?? '');
  const cookie = started.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const answer = await fetch(`${instance.url}${pathname}${search}`, { headers: { cookie }, redirect: 'manual' });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`no sign-in: ${answer.status} ${text}`);
  return { authorization: `Bearer ${(JSON.parse(text) as { readonly sessionToken: string }).sessionToken}` };
}

/** What many requests of one kind came to. */
export interface Tally {
  count: number;
  failed: number;
  longestMs: number;
}

export const newTally = (): Tally => ({ count: 0, failed: 0, longestMs: 0 });

/** Does the work once and writes down how long it took, and whether it was done: what throws or is false was not. */
export async function timed(tally: Tally, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  const outcome = await work().catch(() => false);
  tally.count += 1;
  tally.longestMs = Math.max(tally.longestMs, performance.now() - startedAt);
  if (outcome === false) tally.failed += 1;
}

/** Begins the work every `everyMs` until it is told to stop, however long each takes; then waits for all of it. */
export function repeatedly(everyMs: number, work: () => Promise<unknown>): () => Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const one = work().catch(() => {});
    underWay.add(one);
    void one.finally(() => underWay.delete(one));
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
  };
}

/** Whether an address answers 200. */
export const answers = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<boolean> => {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return response.status === 200;
};

/** Prints findings as a table; the exit code says whether all of them are as they have to be. */
export async function printFindings(run: () => Promise<readonly Finding[]>): Promise<void> {
  const findings = await run();
  for (const { what, bound, seen, ok } of findings) {
    process.stdout.write(`${ok ? 'ok    ' : 'NOT OK'} ${what}\n         has to be: ${bound}\n         was: ${seen}\n`);
  }
  process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;
}
