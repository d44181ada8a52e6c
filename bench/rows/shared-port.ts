import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { leastDisturbed, orderFor, type Side } from '../measuring/compare.ts';
import { ask } from '../measuring/requests.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { type BenchService, startService } from '../servers/bench-service.ts';
import { servePeople } from './people-served.ts';
import { requestsOf, sideOf } from './sides.ts';

const TURN_MS = 2_000;
const TURNS = 8;
const BRIEF_TURNS = 3;
const CONNECTIONS = 64;
const SHARE_LIMIT_MS = 60_000;
const WORKED_MICROS = 5_000;

/** Row 15: the session read with two instances on one port, beside one, on PostgreSQL. */
export async function sharedPort(bench: Bench): Promise<readonly Finding[]> {
  const { codeHost, folder, load, isBrief } = bench;
  const { service: alone, people, databaseUrl } = await servePeople(bench, 'PostgreSQL');
  const requests = requestsOf(people, () => '/api/auth/session');
  const start = async (port?: number): Promise<BenchService> => {
    const options = { codeHost, databaseUrl, folder, env: { REUSE_PORT: 'on' } };
    const service = await startService(port === undefined ? options : { ...options, port });
    bench.closing.defer(service.stop);
    return service;
  };
  const first = await start();
  const second = await start(first.port);
  await untilBothAnswer([first, second]);
  const sides = [await sideOf(alone, requests), await sideOf(first, requests)];
  const rates: number[][] = sides.map(() => []);
  const rateOf = async (side: Side): Promise<number> => {
    const { answers, seconds } = await load.run(orderFor(side, CONNECTIONS), { ms: TURN_MS });
    return answers / seconds;
  };
  for (const side of sides) await rateOf(side);
  for (let turn = 0; turn < (isBrief ? BRIEF_TURNS : TURNS); turn += 1) {
    for (const [index, side] of sides.entries()) rates[index]?.push(await rateOf(side));
  }
  const [one = Number.NaN, two = Number.NaN] = rates.map((all) => -leastDisturbed(all.map((rate) => -rate)));
  const text = (rate: number) => `${Math.round(rate).toLocaleString('en-US')} a second`;
  return [
    {
      what: 'GET /api/auth/session, PostgreSQL, two instances on one port',
      ours: text(two),
      reference: `one instance: ${text(one)}`,
      ratio: two / one,
      target: null,
      byClock: true,
      limit: [`${availableParallelism()} processors for the instances, PostgreSQL and the load`],
    },
  ];
}

async function untilBothAnswer(services: readonly BenchService[]): Promise<void> {
  const cpu = async () => Promise.all(services.map(async (service) => (await service.figures()).cpuMicros));
  const giveUpAt = performance.now() + SHARE_LIMIT_MS;
  for (;;) {
    await pause(TURN_MS / 2);
    const before = await cpu();
    for (const { port } of services) {
      for (let request = 0; request < CONNECTIONS; request += 1) {
        await ask(port, { method: 'GET', path: '/healthz', headers: { connection: 'close' } });
      }
    }
    const after = await cpu();
    if (after.every((micros, index) => micros - (before[index] ?? 0) > WORKED_MICROS)) return;
    if (performance.now() > giveUpAt) throw new Error('only one instance answers');
  }
}
