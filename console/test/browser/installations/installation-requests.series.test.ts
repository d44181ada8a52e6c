import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, organizationRow, sidewaysScroll, test, type Visit } from '../support/visit.ts';

/** The service reads requests once a minute, so all are made before the first page opens. */
const ORGANIZATIONS = ['owned-co', 'narrow-co', 'installed-co'] as const;
let arranged: Promise<void> | null = null;

/** Creates organizations of ada without the App, for which grace requests it. */
function arrange({ onCodeHost }: Visit): Promise<void> {
  arranged ??= (async () => {
    for (const login of ORGANIZATIONS) {
      await onCodeHost('world/addOrganization', { login });
      await onCodeHost('world/addMembership', { organization: login, login: 'ada', role: 'admin' });
      for (const member of ['grace', 'alan'])
        await onCodeHost('world/addMembership', { organization: login, login: member });
      await onCodeHost('world/addInstallationRequest', { account: login, requester: 'grace' });
    }
  })();
  return arranged;
}

const rowOf = (page: Page, login: string): Locator => organizationRow(page, login);
const review = (within: Page | Locator, login: string): Locator =>
  within.getByRole('link', { name: new RegExp(`^Review on .*: App requests for ${login}$`) });

test('an owner sees who requested the App and when, with a link to decide', async ({ visit }) => {
  await arrange(visit);
  const page = await visit.openAs('ada');
  const row = rowOf(page, 'owned-co');
  await row.getByText(/^grace requested the App on \w+ \d+, \d{4}\./).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(`${visit.url}/organizations/owned-co/installation`);
  await page.getByText(/grace requested the App on /).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await review(page, 'owned-co').click();
  await page.getByRole('link', { name: /\(ada\)/ }).click();
  await page.getByText('grace asks for').waitFor();
});

test('a requester sees when, and where an owner approves; other members see nothing of it', async ({ visit }) => {
  await arrange(visit);
  const page = await visit.openAs('grace');
  await rowOf(page, 'owned-co')
    .getByText(/^You requested the App on .* An owner can approve the request on /)
    .waitFor();
  await page.goto(`${visit.url}/organizations/owned-co/installation`);
  const where = page.getByRole('link', { name: /^on .* in the settings of owned-co$/ });
  expect(await where.getAttribute('href')).toMatch(/\/organizations\/owned-co\/settings\/installations$/);
  expect(await accessibilityProblems(page)).toEqual([]);

  const other = await visit.openAs('alan');
  const answered = await other.evaluate(async () => (await fetch('/api/install/requests')).json());
  expect(answered).toEqual({ requests: [] });
  await rowOf(other, 'owned-co').getByText('Not installed').waitFor();
  expect(await other.getByText('requested the App').count()).toBe(0);
});

test.for([390, 320])('no page scrolls sideways at a width of %i pixels', async (width, { visit }) => {
  await arrange(visit);
  const options = { viewport: { width, height: 844 }, hasTouch: true, isMobile: true };
  const page = await visit.openAs('ada', '/', options);
  await review(rowOf(page, 'narrow-co'), 'narrow-co').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await page.goto(`${visit.url}/organizations/narrow-co/installation`);
  await review(page, 'narrow-co').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});

test('unreadable requests hide nothing else; once the App is installed, no request shows', async ({ visit }) => {
  await arrange(visit);
  const page = await visit.blankAs('ada');
  visit.expectProblem(/500/);
  await page.route('**/api/install/requests', (route) => route.fulfill({ status: 500, json: { error: 'A pause.' } }));
  await page.goto(visit.url);
  await rowOf(page, 'installed-co').getByText('Not installed').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);

  await page.unroute('**/api/install/requests');
  await page.reload();
  await review(rowOf(page, 'installed-co'), 'installed-co').waitFor();
  await visit.onCodeHost('platform/install', { account: 'installed-co', by: 'ada' });
  await visit.onCodeHost('call/settled', []);
  await page.reload();
  await rowOf(page, 'installed-co').getByText('Installed', { exact: true }).waitFor();
  expect(await review(page, 'installed-co').count()).toBe(0);
});
