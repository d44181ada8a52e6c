import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { NewWork } from '../../../src/domain/job.ts';
import { databaseUrlOnDisk, ENGINES } from '../../support/databases/engines.ts';
import { upTo } from '../../support/databases/records.ts';
import { inSeries } from '../../support/series.ts';
import { run } from '../configured.ts';

const PROGRAM = fileURLToPath(new URL('due-work-program.ts', import.meta.url));
const KINDS = ['mail', 'copy', 'check', 'count', 'clear'];
const ORGANIZATIONS = 50;
const ITEMS = inSeries(2_000, 500, 10_000);
const KILLS = Math.ceil((30 * ITEMS) / 10_000);
const REFUSED = 10;
/** Longer than a busy machine keeps an instance from extending its leases. */
const LEASE_MS = 5_000;

/** Counts effects in the order in which they happen, outside of the database. */
async function effectsServer() {
  const effects: { readonly name: string; readonly at: number }[] = [];
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const name = request.url ?? '';
    if (request.method === 'POST') {
      effects.push({ name, at: performance.now() });
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    response.end(counts.has(name) ? 'done' : 'none');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { effects, counts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Half of all work belongs to one organization. */
function workFor(dueAt: Date): readonly NewWork[] {
  const items = upTo(ITEMS).map((number) => ({
    organizationId: number % 2 === 0 ? 1 : 2 + (Math.floor(number / 2) % (ORGANIZATIONS - 1)),
    kind: KINDS[Math.floor(number / (2 * ORGANIZATIONS)) % KINDS.length] ?? '',
    key: `${number}`,
    dueAt,
    requestId: null,
  }));
  const refused = upTo(REFUSED).map((number) => ({
    organizationId: number,
    kind: KINDS[number % KINDS.length] ?? '',
    key: `refused-${number}`,
    dueAt,
    requestId: null,
  }));
  return [...items, ...refused];
}

describe.each(ENGINES)('due work on $name', ({ name, open }) => {
  test(`of ${ITEMS} items for ${ORGANIZATIONS} organizations is done once each by two instances with ${KILLS} kills`, {
    timeout: 1_200_000,
  }, async () => {
    const { storage, url, rawQuery } = await open({ url: await databaseUrlOnDisk(name) });
    const { effects, counts, url: effectsUrl } = await effectsServer();
    const env = {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: url,
      EFFECTS_URL: effectsUrl,
      KINDS: KINDS.join(' '),
      LEASE_MS: String(LEASE_MS),
    };
    const start = () => run({ env, command: [process.execPath, PROGRAM] });
    const begun = performance.now();
    const items = workFor(new Date());
    await storage.dueWork.add(items, new Date());
    const organizationOf = new Map(items.map((item) => [`/${item.kind}/${item.key}`, item.organizationId]));
    const instances = [start(), start()];
    const untilDone = async (count: number) => {
      while (effects.length < count) await pause(5);
    };

    for (const kill of upTo(KILLS)) {
      await untilDone(Math.floor((ITEMS * kill) / (KILLS + 1)));
      await instances[kill % 2]?.stop('SIGKILL');
      instances[kill % 2] = start();
    }
    await untilDone(ITEMS);
    const tookMs = performance.now() - begun;
    await expect.poll(async () => rawQuery("select key from due_work where state = 'due'")).toEqual([]);
    for (const instance of instances) await instance.stop('SIGTERM');

    expect(counts.size).toBe(ITEMS);
    expect(effects).toHaveLength(ITEMS);
    const dead = await storage.dueWork.dead(null, 99);
    expect(new Set(dead.map(({ key, error }) => [key, error].join(': ')))).toEqual(
      new Set(upTo(REFUSED).map((number) => `refused-${number}: refused-${number} is refused`)),
    );
    const waits = upTo(ORGANIZATIONS).map((id) =>
      longestWait(effects, begun, (name) => organizationOf.get(name) === id),
    );
    const longest = waits.reduce((most, wait) => (wait.ms > most.ms ? wait : most));
    process.stdout.write(
      `${ITEMS} items took ${Math.round(tookMs)} ms; the longest wait of an organization for its next was ${Math.round(longest.ms)} ms\n`,
    );
    expect(Math.max(...waits.map(({ others }) => others))).toBeLessThan(ITEMS / 4);
  });
});

/** The longest time from one effect of an organization to its next, and the effects for others in it. */
function longestWait(
  effects: readonly { readonly name: string; readonly at: number }[],
  begun: number,
  isOwn: (name: string) => boolean,
) {
  let [last, ms, others] = [{ at: begun, index: 0 }, 0, 0];
  for (const [index, { name, at }] of effects.entries()) {
    if (!isOwn(name)) continue;
    ms = Math.max(ms, at - last.at);
    others = Math.max(others, index - last.index);
    last = { at, index };
  }
  return { ms, others };
}
