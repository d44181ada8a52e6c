import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DOWNLOADS } from '../../../src/lib/limits/http.ts';
import { authorizeAt, createBrowser } from '../../support/browser.ts';
import { ENGINES, freshDatabaseUrl } from '../../support/databases/engines.ts';
import { residentMegabytes, watch } from '../../support/service/process-figures.ts';
import { startDemo } from '../../support/service/program.ts';

const ENTRIES = 100_000;
const AT_ONCE = 1_000;
/** What is read once and not collected yet; unread files of more than 15 MB each would not fit. */
const GROWTH_MAX_MEGABYTES = 60;
/** Else memory tells how lazily garbage is collected while other programs keep the machine busy. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=96' };
const FILE_LEAST_BYTES = 15_000_000;

describe.runIf(process.platform === 'linux').each(ENGINES)('a trail of 100,000 entries on $name', ({ name, open }) => {
  test('is taken away whole, as CSV and as lines, without growth of memory, also by who reads slowly', async () => {
    const url = await freshDatabaseUrl(name);
    const program = await startDemo({ DATABASE_URL: url, LOG_LEVEL: 'warn', ...SMALL_HEAP });
    onTestFinished(program.remove);
    const browser = createBrowser();
    const started = await browser.request(`${program.url}/api/auth/start`);
    await browser.request((await authorizeAt(started.location ?? '', 'ada', 'authorize')).href);
    const headers = { cookie: `host_session=${await browser.cookie(program.url, 'host_session')}` };
    const { json } = await browser.request(`${program.url}/api/organizations/acme`);
    const { id } = (json as { readonly organization: { readonly id: number } }).organization;
    const { storage } = await open({ url, migrate: false });
    const before = await storage.auditTrail.newest(id);
    const now = new Date();
    for (let written = 0; written < ENTRIES; written += AT_ONCE) {
      const events = Array.from({ length: AT_ONCE }, (_, index) => ({
        organization: { id, login: 'acme' },
        action: 'member.role_changed',
        way: 'console' as const,
        actor: { id: 1, login: 'ada' },
        target: { kind: 'person' as const, id: written + index, name: `person-${written + index}` },
        before: { role: 'member' },
        after: { role: 'admin' },
        requestId: `request-${written + index}`,
        deliveryId: null,
      }));
      await storage.auditTrail.record(events, now);
    }

    const ask = (ending: string) => fetch(`${program.url}/api/organizations/acme/audit-trail.${ending}`, { headers });
    const linesOf = async (answer: Response, pauseMs: number): Promise<number> => {
      let [lines, length] = [0, 0];
      for await (const bytes of answer.body ?? []) {
        for (const byte of bytes) if (byte === 10) lines += 1;
        length += bytes.length;
        if (pauseMs > 0) await delay(pauseMs);
      }
      expect(length).toBeGreaterThan(FILE_LEAST_BYTES);
      return lines;
    };
    expect(await linesOf(await ask('ndjson'), 0)).toBe(ENTRIES + before + 1);
    const memory = residentMegabytes(program);
    const most = watch(residentMegabytes, program);
    expect(await linesOf(await ask('csv'), 0)).toBe(ENTRIES + before + 3);
    // Repeating the download within the hour adds no entry.
    expect(await linesOf(await ask('ndjson'), 1)).toBe(ENTRIES + before + 2);
    // Nobody reads these: they wait, and do not gather.
    const unread = await Promise.all(Array.from({ length: DOWNLOADS.ofSession }, () => ask('ndjson')));
    await delay(2_000);
    for (const { body } of unread) await body?.cancel();
    expect(most() - memory).toBeLessThan(GROWTH_MAX_MEGABYTES);
  });
});
