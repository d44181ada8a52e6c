import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { holdRequests, test, type Visit } from '../support/visit.ts';

const point = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });
const mark = (page: Page, name: string): Promise<string | null> =>
  point(page, name).getByRole('img').first().getAttribute('aria-label');
const settings = (page: Page): Locator => page.getByRole('link', { name: /^(Settings|App settings) of the App/ });

const openAt = (visit: Visit, organization: string, login: string): Promise<Page> =>
  visit.openAs(login, `/organizations/${organization}/installation`);

test('an admin sees the state of the App, its repositories and that all is in order', async ({ visit }) => {
  const page = await openAt(visit, 'acme', 'ada');
  await page.getByText('All repositories (5)').waitFor();
  await page.getByRole('region', { name: 'Covered repositories' }).getByRole('link', { name: 'api' }).waitFor();
  await page.getByText(/^Last updated /).waitFor();
  await page.getByText(/^Checked at /).waitFor();
  for (const name of ['Membership', 'Single sign-on', 'App', 'Permissions']) {
    expect(await mark(page, name), name).toBe('Passed');
  }
  expect(await settings(page).getAttribute('href')).toMatch(/\/organizations\/acme\/settings\/installations\/\d+$/);
});

test('the count of covered repositories shows as soon as they are loaded, also the first time', async ({ visit }) => {
  await visit.onCodeHost('world/addOrganization', { login: 'newly-found' });
  await visit.onCodeHost('world/addMembership', { organization: 'newly-found', login: 'ada', role: 'admin' });
  await visit.onCodeHost('world/addRepository', { owner: 'newly-found', name: 'first', isPrivate: true });
  await visit.onCodeHost('world/addInstallation', { account: 'newly-found' });
  const page = await visit.blankAs('ada');
  const open = await holdRequests(page, '**/api/install/status');
  await page.goto(visit.url);
  await page.goto(`${visit.url}/organizations/newly-found/installation`);

  await page.getByText('All repositories', { exact: true }).waitFor();
  open();
  await page.getByText('All repositories (1)', { exact: true }).waitFor();
});

test('a member sees which repositories were selected, and no settings', async ({ visit }) => {
  const page = await openAt(visit, 'lumen-labs', 'alan');
  await page.getByText('2 repositories selected by an owner').waitFor();
  await page.getByRole('link', { name: 'spectra' }).waitFor();
  expect(await settings(page).count()).toBe(0);
});

test('the covered repositories of a large organization can be filtered and are shown in parts', async ({ visit }) => {
  const page = await openAt(visit, 'northwind', 'margaret');
  const region = page.getByRole('region', { name: 'Covered repositories' });
  await region.getByText('1,200 repositories').waitFor();
  await region.getByText('100 of 1,200 shown').waitFor();
  await region.getByRole('searchbox').fill('mobile-sdk');
  await region.getByText(/^\d+ of 1,200 repositories$/).waitFor();
  expect(await region.getByRole('listitem').count()).toBeLessThan(30);
  await region.getByRole('searchbox').fill('no such name');
  await region.getByRole('button', { name: 'Clear filter' }).click();
  await region.getByText('100 of 1,200 shown').waitFor();
});

test('the tab of a suspended App shows since when and what to do', async ({ visit }) => {
  const page = await openAt(visit, 'harbor-tools', 'ada');
  await page.getByText('orgdesk has no access while the App is suspended').waitFor();
  await page.getByText(/^since /).waitFor();
  await point(page, 'App').getByText('The App is suspended on Harbor Tools').waitFor();
  expect(await mark(page, 'App')).toBe('Action required');
  expect(await mark(page, 'Membership')).toBe('Not checked');
  expect(await page.getByRole('link', { name: /^App settings/ }).count()).toBe(1);
});

test('missing permissions are listed, and their acceptance shows after another check', async ({ visit }) => {
  // Without them, the service cannot confirm who owns the organization.
  visit.expectProblem(/403/);
  const installations = (await visit.onCodeHost('world/installations')) as { id: number; accountId: number }[];
  const { id: accountId } = (await visit.onCodeHost('world/organization', 'acme')) as { id: number };
  const id = installations.find((installation) => installation.accountId === accountId)?.id;
  await visit.onCodeHost('world/setInstallationPermissions', id, { metadata: 'read' });
  const page = await openAt(visit, 'acme', 'ada');
  await point(page, 'Permissions').getByText('members (write)').waitFor();
  const accept = point(page, 'Permissions').getByRole('link', { name: /^Review permissions/ });
  expect(await accept.getAttribute('href')).toMatch(/\/settings\/installations\/\d+\/permissions\/update$/);

  await visit.onCodeHost('world/setInstallationPermissions', id, null);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await point(page, 'Permissions').getByText('All requested permissions granted').waitFor();
});

test('installing from the tab returns to it', async ({ visit }) => {
  const page = await openAt(visit, 'quiet-co', 'ada');
  await point(page, 'App').getByText('The App is not installed on quiet-co').waitFor();
  await page.getByRole('link', { name: 'Install the App' }).click();
  await page.getByRole('link', { name: /\(ada\)/ }).click();
  await page.getByRole('button', { name: 'Install' }).click();
  await page.waitForURL('**/organizations/quiet-co/installation');
  await page.getByRole('link', { name: 'whisper' }).waitFor();
  expect(await mark(page, 'App')).toBe('Passed');
});

test('an App installed after the sign-in asks to sign in again, and returns here', async ({ visit }) => {
  await visit.onCodeHost('world/addOrganization', { login: 'late-co', name: 'Late Company' });
  await visit.onCodeHost('world/addRepository', { owner: 'late-co', name: 'tardy' });
  await visit.onCodeHost('world/addMembership', { organization: 'late-co', login: 'edsger' });
  const page = await openAt(visit, 'late-co', 'edsger');
  await page.getByRole('heading', { name: 'The App is not installed on Late Company' }).waitFor();
  // A running check would be shared by the next one, without the installation.
  await point(page, 'App').getByText('The App is not installed on Late Company').waitFor();

  await visit.onCodeHost('world/addInstallation', { account: 'late-co' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await point(page, 'App').getByText('Installed and working').waitFor();
  await page.getByText('The App was installed after you signed in').waitFor();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: /^Edsger|\(edsger\b/ }).click();
  await page.waitForURL('**/organizations/late-co/installation');
  await page.getByRole('link', { name: 'tardy' }).waitFor();
});
