import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { describe, expect, test } from 'vitest';
import { DOWNLOADS, STREAM_CHECK_MS } from '../../../src/lib/limits/http.ts';
import { serviceForTrails } from '../../audit/reading/trail.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { isWhole, readSlowly } from './slow-reader.ts';

const FILES = ENDPOINTS.filter(({ streams }) => streams === 'file');
const MINUTE_MS = 60_000;
/** More than the system keeps for a connection that nobody reads from. */
const ENTRIES = 200;
const LEAST_BYTES = 20_000_000;
const TEXTS = Array.from({ length: 100 }, () => 'x'.repeat(300));

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a download on %s', (engine) => {
  const { service, world, setUp } = serviceForTrails({ engine });

  const largeTrail = async () => {
    const of = await setUp();
    const entries = Array.from({ length: 20 }, () => ({ after: { a: TEXTS, b: TEXTS, c: TEXTS, d: TEXTS } }));
    for (let written = 0; written < ENTRIES; written += entries.length) await of.record(...entries);
    const path = (ending: string) => new URL(of.addressOf(ending)).pathname;
    const read = (headers: Readonly<Record<string, string>> = of.headers, ending = '.csv') =>
      readSlowly(service().url, path(ending), headers);
    return { ...of, path, read };
  };

  test('comes whole, whoever reads slowly, and in the same bytes', async () => {
    const { read, ask, record } = await largeTrail();
    const special = '\u{1f600}\u20ac\u00e9'.repeat(100);
    await record(...Array.from({ length: 200 }, (_, index) => ({ after: { text: 'x'.repeat(index) + special } })));
    const slow = read(undefined, '.ndjson');
    expect(await slow.status).toBe(200);
    const { text } = await ask('.ndjson');
    expect([text.split(special).length, text.includes('\ufffd')]).toEqual([201, false]);
    const received = await slow.rest();
    expect(isWhole(received)).toBe(true);
    expect(received.length).toBeGreaterThan(LEAST_BYTES);
  });

  test('is refused beyond those of a session and of a person, whatever the file, until one has gone', async () => {
    const { read, page, owner, organization, headers } = await largeTrail();
    const other = (await service().signIn(owner)).bearer;
    const third = (await service().signIn(owner)).bearer;
    const open = [read(), read(), read(other), read(other)] as const;
    expect(open).toHaveLength(DOWNLOADS.ofPerson);
    for (const { status } of open) expect(await status).toBe(200);
    const written = (await page()).newest;

    expect(FILES.map(({ id }) => id).sort()).toEqual([
      'downloadAuditTrailCsv',
      'downloadAuditTrailNdjson',
      'downloadJobResults',
      'downloadRunResults',
    ]);
    for (const by of [headers, third]) {
      for (const { path } of FILES) {
        const address = `${service().url}${path.replace('{login}', organization).replace(/\{(?:id|run)\}/, '0'.repeat(32))}`;
        const refused = await fetchOnce(address, { headers: by });
        expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 429, '10']);
        expect(refused.json).toEqual({ error: expect.stringMatching(/^Too many downloads/) });
      }
    }
    expect((await page()).newest).toBe(written);

    open[3].socket.destroy();
    const status = async () => {
      const again = read(third);
      const code = await again.status;
      again.socket.destroy();
      return code;
    };
    await expect.poll(status).toBe(200);
    for (const { socket } of open) socket.destroy();
  });

  test.each(['.csv', '.ndjson'])('of %s ends with the session', async (ending) => {
    const { read, headers } = await largeTrail();
    const slow = read(undefined, ending);
    expect(await slow.status).toBe(200);
    await fetchOnce(`${service().url}/api/auth/logout`, { method: 'POST', headers });
    service().clock.advance(STREAM_CHECK_MS);
    expect(isWhole(await slow.rest())).toBe(false);
  });

  test('ends when its reader has left the organization, also when nothing is read any more', async () => {
    const { read, owner, organization } = await largeTrail();
    const [reading, waiting] = [read(), read()];
    for (const { status } of [reading, waiting]) expect(await status).toBe(200);
    world().removeMembership(organization, owner);
    service().clock.advance(MINUTE_MS);
    expect(isWhole(await reading.rest())).toBe(false);
    const ended = () => service().logLines.filter((line) => line.includes('a download was aborted'));
    await expect.poll(() => ended().length).toBeGreaterThanOrEqual(2);
    expect(isWhole(await waiting.rest())).toBe(false);
  });

  test('does not keep a service that closes', async () => {
    const { path, headers } = await largeTrail();
    const other = await service().addInstance();
    const slow = readSlowly(other.url, path('.csv'), headers);
    expect(await slow.status).toBe(200);
    await other.close();
    expect(isWhole(await slow.rest())).toBe(false);
  });

  test('ends after its time', async () => {
    const { path, headers } = await largeTrail();
    const hasty = await service().addInstance({ downloadLimitMs: 5_000 });
    const slow = readSlowly(hasty.url, path('.csv'), headers);
    expect(await slow.status).toBe(200);
    await expect.poll(() => service().logLines.join('')).toContain('took too long');
    expect(isWhole(await slow.rest())).toBe(false);
    await hasty.close();
  });
});
