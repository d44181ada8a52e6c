import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fetchOnce } from '../support/browser.ts';
import { databaseUrlOnDisk } from '../support/databases/engines.ts';
import { freePort } from '../support/service/ports.ts';
import { configuredHost, readSession, run, runReady, signIn } from './configured.ts';

const BACKUPS = 3;

test(`a copy made while people sign in and invite restores the service, ${BACKUPS} times`, {
  timeout: 600_000,
}, async () => {
  const host = await configuredHost(await databaseUrlOnDisk('SQLite'));
  const { control, world } = host.simulator;
  control.deliverTo(null);
  control.invitationQuota('acme', { limit: 100_000, used: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'orgdesk-restored-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const start = async (databaseUrl?: string) => {
    const env = { ...host.env, PORT: String(await freePort()), RECONCILE_MINUTES: 'off', RATE_LIMIT: 'off' };
    return runReady(databaseUrl === undefined ? env : { ...env, DATABASE_URL: databaseUrl });
  };
  const command = async (databaseUrl: string, ...parameters: readonly string[]) => {
    const program = run({ env: { DATABASE_URL: databaseUrl }, parameters });
    const { code } = await program.ended;
    return { code, out: program.out(), err: program.err() };
  };
  const live = await start();
  const ada = await signIn(live.url, 'ada');
  const stopping = new AbortController();
  let written = 0;
  const keepWriting = async (): Promise<void> => {
    for (; !stopping.signal.aborted; written += 1) {
      const login = `invited-${written}`;
      world.addUser({ login });
      const answer = await fetchOnce(`${live.url}/api/organizations/acme/mass-invite`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...ada },
        body: JSON.stringify({ userLogins: [login] }),
      });
      expect(answer.status).toBe(200);
      await signIn(live.url, 'hedy');
    }
  };
  const writer = keepWriting();

  for (let round = 1; round <= BACKUPS; round += 1) {
    const before = await signIn(live.url, 'grace');
    const writtenBefore = written;
    const copy = join(folder, `copy-${round}.db`);
    expect(await command(String(host.env.DATABASE_URL), 'backup', copy)).toMatchObject({ code: 0, err: '' });
    expect(await command('', 'backup', '--check', copy)).toMatchObject({ code: 0 });

    const restored = join(folder, `restored-${round}.db`);
    copyFileSync(copy, restored);
    const again = await start(`sqlite:${restored}`);
    for (const headers of [ada, before]) expect((await readSession(again.url, headers)).status).toBe(200);
    const answer = await fetchOnce(`${again.url}/api/organizations/acme/audit-trail`, { headers: ada });
    expect(answer.status).toBe(200);
    const newcomer = await signIn(again.url, 'grace');
    expect((await readSession(again.url, newcomer)).status).toBe(200);
    const proved = await command(`sqlite:${restored}`, 'audit', 'verify', 'acme', '--json');
    expect([proved.code, JSON.parse(proved.out)]).toMatchObject([0, { proved: true, login: 'acme' }]);
    expect((JSON.parse(proved.out) as { rows: number }).rows).toBeGreaterThanOrEqual(writtenBefore);
    expect(await again.program.stop()).toEqual({ code: 0, signal: null });
  }
  stopping.abort();
  await writer;
  expect(written).toBeGreaterThan(BACKUPS);
});
