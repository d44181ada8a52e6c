import type { SessionAnswer } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { ENGINES, freshDatabaseUrl } from '../support/databases/engines.ts';
import { freePort } from '../support/service/ports.ts';
import { type ConfiguredHost, configuredHost, readSession, runReady, signIn } from './configured.ts';

const PROCESSES = 4;
const READS = 200;
const PEOPLE = ['ada', 'grace', 'margaret', 'alan'];
const TOKEN_ENDPOINT = { path: '/login/oauth/access_token' };

/** Starts all processes at the same moment; the addresses where they are ready. */
async function startTogether({ env, port }: ConfiguredHost): Promise<readonly string[]> {
  const ports = [port, ...(await Promise.all(Array.from({ length: PROCESSES - 1 }, freePort)))];
  const started = await Promise.all(ports.map((own) => runReady({ ...env, PORT: String(own), LOG_LEVEL: 'warn' })));
  return started.map(({ url }) => url);
}

describe.each(ENGINES.map(({ name }) => name))('four processes on one empty %s database', (engine) => {
  test('start at once, serve each other’s sessions, and refresh a token with one call for all', async () => {
    const host = await configuredHost(await freshDatabaseUrl(engine));
    const urls = await startTogether(host);

    const sessions = await Promise.all(
      urls.map(async (url, index) => {
        const login = PEOPLE[index] ?? '';
        return { login, headers: await signIn(url, login) };
      }),
    );
    for (const { login, headers } of sessions) {
      const answers = await Promise.all(urls.map((url) => readSession(url, headers)));
      expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200));
      for (const { json } of answers) expect((json as SessionAnswer).session?.user.login).toBe(login);
    }

    const { control } = host.simulator;
    // Less than the five minutes before its end, when a token is refreshed.
    control.tokenSettings({ accessSeconds: 200 });
    const due = await signIn(urls[0] ?? '', 'ada');
    control.tokenSettings({ accessSeconds: 28_800 });
    control.clearRequests();
    const hold = control.hold(TOKEN_ENDPOINT);
    const reads = Array.from({ length: READS }, (_, index) => readSession(urls[index % PROCESSES] ?? '', due));
    await hold.arrived(1);
    hold.release();
    const answers = await Promise.all(reads);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(control.count(TOKEN_ENDPOINT)).toBe(1);
    // With a refresh slower than a second, reads are answered before it ends.
    await expect.poll(() => control.tokens('ada')).toMatchObject({ refreshes: 1, reuses: 0 });
    const later = async () => {
      const all = await Promise.all(urls.map((url) => readSession(url, due)));
      expect(all.map(({ status }) => status)).toEqual(urls.map(() => 200));
      return new Set(all.map(({ text }) => text)).size;
    };
    await expect.poll(later).toBe(1);
    expect(control.count(TOKEN_ENDPOINT)).toBe(1);
  });
});
