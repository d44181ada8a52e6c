import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ACCESS, test, untilAnswered, type Visit } from '../support/visit.ts';

const TABS_MAX = 30;

/** Presses Tab until the element has the focus, and sees that the focus shows. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let tabs = 0; tabs < TABS_MAX && !(await hasFocus(element)); tabs += 1) await page.keyboard.press('Tab');
  // A text field stands in a frame, which shows the focus for it.
  const shows = await element.evaluate((found) =>
    [found, found.parentElement ?? found]
      .map((part) => getComputedStyle(part))
      .some(
        ({ outlineStyle, outlineWidth, boxShadow }) =>
          (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
      ),
  );
  expect(await hasFocus(element)).toBe(true);
  expect(shows).toBe(true);
}

const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((found) => found === found.ownerDocument.activeElement);
const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });
const focus = (element: Locator) => expect.poll(() => hasFocus(element)).toBe(true);

const openAt = ({ openAs }: Visit, path: string, login: string): Promise<Page> => openAs(login, path);

async function press(page: Page, element: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press(key);
}

test('all tabs of an organization are reached, and a team is opened, without a mouse', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/acme', 'ada');
  for (const name of ['People', 'Teams', 'Repositories', 'Installation', 'Invite', 'Overview']) {
    await press(page, tab(page, name));
    await expect.poll(() => tab(page, name).getAttribute('aria-current')).toBe('page');
  }
  await press(page, page.getByRole('link', { name: '3 Teams' }));
  await press(page, page.getByRole('button', { name: 'Platform' }), 'Space');
  await press(page, page.getByRole('table', { name: 'People of Platform' }).getByRole('link').first());
  await page.getByRole('heading', { name: 'grace' }).waitFor();
});

test('the skip link leads past all bars, to what the page is about', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/people');
  await page.getByRole('table', { name: 'People of Acme Corporation' }).waitFor();
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await page.keyboard.press('Tab');
  expect(
    await page.getByRole('link', { name: 'Ada Lovelace' }).evaluate((link) => link === document.activeElement),
  ).toBe(true);

  await page.goto(`${visit.url}/installations`);
  await page.getByRole('region', { name: /^acme/i }).first().waitFor();
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('nav, header'))).toBe(null);
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('more people are loaded and those of a repository are opened without a mouse', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/northwind/people', 'margaret');
  await page.getByText('100 of 260 people').waitFor();
  const more = page.getByRole('button', { name: /^Load more/ });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByText('200 of 260 people').waitFor();
  await focus(page.getByRole('table').locator('tbody').getByRole('link').nth(100));

  await page.goto(`${visit.url}/organizations/northwind/repositories`);
  await press(page, page.getByRole('link', { name: /^People who can be mentioned in/ }).first());
  await press(page, page.getByRole('link', { name: 'All repositories', exact: true }));
  await page.getByText('The 100 of 1,200 repositories').waitFor();
});

test('the covered repositories are filtered, and the check is repeated, without a mouse', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/northwind/installation', 'margaret');
  await page.getByText(/^Checked at/).waitFor();
  const check = page.getByRole('button', { name: 'Check again' });
  await untilAnswered(page, ACCESS, () => press(page, check));
  await page.getByText(/^Checked at/).waitFor();
  await focus(check);

  await tabTo(page, page.getByRole('searchbox'));
  await page.keyboard.type('no such name');
  await press(page, page.getByRole('button', { name: 'Clear the filter' }));
  await focus(page.getByRole('searchbox'));
  const more = page.getByRole('button', { name: /^Show .* repositories of Northwind/ });
  await more.focus();
  await page.keyboard.press('Enter');
  await focus(page.getByRole('region', { name: 'Repositories the App covers' }).getByRole('link').nth(100));
});

test('the App is installed from the reason that names it, without a mouse', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/quiet-co/people', 'ada');
  await press(page, page.getByRole('link', { name: 'Install the App' }));
  await press(page, page.getByRole('link', { name: /\(ada\)/ }));
  await press(page, page.getByRole('button', { name: 'Install' }));
  await page.waitForURL('**/organizations/quiet-co/people');
  await page.getByRole('table', { name: 'People of quiet-co' }).waitFor();
});

test('whoever does not belong to an organization signs in again without a mouse', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/vaultworks', 'katherine');
  await page.getByText('vaultworks is protected by single sign-on').waitFor();
  await visit.onCodeHost('world/setSamlAuthorized', 'vaultworks', 'katherine', true);
  await press(page, page.getByRole('button', { name: 'Check again' }));
  await page.getByText('vaultworks was not shown when you signed in').waitFor();
  await press(page, page.getByRole('link', { name: 'Sign in again' }));
  await press(page, page.getByRole('button', { name: /\(katherine\b/ }));
  await page.getByRole('heading', { level: 1, name: 'Vaultworks', exact: true }).waitFor();
});
