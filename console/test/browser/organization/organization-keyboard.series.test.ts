import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ACCESS, holdRequests, test, untilAnswered } from '../support/visit.ts';
import { focus, press, slowProcessor, tabTo } from './without-a-mouse.ts';

const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });

test('all tabs of an organization and a team are opened without a mouse', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme');
  for (const name of ['People', 'Teams', 'Repositories', 'Installation', 'Invitations', 'Overview']) {
    await press(page, tab(page, name));
    await expect.poll(() => tab(page, name).getAttribute('aria-current')).toBe('page');
  }
  await press(page, page.getByRole('link', { name: '3 Teams' }));
  await tabTo(page, page.getByRole('treeitem', { name: /^Engineering/ }));
  await page.keyboard.press('ArrowDown');
  await focus(page.getByRole('treeitem', { name: /^Platform/ }));
  await page.keyboard.press('Space');
  await press(page, page.getByRole('table', { name: 'People of Platform' }).getByRole('link').first());
  await page.getByRole('heading', { name: 'grace' }).waitFor();
});

test('a page that arrives late does not take the focus from somebody who has moved on', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  const release = await holdRequests(page, '**/assets/teams-page-*.js');
  await page.goto(`${visit.url}/organizations/acme`);
  await press(page, tab(page, 'Teams'));
  await page.waitForURL('**/organizations/acme/teams');
  await tabTo(page, tab(page, 'Repositories'));
  release();
  await page.getByRole('treeitem', { name: /^Platform/ }).waitFor();
  await focus(tab(page, 'Repositories'));
  await press(page, tab(page, 'Installation'));
  await focus(page.getByRole('heading', { level: 2, name: 'Installation of Acme Corporation' }));
});

test('the App is installed from the explanation without a mouse', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/quiet-co/people');
  await press(page, page.getByRole('link', { name: 'Install the App' }));
  await press(page, page.getByRole('link', { name: /\(ada\)/ }));
  await press(page, page.getByRole('button', { name: 'Install' }));
  await page.waitForURL('**/organizations/quiet-co/people');
  await page.getByRole('table', { name: 'People of quiet-co' }).waitFor();
});

test('the skip link leads past all navigation to the content', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/people');
  await page.getByRole('table', { name: 'People of Acme Corporation' }).waitFor();
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await page.keyboard.press('Tab');
  await focus(page.getByRole('link', { name: 'Access review' }));

  await page.goto(`${visit.url}/installations`);
  await page.getByRole('region', { name: /^acme/i }).first().waitFor();
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('nav, header'))).toBe(null);
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('more team members are loaded and a repository’s people opened without a mouse', async ({ visit }) => {
  const page = await visit.blankAs('margaret');
  // Rows beyond the first screen are shown late on a slow device, and the next ones may arrive before.
  const endSlowness = await slowProcessor(page);
  await page.goto(`${visit.url}/organizations/northwind/teams#billing`);
  const people = page.getByRole('table', { name: 'People of Billing' }).locator('tbody').getByRole('row');
  const more = page.getByRole('button', { name: 'Load more people of Billing' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => people.count()).toBeGreaterThan(119);
  await focus(people.nth(100).getByRole('link'));
  await endSlowness();

  await page.goto(`${visit.url}/organizations/northwind/repositories`);
  await press(page, page.getByRole('rowheader').getByRole('link').first(), 'ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Who has access' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('link', { name: 'All repositories', exact: true }));
  await page.getByText(/^1,200 repositories[.]/).waitFor();
});

test('the covered repositories are filtered and the check repeated without a mouse', async ({ visit }) => {
  const page = await visit.openAs('margaret', '/organizations/northwind/installation');
  await page.getByText(/^Checked at/).waitFor();
  const check = page.getByRole('button', { name: 'Refresh' });
  await untilAnswered(page, ACCESS, () => press(page, check));
  await page.getByText(/^Checked at/).waitFor();
  await focus(check);

  await tabTo(page, page.getByRole('searchbox'));
  await page.keyboard.type('no such name');
  await press(page, page.getByRole('button', { name: 'Clear filter' }));
  await focus(page.getByRole('searchbox'));
  const more = page.getByRole('button', { name: /^Show .* repositories of Northwind/ });
  await more.focus();
  await page.keyboard.press('Enter');
  await focus(page.getByRole('region', { name: 'Covered repositories' }).getByRole('link').nth(100));
});

test('a person outside an organization signs in again without a mouse', async ({ visit }) => {
  const page = await visit.openAs('katherine', '/organizations/vaultworks');
  await page.getByText('vaultworks requires single sign-on').waitFor();
  await visit.onCodeHost('world/setSamlAuthorized', 'vaultworks', 'katherine', true);
  await press(page, page.getByRole('button', { name: 'Refresh' }));
  await page.getByText('You joined vaultworks after you signed in').waitFor();
  await press(page, page.getByRole('link', { name: 'Sign in again' }));
  await press(page, page.getByRole('button', { name: /\(katherine\b/ }));
  await page.getByRole('heading', { level: 1, name: 'Vaultworks', exact: true }).waitFor();
});
