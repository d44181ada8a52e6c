import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, heading, organizationRow, test, type Visit } from '../support/visit.ts';

const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });
const heading2 = (page: Page, name: string): Locator => page.getByRole('heading', { level: 2, name });
const rows = (page: Page, table: string): Locator =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row');

const openAt = (visit: Visit, path: string, login: string): Promise<Page> => visit.openAs(login, path);

test('an organization opens from the list, its tabs have URLs, and going back returns to the list [W-10]', async ({
  visit,
}) => {
  const page = await openAt(visit, '/', 'ada');
  await organizationRow(page, 'acme').getByRole('link', { name: 'Acme Corporation', exact: true }).click();
  await heading(page, 'Acme Corporation').waitFor();
  await page.getByRole('link', { name: '5 People' }).waitFor();
  expect(await page.title()).toBe('Acme Corporation · orgdesk');

  for (const name of ['People', 'Teams', 'Repositories', 'Installation', 'Invitations']) {
    await tab(page, name).click();
    await page.waitForURL(`**/organizations/acme/${name.toLowerCase()}`);
    expect(await tab(page, name).getAttribute('aria-current')).toBe('page');
  }
  await page.getByText('newcomer@mail.example').waitFor();
  await page.goBack();
  await page.getByText('All repositories').waitFor();
  await page.goBack();
  await rows(page, '5 repositories').first().waitFor();
  await page.goBack();
  await page.getByRole('treeitem', { name: /^Platform/ }).waitFor();
  await page.reload();
  await page.getByRole('treeitem', { name: /^Platform/ }).waitFor();
});

test('a team opens to its people, has a URL, and a large one can be paged', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/northwind/teams', 'margaret');
  await page.getByText('25 teams').waitFor();
  const billing = page.getByRole('treeitem', { name: /^Billing \d/ });
  await billing.click();
  await page.getByRole('button', { name: 'Load more people of Billing' }).click();
  await expect.poll(() => rows(page, 'People of Billing').count()).toBeGreaterThan(119);
  expect(new URL(page.url()).hash).toBe('#billing');

  await page.reload();
  await rows(page, 'People of Billing').getByText('Maintainer').waitFor();
  expect(await billing.getAttribute('aria-selected')).toBe('true');
  await billing.press('Enter');
  expect(await page.getByRole('table').count()).toBe(0);
});

test('a member does not see the secret teams of others', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/acme/teams', 'grace');
  await page.getByText('2 teams').waitFor();
  expect(await page.getByText('Incident Response').count()).toBe(0);
});

test('repositories show their visibility and state, and lead to the people who can be mentioned', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/northwind/repositories', 'margaret');
  await page.getByText(/^1,200 repositories[.]/).waitFor();
  const table = page.getByRole('table');
  await expect.poll(() => table.locator('tbody').getByRole('row').count()).toBe(100);
  await page.getByRole('button', { name: 'Show 100 more repositories' }).click();
  await expect.poll(() => table.locator('tbody').getByRole('row').count()).toBe(200);

  await table
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'People who can be mentioned' }).click();
  await page.getByRole('heading', { level: 2, name: /^People who can be mentioned in / }).waitFor();
  await page
    .getByRole('table', { name: /^People who can be mentioned in / })
    .getByRole('row')
    .nth(1)
    .waitFor();
  await page.getByRole('link', { name: 'All repositories' }).click();
  await page.getByText(/^1,200 repositories[.]/).waitFor();
});

test('any of 1,200 repositories is found by name and leads to who has access', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/northwind/repositories', 'margaret');
  await page.getByText(/^1,200 repositories[.]/).waitFor();
  await page.getByRole('button', { name: 'Repository', exact: true }).click();
  const row = page.getByRole('table').locator('tbody').getByRole('row');
  // Only the 100 pushed last have a day.
  const older = await row
    .filter({ has: page.locator('td:nth-child(4):empty') })
    .first()
    .locator('th')
    .innerText();
  await page.getByRole('searchbox').fill(older);
  await row.getByRole('link', { name: older, exact: true }).click();
  await page.getByRole('heading', { name: `Who has access to ${older}` }).waitFor();
});

test('a member sees the repositories pushed last, and is not offered who has access', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/northwind/repositories', 'grace');
  await page.getByText('The 100 most recently pushed of 1,200 repositories.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.locator('a[href$="/access"]').count()).toBe(0);
});

test('a repository whose name looks like a file has a page for its people', async ({ visit }) => {
  await visit.onCodeHost('world/addRepository', { owner: 'acme', name: 'site.js' });
  const page = await openAt(visit, '/organizations/acme/repositories/site.js/contributors', 'ada');
  await page.getByRole('heading', { name: 'People who can be mentioned in site.js' }).waitFor();
  expect(await page.title()).toBe('People who can be mentioned in site.js · orgdesk');
  await page.goto(`${visit.url}/organizations/acme/repositories/no-such-thing/contributors`);
  await heading2(page, 'Repository “no-such-thing” not found').waitFor();
  await page.getByRole('link', { name: 'View covered repositories' }).click();
  await page.getByText('All repositories').waitFor();
});

test('a URL of an invisible team shows a message beside the other teams', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/acme/teams#no-such%20team', 'ada');
  await page.getByText('Team “no-such team” not found').waitFor();
  await page.getByRole('treeitem', { name: /^Platform/ }).waitFor();
});
