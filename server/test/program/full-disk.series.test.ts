import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fetchOnce } from '../support/browser.ts';
import { databaseUrlOnDisk } from '../support/databases/engines.ts';
import { freePort } from '../support/service/ports.ts';
import { untilReady } from '../support/service/program.ts';
import { configuredHost, run } from './configured.ts';

const FULL_DISK = '/dev/full';

/** A new folder, gone after the test. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-full-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function runOnFullDisk(env: Readonly<Record<string, string>>, url: string) {
  const stdout = openSync(FULL_DISK, 'w');
  const program = run({ env, stdout, folder: await temporaryFolder() });
  closeSync(stdout);
  await untilReady(program, url);
  return program;
}

test.skipIf(!existsSync(FULL_DISK)).each([
  ['a code host', async () => configuredHost(await databaseUrlOnDisk('SQLite'))],
  [
    'no settings',
    async () => {
      const port = await freePort();
      return { env: { PORT: String(port) }, baseUrl: `http://localhost:${port}` };
    },
  ],
])('a log that a full disk refuses keeps nothing from being served and stopped, with %s', async (_what, configured) => {
  const { env, baseUrl } = await configured();
  const program = await runOnFullDisk({ ...env, LOG_LEVEL: 'debug' }, baseUrl);

  for (const path of Array.from({ length: 20 }, () => '/healthz')) {
    expect((await fetchOnce(baseUrl + path)).status).toBe(200);
  }
  expect(await program.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(program.err()).toBe('');
});
