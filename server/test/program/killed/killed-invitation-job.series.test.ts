import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startSimulator } from '@orgdesk/simulator';
import { expect, onTestFinished, test } from 'vitest';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { databaseUrlOnDisk } from '../../support/databases/engines.ts';
import { randomNumbers } from '../../support/random/random-numbers.ts';
import { inSeries } from '../../support/series.ts';
import { codeHostSettings } from '../../support/service/code-host-settings.ts';
import { freePort } from '../../support/service/ports.ts';
import { untilReady } from '../../support/service/program.ts';
import { run, signIn } from '../configured.ts';

const ROWS = inSeries(100, 20, 300);
const KILLS = inSeries(4, 1, 8);
/** Slow enough that what takes a moment on a busy machine stays within what the service allows for it. */
const SPEED = 20;
const LEASE_MS = 1_000;
const PROGRAM = fileURLToPath(new URL('../hurried-service.ts', import.meta.url));

test(`${KILLS} kills of two instances on PostgreSQL leave each of ${ROWS} rows with one outcome, and nobody invited twice`, {
  timeout: 900_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orgdesk-hurried-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const time = { base: Date.now(), speed: SPEED, file: join(folder, 'ahead') };
  let aheadMs = 0;
  const jump = (ms: number) => {
    aheadMs += ms;
    writeFileSync(time.file, String(aheadMs));
  };
  jump(0);
  const now = () => Math.floor(time.base + (Date.now() - time.base) * SPEED + aheadMs);

  const ports = [await freePort(), await freePort()] as const;
  const baseUrl = `http://localhost:${ports[0]}`;
  const simulator = await startSimulator({ now, app: { callbackUrls: [`${baseUrl}/api/auth`] } });
  onTestFinished(() => simulator.close());
  const { control, world } = simulator;
  control.deliverTo(null);
  control.invitationQuota('acme', { limit: 10_000, used: 0 });
  const env = {
    BASE_URL: baseUrl,
    DATABASE_URL: await databaseUrlOnDisk('PostgreSQL'),
    ...codeHostSettings(simulator),
    TOKEN_SECRET: 'a token secret of the program tests',
    HURRIED_TIME: JSON.stringify(time),
    JOB_LEASE_MS: String(LEASE_MS),
  };
  const start = async (port: number) => {
    const program = run({ env: { ...env, PORT: String(port) }, command: [process.execPath, PROGRAM] });
    const url = `http://localhost:${port}`;
    await untilReady(program, url);
    return { program, url };
  };
  const first = await start(ports[0]);
  const instances = [first, await start(ports[1])];
  const bearer = await signIn(first.url, 'ada');

  const rows = Array.from({ length: ROWS }, (_, index) => {
    if (index % 5 === 4) return { email: `killed-${index}@mail.example` };
    world.addUser({ login: `killed-${index}` });
    return { login: `killed-${index}`, role: index % 7 === 0 ? 'admin' : 'direct_member' };
  });
  const { id } = await jobsAs(first, bearer).begin(rows);
  const arrived = () => control.invitations('acme').length;
  const untilArrived = async (count: number) => {
    let [seen, since] = [arrived(), performance.now()];
    while (arrived() < count) {
      await pause(10);
      if (arrived() > seen) [seen, since] = [arrived(), performance.now()];
      // The hour is full: nobody waits for the rest of it.
      if (performance.now() - since < 6_000) continue;
      jump(10 * 60_000);
      since = performance.now();
    }
  };

  const delays = randomNumbers('killed invitation job');
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await untilArrived(Math.floor((kill * ROWS) / (KILLS + 1)));
    const killed = kill % 2;
    // The working instance holds the lease, so most kills hit it within a row.
    await pause(delays.next() * 70);
    await instances[killed]?.program.stop('SIGKILL');
    instances[killed] = await start(ports[killed] ?? 0);
  }
  await untilArrived(ROWS);
  const jobs = jobsAs(first, bearer);
  await expect.poll(async () => (await jobs.read(id)).state, { interval: 100 }).toBe('done');

  expect((await jobs.read(id)).counts).toMatchObject({ sent: ROWS, ready: 0, sending: 0 });
  const { byInvitee, mostInAMinute, mostInAnHour } = control.creations('acme');
  expect(Object.keys(byInvitee)).toHaveLength(ROWS);
  expect(new Set(Object.values(byInvitee))).toEqual(new Set([1]));
  expect(mostInAMinute).toBeLessThanOrEqual(60);
  expect(mostInAnHour).toBeLessThanOrEqual(450);
});
