import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { holdRequests, test } from '../support/visit.ts';
import { focus, press, tabTo } from './without-a-mouse.ts';

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
