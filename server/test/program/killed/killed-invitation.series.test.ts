import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { databaseUrlOnDisk } from '../../support/databases/engines.ts';
import { FULL_LENGTH, inSeries } from '../../support/series.ts';
import { freePort } from '../../support/service/ports.ts';
import { configuredHost, runReady, signIn } from '../configured.ts';

const KILLS = inSeries(5, 4, 20);
const LOGINS = 14;
const INVITATIONS = { method: 'POST', path: '/orgs/acme/invitations' };

test(`a process that is killed in the middle of a mass invite invites nobody twice, ${KILLS} times, and nobody after a restart [MI-21]`, {
  timeout: 600_000,
}, async () => {
  const host = await configuredHost(await databaseUrlOnDisk('SQLite'));
  const { control, world } = host.simulator;
  control.deliverTo(null);
  const start = async () => {
    const port = await freePort();
    return runReady({ ...host.env, PORT: String(port), RECONCILE_MINUTES: 'off', LOG_LEVEL: 'warn' });
  };
  control.invitationQuota('acme', { limit: 10_000, used: 0 });
  let victim = await start();
  const bearer = await signIn(victim.url, 'ada');
  control.latencyMs(5, { path: '/graphql' });
  let unfinished = 0;

  for (let round = 1; round <= KILLS; round += 1) {
    const next = start();
    const userLogins = Array.from({ length: LOGINS }, (_, index) => `killed-${round}-${index}`);
    for (const login of userLogins) world.addUser({ login });
    control.clearRequests();
    const hold = control.hold(INVITATIONS, round % 2 === 0 ? 'before' : 'after');
    const answered = fetchOnce(`${victim.url}/api/organizations/acme/mass-invite`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer },
      body: JSON.stringify({ userLogins }),
    }).then(
      () => 'answered',
      () => 'cut off',
    );
    const passing = round % (LOGINS - 5);
    await hold.arrived(Math.min(5, LOGINS));
    hold.releaseSome(passing);
    await pause((round * 7) % 25);
    expect(await victim.program.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await answered).toBe('cut off');
    hold.release();

    victim = await next;
    await pause(30);
    const calls = control.count(INVITATIONS);
    for (const login of userLogins) {
      const body = { invitee_id: world.user(login)?.id ?? 0 };
      expect(control.count({ ...INVITATIONS, body }), `round ${round}: ${login}`).toBeLessThanOrEqual(1);
    }
    if (calls < LOGINS) unfinished += 1;
    control.clearRequests();
    expect((await fetchOnce(`${victim.url}/api/auth/session`, { headers: bearer })).status).toBe(200);
    expect(control.count(INVITATIONS)).toBe(0);
  }
  expect(unfinished).toBeGreaterThan(FULL_LENGTH ? KILLS / 2 : 0);
});
