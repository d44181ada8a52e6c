import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { names } from '../invitations/inviting.ts';
import { write } from '../invitations/jobs.ts';
import {
  GRAPHQL,
  heading,
  leave,
  organizationRows,
  signIn,
  signOutButton,
  test,
  untilAnswered,
  type Visit,
} from '../support/visit.ts';

/** A page that is still loading reads on for a moment after a sign-out on another tab. */
const READ_AFTER_SIGN_OUT = /401/;

/** Signs the person out and another one in, on another tab. */
async function swapPerson(page: Page, { url }: Visit, login: string): Promise<void> {
  const beside = await page.context().newPage();
  await untilAnswered(beside, GRAPHQL, () => beside.goto(url));
  await signOutButton(beside).click();
  await beside.getByText('You signed out.').waitFor();
  await signIn(beside, login);
  await beside.close();
}

const comeBack = (page: Page): Promise<void> => page.evaluate(() => void window.dispatchEvent(new Event('focus')));

/** Blocks later requests of this kind; pending ones are cancelled with the page. */
async function holdBack(page: Page, requests: string): Promise<void> {
  await page.route(requests, () => undefined);
}

test('nothing of one person stays when another signs in on another tab', async ({ visit }) => {
  visit.expectProblem(READ_AFTER_SIGN_OUT);
  const page = await visit.openAs('ada', '/organizations/lumen-labs/installation');
  await page.getByText('optics').waitFor();
  await swapPerson(page, visit, 'grace');
  await holdBack(page, '**/api/organizations/**');

  await comeBack(page);

  await page.getByRole('region', { name: 'Account', exact: true }).getByText('grace', { exact: true }).waitFor();
  await heading(page, '“lumen-labs” isn’t in your list of organizations').waitFor();
  const text = await page.locator('body').innerText();
  for (const ofAda of ['optics', 'Lumen Labs', 'Passed', 'Ada']) expect(text).not.toContain(ofAda);
});

test('one person’s list is not shown to another while it fails to load', async ({ visit }) => {
  visit.expectProblem(READ_AFTER_SIGN_OUT);
  const page = await visit.openAs('ada', '/');
  await organizationRows(page).filter({ hasText: 'harbor-tools' }).waitFor();
  await swapPerson(page, visit, 'edsger');
  await holdBack(page, '**/api/organizations');

  await comeBack(page);

  await page.getByRole('region', { name: 'Account', exact: true }).getByText('edsger', { exact: true }).waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/harbor-tools|Acme/);
});

test('confirmed invitations are never sent in the name of a person who signed in meanwhile', async ({ visit }) => {
  visit.expectProblem(READ_AFTER_SIGN_OUT);
  await visit.onCodeHost('world/setRole', 'acme', 'grace', 'admin');
  const ofAda = await invitationsBy(visit, 'ada');
  const page = await visit.openAs('ada', '/organizations/acme/invitations/invite');
  const released = Promise.withResolvers<void>();
  await page.route('**/invitation-jobs', async (route) => {
    if (route.request().method() === 'POST') await released.promise;
    await route.continue();
  });
  const jobRequest = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('-jobs'));
  await write(page, 'radia');
  await jobRequest;

  await leave(page);
  await swapPerson(page, visit, 'grace');
  released.resolve();

  await page.getByText('Your session ended. Nothing was sent').waitFor();
  expect(await invitationsBy(visit, 'grace')).toEqual([]);
  expect(await invitationsBy(visit, 'ada')).toHaveLength(ofAda.length);
});

test('a job never continues in the name of a person who signs in on another tab', async ({ visit }) => {
  visit.expectProblem(READ_AFTER_SIGN_OUT);
  await visit.onCodeHost('world/setRole', 'acme', 'grace', 'admin');
  for (let one = 1; one <= 30; one += 1) await visit.onCodeHost('world/addUser', { login: `newcomer-${one}` });
  const page = await visit.openAs('ada', '/organizations/acme/invitations/invite');
  await names(page).fill(Array.from({ length: 30 }, (_, index) => `newcomer-${index + 1}`).join(', '));
  await page.getByRole('button', { name: 'Check 30 people' }).click();
  await page.getByRole('button', { name: 'Send 30 invitations' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 30 invitations' }).click();
  await page.getByText(/^[1-9]\d? of 30 done/).waitFor();

  await swapPerson(page, visit, 'grace');
  await comeBack(page);
  await page.getByRole('region', { name: 'Account', exact: true }).getByText('grace', { exact: true }).waitFor();
  await page.getByText('The session of ada has ended.').waitFor();
  expect((await invitationsBy(visit, 'ada')).length).toBeLessThan(30);
  expect(await invitationsBy(visit, 'grace')).toEqual([]);
});

async function invitationsBy(visit: Visit, login: string): Promise<readonly unknown[]> {
  const { id } = (await visit.onCodeHost('world/user', login)) as { readonly id: number };
  const open = (await visit.onCodeHost('world/openInvitations', 'acme')) as readonly { readonly inviterId: number }[];
  return open.filter(({ inviterId }) => inviterId === id);
}
