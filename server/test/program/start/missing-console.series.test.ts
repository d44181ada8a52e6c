import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { untilReady } from '../../support/service/program.ts';
import { configuredHost, run } from '../configured.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The service as in a clone in which nobody has built the console. */
async function withoutConsole(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-unbuilt-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const path of [
    'package.json',
    'server/package.json',
    'server/src',
    'contract/package.json',
    'contract/src',
    'organization-files/package.json',
    'organization-files/src',
  ]) {
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('a production instance without a built console says what to do, builds nothing, and serves the API', async () => {
  const { env, baseUrl } = await configuredHost('');
  const folder = await withoutConsole();
  const command = [process.execPath, join(folder, 'server/src/main.js')] as const;
  const program = run({ command, env: { ...env, DATABASE_URL: `sqlite:${folder}/a.db`, NODE_ENV: 'production' } });
  await untilReady(program, baseUrl);
  expect(program.out()).toContain('the console was not found; the API works without it');
  expect(program.out()).toContain('Run `npm run build` first');
  expect(program.out()).not.toContain('building the console');
  expect((await fetchOnce(`${baseUrl}/api/about`)).status).toBe(200);
  expect((await fetchOnce(`${baseUrl}/`)).status).toBe(500);
});
