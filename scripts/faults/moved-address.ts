import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createTestPostgres } from '../../server/test/support/databases/postgres.ts';
import { openDoor } from './door.ts';
import type { Finding } from './finding.ts';
import type { Instance } from './instance.ts';
import { signInAt } from './sign-in-at.ts';
import { answers, newTally, repeatedly, startTwoInstances, timed } from './two-instances.ts';

const ONLY_READS_MS = 5_000;
const BACK_LIMIT_MS = 2_000;
const AFTERWARDS_MS = 15_000;

/**
 * Two instances on a PostgreSQL that begins only to read; its address then leads to a second one, which can be written to
 * some seconds later. Connections to the first stay open all the time, as without a proxy that ends them.
 */
export async function movedAddress(): Promise<readonly Finding[]> {
  const [former, next] = [await createTestPostgres(), await createTestPostgres()];
  const door = await openDoor(former.url);
  try {
    // The second server gets its tables from a start of the service on it.
    await (await startTwoInstances(next.url)).stop();
    const { one, other, stop } = await startTwoInstances(door.url);
    try {
      const [firstOf, otherOf] = [watch(one, 'ada'), watch(other, 'grace')];
      await pause(2_000);
      await onlyRead(next.url, true);
      await onlyRead(former.url, true);
      door.leadTo(next.url);
      await pause(ONLY_READS_MS);
      const ready = await Promise.all([one, other].map(({ url }) => answers(`${url}/readyz`)));
      await onlyRead(next.url, false);
      const findings = await Promise.all([firstOf('one instance'), otherOf('the other instance')]);
      return [
        {
          what: 'readiness while the server only reads',
          bound: 'neither instance is ready',
          seen: `${ready.filter(Boolean).length} of 2 said they were`,
          ok: !ready.includes(true),
        },
        ...findings.flat(),
      ];
    } finally {
      await stop();
    }
  } finally {
    door.close();
    await Promise.all([former.remove(), next.remove()]);
  }
}

/** Keeps somebody signing in; called when a server can be written to, tells how that goes on. */
function watch(instance: Instance, login: string): (name: string) => Promise<readonly Finding[]> {
  let writableAt = Number.POSITIVE_INFINITY;
  let backAfterMs: number | null = null;
  const later = newTally();
  const stop = repeatedly(50, async () => {
    const startedAt = performance.now();
    const signInAndRead = async (): Promise<boolean> =>
      answers(`${instance.url}/api/auth/session`, await signInAt(instance.url, login));
    if (startedAt > writableAt + BACK_LIMIT_MS) await timed(later, signInAndRead);
    else if ((await signInAndRead()) && startedAt > writableAt) backAfterMs ??= performance.now() - writableAt;
  });
  return async (name) => {
    writableAt = performance.now();
    await pause(AFTERWARDS_MS);
    const ready = await answers(`${instance.url}/readyz`);
    await stop();
    return [
      {
        what: `first sign-in at ${name} after a server can be written to`,
        bound: `within ${BACK_LIMIT_MS} ms`,
        seen: backAfterMs === null ? 'none' : `${Math.round(backAfterMs)} ms`,
        ok: backAfterMs !== null && backAfterMs <= BACK_LIMIT_MS,
      },
      {
        what: `sign-ins at ${name}, each with a read of its session, from then on`,
        bound: 'none failed, and it is ready',
        seen: `${later.count}, ${later.failed} failed, ${ready ? 'ready' : 'not ready'}`,
        ok: later.count > 0 && later.failed === 0 && ready,
      },
    ];
  };
}

/** Lets a server refuse writes on every connection there is and will be, or accept them again. */
async function onlyRead(url: string, value: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`alter system set default_transaction_read_only = ${value ? 'on' : 'off'}`);
  await client.query('select pg_reload_conf()');
  await client.end();
}
