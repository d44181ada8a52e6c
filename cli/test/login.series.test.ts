import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerWith, approve } from '../../server/test/features/sign-in/devices/programs.ts';
import type { Program } from '../../server/test/support/service/program.ts';
import { sharedService } from '../../server/test/support/service/shared-service.ts';
import { freshHome, orgdesk, startOrgdesk } from './support/orgdesk.ts';

const service = sharedService();

const codeOf = async (program: Program): Promise<string> => {
  await expect.poll(() => program.err()).toMatch(/enter the code (\S+)\n/);
  return /enter the code (\S+)/.exec(program.err())?.[1] ?? '';
};

async function startLogin() {
  const HOME = await freshHome();
  const program = startOrgdesk(['login', '--url', service().url, '--name', 'orgdesk in a test'], { HOME });
  return { HOME, program, user_code: await codeOf(program) };
}

test('login waits for a person, and keeps the session for its owner only', async () => {
  const { HOME, program, user_code } = await startLogin();
  const { browser } = await service().signIn('ada');
  await approve(service(), browser, { login: 'ada', user_code });
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(program.err()).toContain(`Signed in to ${service().url} as ada until `);

  const file = join(HOME, '.config/orgdesk/session.json');
  const text = await readFile(file, 'utf8');
  const [session = ''] = /[0-9a-f]{64}/.exec(text) ?? [];
  expect(session).not.toBe('');
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(program.out() + program.err()).not.toContain(session);

  const [code, out] = await orgdesk(['whoami', '--json'], { HOME });
  expect([code, JSON.parse(out).login]).toEqual([0, 'ada']);
  const headers = { authorization: `Bearer ${session}` };
  const { sessions } = Object(await (await fetch(`${service().url}/api/auth/sessions`, { headers })).json());
  expect(sessions).toContainEqual(expect.objectContaining({ isCurrent: true, client: 'Program: orgdesk in a test' }));
});

test('login says that the person refused', async () => {
  const { HOME, program, user_code } = await startLogin();
  const { browser } = await service().signIn('ada');
  await answerWith(service(), browser, 'deny', user_code);
  expect((await program.ended).code).toBe(1);
  expect(program.err()).toMatch(/\nThe sign-in was refused in the browser\.\n$/);
  expect((await orgdesk(['whoami'], { HOME }))[0]).toBe(3);
});

test('login ends when the code expires', async () => {
  const { program } = await startLogin();
  service().clock.advance(601_000);
  expect((await program.ended).code).toBe(1);
  expect(program.err()).toMatch(/\nThe code has expired: run orgdesk login again\.\n$/);
});
