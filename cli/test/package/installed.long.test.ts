import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { emptyProject } from '../../../client/test/package/empty-project.ts';
import { chromiumOptions } from '../../../console/test/browser/support/chromium.ts';
import { type DemoProgram, startDemo } from '../../../server/test/support/service/program.ts';
import { freshHome, startOrgdesk } from '../support/orgdesk.ts';

const TARBALL_MAX_BYTES = 220_000;
const PEOPLE = Array.from({ length: 120 }, (_, index) => `person-${index}@example.com`);

let demo: DemoProgram;
beforeAll(async () => {
  demo = await startDemo({ LOG_LEVEL: 'warn' });
});
afterAll(() => demo.remove());

/** A person signs in and approves the code, in a real browser. */
async function approveInBrowser(code: string): Promise<void> {
  const browser = await chromium.launch(await chromiumOptions());
  onTestFinished(() => browser.close());
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${demo.url}/device`);
  await page.getByRole('link', { name: /^Sign in with/ }).click();
  await page.getByRole('button', { name: /\(ada\b|^ada\b/ }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: /\(ada\b|^ada\b/ }).click();
  await page.getByText('The program is signed in').waitFor();
}

test('installed from the service: login in a browser, 120 invitations from a CSV, and a pipe', async () => {
  const answer = await fetch(`${demo.url}/cli.tgz`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(TARBALL_MAX_BYTES);

  const project = await emptyProject([`${demo.url}/cli.tgz`]);
  onTestFinished(() => project.remove());
  expect(await project.run('npm', 'ls', '--all', '--parseable')).toMatch(/^[^\n]+\n[^\n]+@orgdesk[/\\]cli\n$/);
  const licenses = await readFile(join(project.folder, 'node_modules/@orgdesk/cli/LICENSES.md'), 'utf8');
  for (const library of ['cli-table3', 'typebox', 'yaml']) expect(licenses).toContain(`## ${library} - `);
  const orgdesk = (...parameters: readonly string[]) =>
    startOrgdesk(
      parameters,
      { HOME },
      { command: [join(project.folder, 'node_modules/.bin/orgdesk')], folder: project.folder },
    );
  const HOME = await freshHome();

  const login = orgdesk('login', '--url', demo.url);
  await expect.poll(() => login.err()).toMatch(/enter the code \S+\n/);
  await approveInBrowser(/enter the code (\S+)/.exec(login.err())?.[1] ?? '');
  expect(await login.ended).toEqual({ code: 0, signal: null });

  await project.write('people.csv', ['email,role', ...PEOPLE.map((person) => `${person},member`)].join('\n'));
  const invite = orgdesk('invite', 'acme', 'people.csv', '--yes', '--results', 'results.csv');
  expect((await invite.ended).code).toBe(0);
  expect(invite.err()).toMatch(/^(\d+ of 120: running; \d+ sent\n){5,}120 of 120: done; 120 sent$/m);
  const results = (await readFile(join(project.folder, 'results.csv'), 'utf8')).trimEnd().split('\r\n');
  expect(results.length).toBe(1 + PEOPLE.length);
  for (const person of PEOPLE) expect(results.join('\n')).toContain(`,${person},direct_member,,sent,`);

  const people = orgdesk('people', 'list', 'acme', '--json');
  const piped = spawn(process.execPath, [
    '-e',
    'console.log(JSON.parse(require("fs").readFileSync(0)).map((p) => p.login))',
  ]);
  await people.ended;
  piped.stdin.end(people.out());
  let logins = '';
  for await (const chunk of piped.stdout) logins += chunk;
  expect(logins).toContain("'grace'");

  expect((await orgdesk('logout').ended).code).toBe(0);
  const after = orgdesk('whoami');
  expect((await after.ended).code).toBe(3);
});
