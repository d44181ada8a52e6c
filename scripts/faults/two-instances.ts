import { type Simulator, startSimulator } from '@orgdesk/simulator';
import { freePort } from '../../server/test/support/service/ports.ts';
import { envOf, type Instance, startInstance } from './instance.ts';

/** Two programs of the service on one database, and the simulated code host both talk to. */
export interface TwoInstances {
  readonly one: Instance;
  readonly other: Instance;
  readonly simulator: Simulator;
  stop(): Promise<void>;
}

/** Starts both, one after the other, and waits until they are ready. */
export async function startTwoInstances(databaseUrl: string, otherDatabaseUrl = databaseUrl): Promise<TwoInstances> {
  const [port, otherPort] = [await freePort(), await freePort()];
  const simulator = await startSimulator({ app: { callbackUrls: [`http://localhost:${port}/api/auth`] } });
  const start = (url: string, listenOn: number) => startInstance(envOf(simulator, url, port, listenOn));
  const [one, other] = [await start(databaseUrl, port), await start(otherDatabaseUrl, otherPort)];
  return {
    one,
    other,
    simulator,
    async stop() {
      await Promise.all([one, other].map(({ program }) => program.stop('SIGKILL')));
      await simulator.close();
    },
  };
}

/** Summarizes requests of one kind. */
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

/** Returns true if the address answers 200. */
export const answers = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<boolean> => {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return response.status === 200;
};
