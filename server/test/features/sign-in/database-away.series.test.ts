import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES, type EngineName, sqlitePathOf } from '../../support/databases/engines.ts';
import { pausedDatabase } from '../../support/databases/paused-database.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const TOKEN_LIFETIME_MS = 28_800_000;

/** Lets nobody write sessions, and everybody read; what ends it. */
async function holdSessions(engine: EngineName, url: string): Promise<() => Promise<void>> {
  if (engine === 'PostgreSQL') return (await pausedDatabase(url, 'select 1 from sessions for no key update')).resume;
  const other = new DatabaseSync(sqlitePathOf(url));
  onTestFinished(() => {
    if (other.isOpen) other.close();
  });
  other.exec('begin immediate');
  return async () => other.close();
}

describe.each(ENGINES.map(({ name }) => name))('while sessions cannot be written on %s', (engine) => {
  const service = sharedService({ engine, postgresLimits: null });
  const read = (headers: Record<string, string>, url = service().url) =>
    fetchOnce(`${url}/api/auth/session`, { headers });

  test('a sign-out holds at once, and is carried out when they can be written again [L-3]', async () => {
    const other = await service().addInstance();
    const [ada, grace] = [await service().signIn('ada'), await service().signIn('grace')];
    const letGo = await holdSessions(engine, service().databaseUrl);

    const answer = await fetchOnce(`${service().url}/api/auth/logout`, { method: 'POST', headers: ada.bearer });
    expect([answer.status, answer.json]).toEqual([200, { ok: true }]);
    expect((await read(ada.bearer)).status).toBe(401);
    const organizations = await fetchOnce(`${service().url}/api/organizations`, { headers: ada.bearer });
    expect(organizations.status).toBe(401);
    expect((await read(grace.bearer)).status).toBe(200);

    await letGo();
    await expect.poll(async () => (await read(ada.bearer, other.url)).status).toBe(401);
    expect((await read(grace.bearer, other.url)).status).toBe(200);
    await other.close();
  });

  test('a session whose token lives is read, though its refresh is due', async () => {
    const { bearer } = await service().signIn('ada');
    service().clock.advance(TOKEN_LIFETIME_MS - 180_000);
    const letGo = await holdSessions(engine, service().databaseUrl);
    expect((await read(bearer)).status).toBe(200);
    await letGo();
    service().clock.reset();
  });
});
