import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  accessibilityProblems,
  GRAPHQL,
  heading,
  installation,
  organizationRow,
  organizationRows,
  signIn,
  test,
  untilAnswered,
  type Visit,
  waitForReread,
} from '../support/visit.ts';

/** Waits until all webhooks are delivered and answered. */
const webhooksSettled = (visit: Visit): Promise<unknown> => visit.onCodeHost('webhooks/settled');

const installationIdIn = async (page: Page, login: string): Promise<number> => {
  const href = await organizationRow(page, login)
    .getByRole('link', { name: /repositor/ })
    .getAttribute('href');
  return Number(/#installation-(\d+)$/.exec(href ?? '')?.[1]);
};

/** Marks the page, to prove later that it was not reloaded. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dataset.seen = 'before';
  });
const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.dataset.seen === 'before');

/** Positions of everything that a layout shift would move. */
const positionsOf = (page: Page): Promise<unknown> =>
  // Recent changes appear below everything else.
  page.locator('tr, h1, section:not(.recent), section:not(.recent) h2').evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.tagName, x, y, width, height];
    }),
  );

test('a person installs the App on two repositories and sees the change, the count and the repositories [W-6 Y-15]', async ({
  visit,
}) => {
  await visit.onCodeHost('world/addRepository', { owner: 'quiet-co', name: 'murmur', isPrivate: true });
  await visit.onCodeHost('world/addRepository', { owner: 'quiet-co', name: 'rumor', isPrivate: true });
  const page = await visit.openAs('ada');

  await page.getByRole('link', { name: 'Install the App on quiet-co' }).click();
  await page.getByRole('link', { name: /\(ada\)/ }).click();
  await page.getByRole('heading', { level: 1, name: /^Install .* on quiet-co$/ }).waitFor();
  await page.getByLabel('Only select repositories').check();
  await page.getByLabel('whisper').check();
  await page.getByLabel('murmur').check();
  await page.getByRole('button', { name: 'Install' }).click();

  const row = organizationRow(page, 'quiet-co');
  await row.getByText('Installed', { exact: true }).waitFor();
  expect(page.url()).toBe(`${visit.url}/`);
  const notice = page.getByRole('status').filter({ hasText: 'App installed' });
  await notice.getByText('orgdesk can now access quiet-co.', { exact: true }).waitFor();
  expect(await notice.getByRole('link', { name: 'quiet-co' }).getAttribute('href')).toBe('/organizations/quiet-co');
  expect(await accessibilityProblems(page)).toEqual([]);

  // The notice shows once.
  await row.getByRole('link', { name: /elected repositories of quiet-co/ }).click();

  const section = installation(page, 'quiet-co');
  await section.getByRole('link', { name: 'whisper' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/installations');
  expect(await section.innerText()).toContain('2 selected repositories');
  expect(await section.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^murmur\s+Private$/),
    expect.stringMatching(/^whisper\s+Public$/),
  ]);
  expect(await section.getByRole('link', { name: 'murmur' }).getAttribute('href')).toBe(
    '/organizations/quiet-co/repositories/murmur/access',
  );
  expect(await notice.count()).toBe(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Organizations' }).click();
  await row.getByRole('link', { name: '2 selected repositories of quiet-co' }).waitFor();
});

test('a suspension on the code host arrives by webhook and shows without a reload, and so does its end [V-18 Y-15]', async ({
  visit,
}) => {
  // The page learns of the suspension after its next read.
  visit.expectProblem(/403.*lumen-labs/);
  const page = await visit.blankAs('ada');
  await page.clock.install();
  await page.goto(visit.url);
  const row = organizationRow(page, 'lumen-labs');
  await row.getByText('Installed', { exact: true }).waitFor();
  await row.getByRole('link', { name: '2 selected' }).or(row.getByText('Selected')).waitFor();
  await webhooksSettled(visit);
  await untilAnswered(page, '**/api/organizations', () => waitForReread(page));
  await row.getByRole('link', { name: '2 selected repositories of Lumen Labs' }).waitFor();
  const positions = await positionsOf(page);
  await mark(page);

  await visit.onCodeHost('platform/suspend', await installationIdIn(page, 'lumen-labs'), 'ada');
  await webhooksSettled(visit);
  await waitForReread(page);
  await row.getByText('Suspended', { exact: true }).waitFor();
  expect(await isMarked(page)).toBe(true);
  expect(await positionsOf(page)).toEqual(positions);

  await row.getByRole('link', { name: 'Unsuspend on the simulated code host for Lumen Labs' }).click();
  await page.getByRole('link', { name: /\(ada\)/ }).click();
  await page.getByRole('button', { name: 'Unsuspend' }).click();
  await page.getByText('The App has its access back.').waitFor();
  await webhooksSettled(visit);
  await page.goto(visit.url);
  await row.getByText('Installed', { exact: true }).waitFor();
});

test('the installations page shows a suspension when its window regains focus', async ({ visit }) => {
  const page = await visit.openAs('margaret', '/installations');
  const section = installation(page, 'Northwind Traders International');
  await section.getByText('Installed', { exact: true }).waitFor();

  await page.getByRole('navigation').getByRole('link', { name: 'Organizations' }).click();
  const id = await installationIdIn(page, 'northwind');
  await page.goto(`${visit.url}/installations`);
  await section.getByText('Installed', { exact: true }).waitFor();
  await mark(page);
  await visit.onCodeHost('platform/suspend', id);
  await webhooksSettled(visit);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));

  await section.getByText('Suspended', { exact: true }).waitFor();
  expect(await section.innerText()).toContain('orgdesk has no access while the App is suspended');
  expect(await isMarked(page)).toBe(true);
  await visit.onCodeHost('platform/unsuspend', id);
  await webhooksSettled(visit);
});

