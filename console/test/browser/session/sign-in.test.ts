import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  GRAPHQL,
  heading,
  organizationRows,
  person,
  signIn,
  signInLink,
  signOutButton,
  test,
  untilAnswered,
} from '../support/visit.ts';

test('a visitor learns what orgdesk is and that this is a demo', async ({ visit }) => {
  const page = await visit.open();

  await heading(page, 'Sign in to orgdesk').waitFor();
  const text = await page.getByRole('main').innerText();
  expect(text).toContain('Administer your organizations on');
  for (const feature of ['Invitations', 'People', 'Access review', 'Audit log']) {
    await page.getByRole('listitem').filter({ hasText: feature }).first().waitFor();
  }
  expect(text).toContain('This is a demo');
  expect(text).toContain('simulated code host with fictional people');
  for (const login of ['ada', 'grace', 'margaret']) expect(text).toMatch(new RegExp(`^${login}$`, 'm'));
  await expect.poll(() => page.title()).toBe('Sign in · orgdesk');
});

test('a person signs in by mouse, stays signed in over a reload, signs out, and is out after a reload [W-3]', async ({
  visit,
}) => {
  const page = await visit.open();

  await signInLink(page).click();
  expect(new URL(page.url()).origin).not.toBe(visit.url);
  await page.getByText('Simulated code host.').waitFor();
  await untilAnswered(page, GRAPHQL, () => person(page, 'ada').click());
  await heading(page, 'Organizations').waitFor();
  expect(page.url()).toBe(`${visit.url}/`);
  expect(await page.getByRole('region', { name: 'Account', exact: true }).innerText()).toContain('ada');

  await untilAnswered(page, GRAPHQL, () => page.reload());
  await heading(page, 'Organizations').waitFor();
  await signOutButton(page).click();
  await page.getByText('You signed out.').waitFor();
  await page.reload();
  await signInLink(page).waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
});

test('a person sees each organization with their role and App status', async ({ visit }) => {
  const page = await visit.open();
  await signIn(page, 'ada');
  await organizationRows(page).first().waitFor();

  await expect
    .poll(() => cellsOf(page))
    .toEqual([
      ['Acme Corporation acme', 'Owner', 'Installed', covered('5|All')],
      ['Harbor Tools harbor-tools', 'Owner', expect.stringMatching(/^Suspended since .* Unsuspend on/), covered('All')],
      ['Lumen Labs lumen-labs', 'Owner', 'Installed', covered('2 selected|Selected')],
      ['quiet-co', 'Owner', 'Not installed Install the App on quiet-co', ''],
    ]);
  expect(await page.getByText('4 organizations').isVisible()).toBe(true);
  const pictures = page.getByRole('table').locator('img');
  expect(await pictures.count()).toBe(4);
  const widths = () =>
    pictures.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  await expect.poll(async () => (await widths()).every((width) => width > 0)).toBe(true);
});

test('a person who owns nothing is shown as a member', async ({ visit }) => {
  const page = await visit.open();
  await signIn(page, 'grace');
  await organizationRows(page).first().waitFor();

  expect(await cellsOf(page)).toEqual([
    ['Acme Corporation acme', 'Member', 'Installed', covered('5|All')],
    ['Northwind Traders International northwind', 'Member', 'Installed', covered('1,200|All')],
  ]);
});

test('a person without organizations learns why the page is empty and what to do', async ({ visit }) => {
  const page = await visit.open();
  await signIn(page, 'edsger');

  await page.getByRole('heading', { name: 'No organizations' }).waitFor();
  expect(await page.getByRole('link', { name: 'Sign in again' }).isVisible()).toBe(true);
});

test('a cancelled sign-in is reported once, and not kept in the URL', async ({ visit }) => {
  const page = await visit.open('/?from=letter');
  await signInLink(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();

  const notice = page.getByRole('alert');
  await notice.waitFor();
  expect(await notice.innerText()).toContain('Sign-in failed');
  await expect.poll(() => page.url()).toBe(`${visit.url}/?from=letter`);
  await page.reload();
  await signInLink(page).waitFor();
  expect(await notice.count()).toBe(0);
});

/** The service counts repositories after the sign-in; until then the table shows the selection. */
const covered = (text: string) => expect.stringMatching(new RegExp(`^(?:${text}) repositories of `));

const cellsOf = (page: Page): Promise<readonly (readonly string[])[]> =>
  organizationRows(page).evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => (cell as HTMLElement).innerText.replace(/\s+/g, ' ')),
    ),
  );
