import { orderFor, type Side } from '../measuring/compare.ts';
import { atMost } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { servePeople } from './people-served.ts';
import { repeaterOf, requestsOf, sideOf } from './sides.ts';
import { memberDelivery } from './webhook.ts';

const WARM_UP = 30_000;
/** Few enough that no collection of the whole heap is due meanwhile. */
const REQUESTS = 2_000;
const ATTEMPTS = 5;
const MOST_BYTES = 1_000;

/**
 * Row 16: bytes of a request that are still held after collections of the young generation alone. What a finished
 * request leaves there is kept until the whole heap is collected, and makes the process grow.
 */
export async function survivors(bench: Bench): Promise<readonly Finding[]> {
  const { service, people } = await servePeople(bench, 'SQLite');
  const read = await sideOf(
    service,
    requestsOf(people, () => '/api/auth/session'),
  );
  const bare = await bytesOf(bench, await repeaterOf(bench, read));
  const webhook = await sideOf(service, [memberDelivery(bench)]);
  return [
    await findingOf(bench, 'GET /api/auth/session', read, bare),
    await findingOf(bench, 'POST /api/install/webhook, 8 KB', webhook, bare),
  ];
}

async function findingOf(bench: Bench, what: string, side: Side, bare: number): Promise<Finding> {
  const ours = await bytesOf(bench, side);
  return {
    ...atMost(`${what}: bytes that outlive a request`, { ours, reference: MOST_BYTES, unit: 'bytes' }),
    limit: [`a bare server: ${bare.toFixed(0)} bytes`],
  };
}

/** The lowest of several, because timers and lists of the process itself may grow in between. */
async function bytesOf({ load }: Bench, side: Side): Promise<number> {
  await load.run(orderFor(side), { answers: WARM_UP });
  let lowest = Number.NaN;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await side.program.collect();
    await load.run(orderFor(side), { answers: REQUESTS });
    const { bytes, majorCollections } = await side.program.survivors();
    if (majorCollections === 0 && !(bytes / REQUESTS > lowest)) lowest = bytes / REQUESTS;
  }
  return lowest;
}
