import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fetchOnce } from '../support/browser.ts';
import { databaseUrlOnDisk } from '../support/databases/engines.ts';
import { freePort } from '../support/service/ports.ts';
import { PROGRAM, untilReady } from '../support/service/program.ts';
import { configuredHost, readSession, run, signIn } from './configured.ts';

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

/** A file system of the program's own, in memory and small, over a folder. */
const onSmallDisk = (folder: string, size: string) =>
  ['unshare', '-rm', 'sh', '-c', MOUNT_AND_RUN, 'sh', size, folder, ...PROGRAM] as const;
const MOUNT_AND_RUN = 'size="$1"; folder="$2"; shift 2; mount -t tmpfs -o "size=$size" tmpfs "$folder" && exec "$@"';

test('a disk that is full makes the service not ready until there is room again', async ({ skip }) => {
  if (spawnSync('unshare', ['-rm', 'true']).status !== 0) skip('this system lets nobody mount a small disk');
  const folder = await temporaryFolder();
  const { env, baseUrl } = await configuredHost(`sqlite:${join(folder, 'orgdesk.db')}`);
  const program = run({ env, command: onSmallDisk(folder, '16m') });
  await untilReady(program, baseUrl);
  const ada = await signIn(baseUrl, 'ada');

  const filler = join('/proc', String(program.pid), 'root', folder, 'filler');
  await expect(writeFile(filler, Buffer.alloc(32 * 2 ** 20))).rejects.toMatchObject({ code: 'ENOSPC' });
  const full = await fetchOnce(`${baseUrl}/readyz`);
  expect([full.status, full.headers.get('orgdesk-outage')]).toEqual([503, 'database-away']);
  await expect.poll(program.out).toContain('not ready: the database is unavailable');
  expect((await readSession(baseUrl, ada)).status).toBe(200);

  await rm(filler);
  expect((await fetchOnce(`${baseUrl}/readyz`)).status).toBe(200);
});
