import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, organizationRow, sidewaysScroll, test, type Visit } from '../support/visit.ts';

/** The service asks who wants the App once a minute: all requests are made before the first page is opened. */
const PLACES = ['owned-place', 'narrow-place', 'mended-place'] as const;
let arranged: Promise<void> | null = null;

/** Places of ada's without the App, for which grace has asked. */
function arrange({ onCodeHost }: Visit): Promise<void> {
  arranged ??= (async () => {
    for (const login of PLACES) {
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

test('an owner reads who asked for the App and when, and gets to where to decide', async ({ visit }) => {
  await arrange(visit);
  const page = await visit.openAs('ada');
  const row = rowOf(page, 'owned-place');
  await row.getByText(/^grace requested the App on \w+ \d+, \d{4}\./).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(`${visit.url}/organizations/owned-place/installation`);
  await page.getByText(/grace requested the App on /).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await review(page, 'owned-place').click();
  await page.getByRole('link', { name: /\(ada\)/ }).click();
  await page.getByText('grace asks for').waitFor();
});

test('who asked reads when, and where an owner approves; other members read nothing of it', async ({ visit }) => {
  await arrange(visit);
  const page = await visit.openAs('grace');
  await rowOf(page, 'owned-place')
    .getByText(/^You requested the App on .* An owner can approve the request on /)
    .waitFor();
  await page.goto(`${visit.url}/organizations/owned-place/installation`);
  const where = page.getByRole('link', { name: /^on .* in the settings of owned-place$/ });
  expect(await where.getAttribute('href')).toMatch(/\/organizations\/owned-place\/settings\/installations$/);
  expect(await accessibilityProblems(page)).toEqual([]);

  const other = await visit.openAs('alan');
  const answered = other.waitForResponse('**/api/install/requests');
  await other.reload();
  expect(await (await answered).json()).toEqual({ requests: [] });
  await rowOf(other, 'owned-place').getByText('Not installed').waitFor();
  expect(await other.getByText('requested the App').count()).toBe(0);
});

test.for([390, 320])('nothing has to be scrolled sideways on a screen %i pixels wide', async (width, { visit }) => {
  await arrange(visit);
  const options = { viewport: { width, height: 844 }, hasTouch: true, isMobile: true };
  const page = await visit.openAs('ada', '/', options);
  await review(rowOf(page, 'narrow-place'), 'narrow-place').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await page.goto(`${visit.url}/organizations/narrow-place/installation`);
  await review(page, 'narrow-place').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});

test('where the requests cannot be read, everything else is there; once it is installed, no request is shown', async ({
  visit,
}) => {
  await arrange(visit);
  const page = await visit.blankAs('ada');
  visit.expectProblem(/500/);
  await page.route('**/api/install/requests', (route) => route.fulfill({ status: 500, json: { error: 'A pause.' } }));
  await page.goto(visit.url);
  await rowOf(page, 'mended-place').getByText('Not installed').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);

  await page.unroute('**/api/install/requests');
  await page.reload();
  await review(rowOf(page, 'mended-place'), 'mended-place').waitFor();
  await visit.onCodeHost('platform/install', { account: 'mended-place', by: 'ada' });
  await visit.onCodeHost('call/settled', []);
  await page.reload();
  await rowOf(page, 'mended-place').getByText('Installed', { exact: true }).waitFor();
  expect(await review(page, 'mended-place').count()).toBe(0);
});
