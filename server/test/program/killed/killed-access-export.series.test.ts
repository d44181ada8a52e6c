import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSimulator } from '@orgdesk/simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exportsAs } from '../../features/access-exports/exporting.ts';
import { addOrganization } from '../../features/who-has-access/reaching.ts';
import { databaseUrlOnDisk, ENGINES } from '../../support/databases/engines.ts';
import { inSeries } from '../../support/series.ts';
import { codeHostSettings } from '../../support/service/code-host-settings.ts';
import { freePort } from '../../support/service/ports.ts';
import { untilReady } from '../../support/service/program.ts';
import { run, signIn } from '../configured.ts';

const REPOSITORIES = inSeries(200, 100, 400);
const KILLS = inSeries(2, 2, 4);
const LEASE_MS = 1_000;
const PROGRAM = fileURLToPath(new URL('../hurried-service.ts', import.meta.url));

describe.each(ENGINES)('an export of who has access on $name', ({ name }) => {
  test(`has each of ${REPOSITORIES} repositories once after ${KILLS} kills in the middle`, {
    timeout: 600_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orgdesk-export-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const time = { base: Date.now(), speed: 1, file: join(folder, 'ahead') };
    writeFileSync(time.file, '0');
    // A database in a file has one process at a time.
    const ports = [await freePort(), ...(name === 'PostgreSQL' ? [await freePort()] : [])];
    const baseUrl = `http://localhost:${ports[0]}`;
    const simulator = await startSimulator({ app: { callbackUrls: [`${baseUrl}/api/auth`] } });
    onTestFinished(() => simulator.close());
    simulator.control.deliverTo(null);
    const { organization, owner } = addOrganization({ simulator }, REPOSITORIES);
    const env = {
      BASE_URL: baseUrl,
      DATABASE_URL: await databaseUrlOnDisk(name),
      ...codeHostSettings(simulator),
      TOKEN_SECRET: 'a token secret of the program tests',
      HURRIED_TIME: JSON.stringify(time),
      JOB_LEASE_MS: String(LEASE_MS),
      // Calls are held for as long as a start takes; a late answer would make pages smaller.
      CALL_LIMIT_MS: '120000',
    };
    const start = async (port: number) => {
      const program = run({ env: { ...env, PORT: String(port) }, command: [process.execPath, PROGRAM] });
      const url = `http://localhost:${port}`;
      await untilReady(program, url);
      return { program, url };
    };
    const instances: Awaited<ReturnType<typeof start>>[] = [];
    for (const port of ports) instances.push(await start(port));
    const exports = exportsAs({ url: baseUrl }, await signIn(baseUrl, owner), organization);
    const hold = simulator.control.hold({ operation: 'OrganizationAccess' });
    let passed = 0;
    const { id } = await exports.start();
    const pageCount = () => simulator.control.count({ operation: 'OrganizationAccess' });

    for (let kill = 1; kill <= KILLS; kill += 1) {
      for (let page = 0; page < 4; page += 1) {
        await hold.arrived(passed + 1);
        hold.releaseSome(1);
        passed += 1;
      }
      // In the middle of a page, or a moment after it was answered.
      await hold.arrived(passed + 1);
      if (kill % 2 === 0) {
        hold.releaseSome(1);
        passed += 1;
      }
      const killed = kill % instances.length;
      await instances[killed]?.program.stop('SIGKILL');
      instances[killed] = await start(ports[killed] ?? 0);
    }
    hold.release();
    await expect.poll(async () => (await exports.read(id)).state, { interval: 100 }).toBe('done');
    expect(await exports.read(id)).toMatchObject({
      progress: { done: REPOSITORIES },
      file: { rows: REPOSITORIES + 4 },
    });
    const lines = await exports.file(id);
    expect(lines).toHaveLength(REPOSITORIES + 5);
    expect(new Set(lines).size).toBe(lines.length);
    // Each kill wastes a page, and lets another be read twice if the machine is too busy to renew a lease in time.
    // Who began again would read at least twelve more.
    expect(pageCount()).toBeLessThanOrEqual(REPOSITORIES / 10 + 3 * KILLS);
  });
});
