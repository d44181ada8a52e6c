import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startSimulator } from '@orgdesk/simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { faultIn } from '../../audit/entries.ts';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { filesAs } from '../../features/organization-files/files-as.ts';
import { databaseUrlOnDisk, ENGINES } from '../../support/databases/engines.ts';
import { randomNumbers } from '../../support/random/random-numbers.ts';
import { inSeries } from '../../support/series.ts';
import { codeHostSettings } from '../../support/service/code-host-settings.ts';
import { freePort } from '../../support/service/ports.ts';
import { untilReady } from '../../support/service/program.ts';
import { run, signIn } from '../configured.ts';

const TEAMS = inSeries(6, 4, 20);
const PEOPLE = 14;
const KILLS = inSeries(4, 1, 20);
const STEPS = TEAMS * (PEOPLE + 1);
const SPEED = 20;
const LEASE_MS = 1_000;
const PROGRAM = fileURLToPath(new URL('../hurried-service.ts', import.meta.url));
const ORGANIZATION = 'killed-plan';

describe.each(ENGINES)('on $name', (engine) => {
  test(`${KILLS} kills during a plan of ${STEPS} steps leave each made once, in a trail that verifies`, {
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
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const simulator = await startSimulator({ now, app: { callbackUrls: [`${url}/api/auth`] } });
    onTestFinished(() => simulator.close());
    const { control, world } = simulator;
    control.deliverTo(null);
    world.addOrganization({ login: ORGANIZATION });
    world.addMembership({ organization: ORGANIZATION, login: 'ada', role: 'admin' });
    world.addInstallation({ account: ORGANIZATION });
    const people = Array.from({ length: PEOPLE }, (_, nth) => `planned-${nth}`);
    for (const login of people) {
      world.addUser({ login });
      world.addMembership({ organization: ORGANIZATION, login });
    }
    const databaseUrl = await databaseUrlOnDisk(engine.name);
    const env = {
      BASE_URL: url,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      ...codeHostSettings(simulator),
      TOKEN_SECRET: 'a token secret of the program tests',
      HURRIED_TIME: JSON.stringify(time),
      JOB_LEASE_MS: String(LEASE_MS),
    };
    const start = async () => {
      const program = run({ env, command: [process.execPath, PROGRAM] });
      await untilReady(program, url);
      return program;
    };
    let program = await start();
    const bearer = await signIn(url, 'ada');
    const teams = Array.from({ length: TEAMS }, (_, nth) => `    team-${nth}: {members: [${people.join(', ')}]}\n`);
    const text = `version: 1\nteams:\n  entries:\n${teams.join('')}`;
    const files = filesAs({ url }, bearer, ORGANIZATION);
    const plan = await files.plan([{ name: 'teams.yaml', text }]);
    expect(plan.steps).toHaveLength(STEPS);
    control.clearChanges();
    const { id } = await files.apply(plan);

    const made = () =>
      control.changes({ organization: ORGANIZATION, via: 'api' }).filter(({ kind }) => kind !== 'team-member-removed');
    const untilMade = async (count: number) => {
      let [seen, since] = [made().length, performance.now()];
      while (made().length < count) {
        await pause(10);
        if (made().length > seen) [seen, since] = [made().length, performance.now()];
        if (performance.now() - since < 6_000) continue;
        jump(10 * 60_000);
        since = performance.now();
      }
    };
    const delays = randomNumbers(`killed plan on ${engine.name}`);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await untilMade(Math.floor((kill * STEPS) / (KILLS + 1)));
      await pause(delays.next() * 70);
      await program.stop('SIGKILL');
      program = await start();
    }
    await untilMade(STEPS);
    const jobs = jobsAs({ url }, bearer, ORGANIZATION);
    await expect.poll(async () => (await jobs.read(id)).state, { interval: 100 }).toBe('done');
    expect((await jobs.read(id)).counts).toMatchObject({ changed: STEPS, ready: 0, sending: 0 });
    const counts = made().map(({ kind, target, within }) => `${kind} ${target} ${within}`);
    expect(counts).toHaveLength(STEPS);
    expect(new Set(counts).size).toBe(STEPS);
    expect(
      (await files.plan([{ name: 'teams.yaml', text: text.replace('teams:', 'teams:\n  mode: exact') }])).steps,
    ).toEqual([]);
    await program.stop('SIGKILL');
    const { storage } = await engine.open({ url: databaseUrl, migrate: false });
    expect(await faultIn(storage)).toBeNull();
  });
});
