import type { OwnSessionsAnswer } from '@orgdesk/client';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  poll,
  refusalOf,
  sessionTokenOf,
  startProgram,
} from '../../../../server/test/features/sign-in/devices/programs.ts';
import { fetchOnce } from '../../../../server/test/support/browser.ts';
import { accessibilityProblems, heading, person, sidewaysScroll, signInLink, test } from '../support/visit.ts';

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code' });
const question = (page: Page, login: string) =>
  page.getByRole('heading', { name: `Sign in this program as ${login}?` });

test('a person approves a program with the keyboard, on the code host too, and ends its session', async ({ visit }) => {
  const program = await startProgram(visit, 'orgdesk on laptop');
  const page = await visit.open('/device');
  await signInLink(page).click();
  await person(page, 'ada').click();
  await heading(page, 'Sign in a program').waitFor();
  expect(new URL(page.url()).pathname).toBe('/device');
  expect(await codeField(page).inputValue()).toBe('');
  expect(await accessibilityProblems(page)).toEqual([]);

  await codeField(page).focus();
  await page.keyboard.type(program.user_code.toLowerCase());
  await page.keyboard.press('Enter');
  await question(page, 'ada').waitFor();
  await page.getByText('“orgdesk on laptop”, as it calls itself').waitFor();
  await page.getByText(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/).waitFor();
  await page.getByText('Approve only if you started this program yourself').waitFor();
  expect(page.url()).not.toContain(program.user_code);
  expect(await question(page, 'ada').evaluate((title) => title === document.activeElement)).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await person(page, 'ada').click();
  await page.getByText('The program is signed in').waitFor();
  await expect.poll(() => page.url()).toBe(`${visit.url}/device`);
  expect(await accessibilityProblems(page)).toEqual([]);

  const token = sessionTokenOf(await poll(visit, program));
  const bearer = { authorization: `Bearer ${token}` };
  const listed = (await fetchOnce(`${visit.url}/api/auth/sessions`, { headers: bearer })).json as OwnSessionsAnswer;
  expect(listed.sessions[0]?.client).toBe('Program: orgdesk on laptop');
  await page.getByRole('link', { name: 'your sessions' }).click();
  await page.getByRole('button', { name: /^End Program: orgdesk on laptop/ }).click();
  await page.getByText('1 session was ended.').waitFor();
  expect((await fetchOnce(`${visit.url}/api/auth/session`, { headers: bearer })).status).toBe(401);
});

test('a wrong code is refused beside the field, and a request is denied', async ({ visit }) => {
  visit.expectProblem(/404/);
  const program = await startProgram(visit);
  const page = await visit.openAs('radia', '/device');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Enter the code that the program shows.').waitFor();
  await codeField(page).fill('BBBB-BBBB');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').filter({ hasText: 'No program waits with this code.' }).waitFor();
  expect(await codeField(page).evaluate((field) => field === document.activeElement)).toBe(true);
  // The pointer would add the design system's hover color.
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);

  await codeField(page).fill(program.user_code);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('Request denied').waitFor();
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(refusalOf(await poll(visit, program))).toEqual([400, 'access_denied']);
});

test('another account on the code host signs in nothing, and a phone shows all of it', async ({ visit }) => {
  const program = await startProgram(visit, `orgdesk-${'x'.repeat(52)}`);
  const page = await visit.openAs('radia', '/device', {
    viewport: { width: 320, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  await codeField(page).fill(program.user_code);
  await page.getByRole('button', { name: 'Continue' }).tap();
  await question(page, 'radia').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: 'Approve' }).tap();
  await person(page, 'grace').tap();
  await page.getByText('you are signed in with another account').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(refusalOf(await poll(visit, program))).toEqual([400, 'authorization_pending']);
});

test('no code comes from a link', async ({ visit }) => {
  const program = await startProgram(visit);
  const page = await visit.openAs('radia', `/device?user_code=${program.user_code}&code=${program.user_code}`);
  await codeField(page).waitFor();
  expect(await codeField(page).inputValue()).toBe('');
});