test('a person who owns nothing requests approval, learns so, and returns', async ({ visit }) => {
  await visit.onCodeHost('world/addOrganization', { login: 'studio-nine', name: 'Studio Nine' });
  await visit.onCodeHost('world/addMembership', { organization: 'studio-nine', login: 'radia', role: 'admin' });
  await visit.onCodeHost('world/addMembership', { organization: 'studio-nine', login: 'grace' });
  const page = await visit.openAs('grace');

  // A request returns without an installation, which the service reports as an error.
  visit.expectProblem(/400.*setup_action=request|setup_action=request.*400|status of 400/);
  await page.getByRole('link', { name: 'Request the App for Studio Nine' }).click();
  await page.getByRole('link', { name: /\(grace\)/ }).click();
  await page.getByRole('button', { name: 'Request' }).click();

  await heading(page, 'Waiting for approval').waitFor();
  expect(await page.locator('main').innerText()).toContain('owners were asked to approve the App');
  await page.getByRole('link', { name: 'Back to orgdesk' }).click();
  await organizationRow(page, 'studio-nine').getByText('Not installed').waitFor();
});

test('a person who leaves the code host’s pages finds the organizations unchanged', async ({ visit }) => {
  const page = await visit.open();
  await untilAnswered(page, GRAPHQL, () => signIn(page, 'margaret'));
  await visit.onCodeHost('world/addOrganization', { login: 'margaret-moon', name: null });
  await visit.onCodeHost('world/addMembership', { organization: 'margaret-moon', login: 'margaret', role: 'admin' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, 'margaret');

  await page.getByRole('link', { name: 'Install the App on margaret-moon' }).click();
  await page.getByRole('link', { name: /\(margaret\)/ }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('Where do you want to install it?').waitFor();
  await page.goBack();
  await page.goBack();
  await page.goBack();

  await organizationRow(page, 'margaret-moon').getByText('Not installed').waitFor();
  await page.getByRole('link', { name: 'Install the App on margaret-moon' }).click();
  await page.getByRole('link', { name: /\(margaret\)/ }).waitFor();
});

test('a deep link to an installation survives the sign-in and scrolls to it', async ({ visit }) => {
  const first = await visit.openAs('ada');
  const id = await installationIdIn(first, 'lumen-labs');

  const page = await visit.open(`/installations#installation-${id}`, { viewport: { width: 800, height: 300 } });
  await signIn(page, 'ada');

  await installation(page, 'Lumen Labs').waitFor();
  expect(page.url()).toBe(`${visit.url}/installations#installation-${id}`);
  expect(await page.title()).toBe('Installations · orgdesk');
  await expect.poll(async () => (await installation(page, 'Lumen Labs').boundingBox())?.y).toBeLessThan(200);
});

test('a large installation shows a hundred repositories, more on demand, and can be filtered', async ({ visit }) => {
  const page = await visit.openAs('margaret', '/installations');
  const section = installation(page, 'Northwind Traders International');
  const items = section.getByRole('listitem');
  await section.getByText('100 of 1,200 shown').waitFor();
  expect(await page.getByText('1,200 repositories on 1 organization').isVisible()).toBe(true);
  expect(await items.count()).toBe(100);

  await section.getByRole('button', { name: 'Show 1,000 more repositories of Northwind' }).click();
  await section.getByRole('button', { name: 'Show all 1,200 repositories of Northwind' }).waitFor();
  expect(await items.count()).toBe(1_100);
  await section.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => items.count()).toBe(1_200);
  expect(await section.getByRole('button').count()).toBe(0);
  const focused = items.nth(1_100).getByRole('link');
  expect(await focused.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true);

  const filter = page.getByRole('searchbox', { name: 'Filter repositories by name' });
  await filter.fill(' FLEET-sdk ');
  await page.getByText('10 of 1,200 repositories').waitFor();
  expect(await items.count()).toBe(10);
  await filter.fill('no such name');
  await page.getByRole('heading', { name: 'No matching repositories' }).waitFor();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await section.getByText('100 of 1,200 shown').waitFor();
  expect(await filter.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
});

test('the page without installations offers to install', async ({ visit }) => {
  const page = await visit.openAs('edsger', '/installations');

  await page.getByRole('heading', { name: 'No installations yet' }).waitFor();
  await page.getByRole('link', { name: 'Install the App' }).click();
  await page.getByRole('link', { name: /\(edsger\)/ }).click();
  await page.getByRole('link', { name: /^edsger/ }).click();
  await page.getByRole('button', { name: 'Install' }).click();

  await installation(page, 'edsger').getByText('Personal account').waitFor();
  expect(page.url()).toBe(`${visit.url}/installations`);
});

test('an installation made by somebody else is announced, and shows after signing in again', async ({ visit }) => {
  await visit.onCodeHost('world/addOrganization', { login: 'late-co', name: 'Late Company' });
  await visit.onCodeHost('world/addRepository', { owner: 'late-co', name: 'overdue' });
  await visit.onCodeHost('world/addMembership', { organization: 'late-co', login: 'radia', role: 'admin' });
  await visit.onCodeHost('world/addMembership', { organization: 'late-co', login: 'alan' });
  const page = await visit.openAs('alan', '/installations');
  await installation(page, 'Acme Corporation').waitFor();

  await visit.onCodeHost('platform/install', { account: 'late-co', by: 'radia' });
  await webhooksSettled(visit);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByText('The App is also installed on Late Company').waitFor();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: /^alan\b/ }).click();

  await installation(page, 'Late Company').getByRole('link', { name: 'overdue' }).waitFor();
  expect(await page.getByText('The App is also installed').count()).toBe(0);
});

