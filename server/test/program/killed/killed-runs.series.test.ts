import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startSimulator } from '@orgdesk/simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { faultIn } from '../../audit/entries.ts';
import { runsAs } from '../../features/runs/running.ts';
import { databaseUrlOnDisk, ENGINES } from '../../support/databases/engines.ts';
import { randomNumbers } from '../../support/random/random-numbers.ts';
import { inSeries } from '../../support/series.ts';
import { codeHostSettings } from '../../support/service/code-host-settings.ts';
import { freePort } from '../../support/service/ports.ts';
import { untilReady } from '../../support/service/program.ts';
import { run, signIn } from '../configured.ts';

const ORGANIZATIONS = inSeries(4, 3, 12);
const PEOPLE_OF_EACH = inSeries(5, 3, 16);
const INVITED_OF_EACH = 1;
const CHANGES = ORGANIZATIONS * (PEOPLE_OF_EACH + INVITED_OF_EACH);
const KILLS = inSeries(4, 2, 20);
/** Kills while the jobs of the run are being started. */
const EARLY_KILLS = inSeries(2, 1, 6);
const SPEED = 10;
const LEASE_MS = 1_000;
const PROGRAM = fileURLToPath(new URL('../hurried-service.ts', import.meta.url));

describe.each(ENGINES)('on $name', (engine) => {
  test(`${KILLS} kills of two instances leave each of ${CHANGES} changes in ${ORGANIZATIONS} organizations made once, and in its own audit log`, {
    timeout: 1_800_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orgdesk-runs-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const time = { base: Date.now(), speed: SPEED, file: join(folder, 'ahead') };
    writeFileSync(time.file, '0');
    const now = () => Math.floor(time.base + (Date.now() - time.base) * SPEED);
    const ports = [await freePort(), await freePort()] as const;
    const baseUrl = `http://localhost:${ports[0]}`;
    const simulator = await startSimulator({ now, app: { callbackUrls: [`${baseUrl}/api/auth`] } });
    onTestFinished(() => simulator.close());
    const { control, world } = simulator;
    control.deliverTo(null);

    const owner = world.addUser({ login: 'owner-of-all' }).login;
    const organizations = Array.from({ length: ORGANIZATIONS }, (_, nth) => {
      const organization = `killed-${nth}`;
      const { id } = world.addOrganization({ login: organization });
      world.addMembership({ organization, login: owner, role: 'admin' });
      world.addInstallation({ account: organization });
      const added = (name: string, count: number) =>
        Array.from({ length: count }, (_, index) => world.addUser({ login: `${name}-${index}-of-${nth}` }).login);
      const leaving = added('leaving', PEOPLE_OF_EACH);
      for (const login of leaving) world.addMembership({ organization, login });
      return { organization, id, leaving, invited: added('invited', INVITED_OF_EACH) };
    });
    const databaseUrl = await databaseUrlOnDisk(engine.name);
    const env = {
      BASE_URL: baseUrl,
      DATABASE_URL: databaseUrl,
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
    const instances = [await start(ports[0]), await start(ports[1])];
    const at = (nth: number) => instances[nth % 2] ?? { url: baseUrl };
    const headers = await signIn(at(0).url, owner);
    control.clearChanges();

    /** Previews expire, on a slow machine before the run starts. */
    async function begin(attempt: number): Promise<string> {
      const items = [];
      for (const { id, organization, leaving, invited } of organizations) {
        const { previews } = await runsAs(at(0), headers).preview({ kind: 'remove' }, leaving, [id]);
        const shown = previews.map(({ preview: { preview } }) => preview);
        items.push({ organization: id, previews: shown, confirmation: organization });
        items.push({ organization: id, invitations: invited.map((login) => ({ login })) });
      }
      const body = { key: `attempt-${attempt}`, items };
      const sent = await Promise.all([runsAs(at(0), headers).begin(body), runsAs(at(1), headers).begin(body)]);
      expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
      const isLate = sent[0]?.items.some(({ failure }) => failure?.reason === 'preview-expired');
      return isLate === true ? begin(attempt + 1) : (sent[0]?.id ?? '');
    }
    const id = await begin(1);

    const made = () => organizations.reduce((sum, { organization }) => sum + changesIn(organization).length, 0);
    const changesIn = (organization: string) => control.changes({ organization, via: 'api' });
    const delays = randomNumbers(`killed runs on ${engine.name}`);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const least = kill <= EARLY_KILLS ? 0 : (CHANGES * (kill - EARLY_KILLS)) / (KILLS - EARLY_KILLS + 1);
      while (made() < Math.floor(least)) await pause(10);
      await pause(delays.next() * 150);
      await instances[kill % 2]?.program.stop('SIGKILL');
      instances[kill % 2] = await start(ports[kill % 2] ?? 0);
    }
    const read = () => runsAs(at(0), headers).read(id);
    await expect.poll(async () => (await read()).isOver, { timeout: 300_000, interval: 200 }).toBe(true);

    const { items } = await read();
    expect(items.map(({ state, job }) => [state, job?.state])).toEqual(items.map(() => ['started', 'done']));
    const { storage } = await engine.open({ url: databaseUrl, migrate: false });
    for (const { organization, id: organizationId, leaving, invited } of organizations) {
      const changes = changesIn(organization).map(({ kind, target }) => `${kind} ${target}`);
      const expected = [
        ...leaving.map((login) => `member-removed ${login}`),
        ...invited.map((login) => `member-invited ${login}`),
      ];
      expect(changes.toSorted()).toEqual(expected.toSorted());
      const trail = await storage.auditTrail.read({ organizationId, limit: 500 }, new Date(now()));
      const done = trail.filter(({ outcome, way }) => outcome === 'done' && way === 'job');
      expect(done.map(({ target }) => target?.name).toSorted()).toEqual([...leaving, ...invited].toSorted());
      const begun = trail.filter(({ action, after }) => action === 'job.started' && after.run === id);
      expect(begun.map(({ after }) => after.kind).toSorted()).toEqual(['invitations', 'people-change']);
    }
    expect(await faultIn(storage)).toBeNull();
    expect(await storage.dueWork.dead(null, 9)).toEqual([]);
  });
});