test('a failed read is explained and can be retried; later failures keep the loaded data', async ({ visit }) => {
  visit.expectProblem(/503/);
  const page = await visit.blankAs('ada');
  await page.clock.install();
  const failing = '**/api/install/status';
  const fail = () =>
    page.route(failing, (route) => route.fulfill({ status: 503, json: { error: 'The service has a pause.' } }));
  await fail();
  await page.goto(`${visit.url}/installations`);
  const alert = page.getByRole('alert');
  // A second attempt follows half a second later.
  await page.clock.runFor(1_000);
  await alert.waitFor();
  expect(await alert.innerText()).toContain('Couldn’t load installations');
  expect(await alert.innerText()).toContain('The service has a pause.');

  await page.unroute(failing);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await installation(page, 'Acme Corporation').waitFor();
  expect(await alert.count()).toBe(0);

  await fail();
  await waitForReread(page);
  await page.clock.runFor(1_000);
  await alert.waitFor();
  expect(await alert.innerText()).toContain('This list may be out of date');
  expect(await installation(page, 'Acme Corporation').isVisible()).toBe(true);
});

test('all steps can be reached and distinguished without seeing the rows', async ({ visit }) => {
  const page = await visit.openAs('ada');
  await organizationRows(page).first().waitFor();

  const names = await page
    .getByRole('table')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.textContent));

  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    // The name links to the organization's page.
    expect(name).toMatch(/(?:^| (?:of|for|on) )(?:Acme Corporation|Harbor Tools|Lumen Labs|quiet-co)$/);
  }
});
