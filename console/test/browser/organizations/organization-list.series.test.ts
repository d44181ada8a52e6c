import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { untilQuiet } from '../support/until-quiet.ts';
import {
  GRAPHQL,
  heading,
  holdRequests,
  organizationRow,
  organizationRows,
  signOutButton,
  test,
  untilAnswered,
  type Visit,
} from '../support/visit.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
let people = 0;

/** Creates a member of many organizations who is an admin of `harbor-tools`. */
async function addPerson({ onCodeHost }: Visit, crowd = 10): Promise<string> {
  people += 1;
  const login = `many-${people}`;
  await onCodeHost('world/addUser', { login, signInNote: 'belongs to many' });
  await onCodeHost('world/addMembership', { organization: 'harbor-tools', login, role: 'admin' });
  await onCodeHost('world/addMembership', { organization: 'acme', login });
  await onCodeHost('world/enlarge', login, { organizations: crowd, installations: 1, prefix: login });
  return login;
}

async function openList(visit: Visit, path: string, login: string, options = {}): Promise<Page> {
  const page = await visit.openAs(login, path, options);
  await page.locator('main table, main h2').first().waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  return page;
}

const shownNames = (page: Page): Promise<readonly string[]> => organizationRows(page).locator('th a').allInnerTexts();
const sortHeading = (page: Page, name: string) => page.getByRole('columnheader', { name }).getByRole('button');
const missing = (page: Page) => page.getByText('Missing an organization?');
const queryOf = (page: Page): string => new URL(page.url()).search;

test('pressing a heading sorts by it, pressing again reverses the order, and the URL keeps both', async ({ visit }) => {
  const page = await openList(visit, '/', 'ada');
  const order = async (name: string) => page.getByRole('columnheader', { name }).getAttribute('aria-sort');
  expect(await order('Organization')).toBe('ascending');
  expect(await shownNames(page)).toEqual(['Acme Corporation', 'Harbor Tools', 'Lumen Labs', 'quiet-co']);

  await sortHeading(page, 'Organization').click();
  await expect.poll(() => shownNames(page)).toEqual(['quiet-co', 'Lumen Labs', 'Harbor Tools', 'Acme Corporation']);
  expect(await order('Organization')).toBe('descending');
  await sortHeading(page, 'App').click();
  await expect.poll(() => shownNames(page)).toEqual(['Acme Corporation', 'Lumen Labs', 'quiet-co', 'Harbor Tools']);
  expect(await order('Organization')).toBeNull();
  await sortHeading(page, 'App').click();
  await expect.poll(() => order('App')).toBe('descending');
  expect(queryOf(page)).toBe('?sort=app&order=descending');

  await page.reload();
  await expect.poll(() => shownNames(page)).toEqual(['Harbor Tools', 'quiet-co', 'Acme Corporation', 'Lumen Labs']);
});

test('the repositories heading sorts by the most first', async ({ visit }) => {
  const page = await openList(visit, '/installations', 'ada');
  await page.getByRole('link', { name: 'spectra' }).waitFor();
  await page.getByRole('link', { name: 'Organizations' }).click();
  await organizationRows(page).first().waitFor();

  await sortHeading(page, 'Repositories').click();

  await expect.poll(async () => (await shownNames(page)).slice(0, 2)).toEqual(['Acme Corporation', 'Lumen Labs']);
  expect(queryOf(page)).toBe('?sort=repositories&order=descending');
});

test('filters combine, are stored in the URL, and survive going to a page and back', async ({ visit }) => {
  const login = await addPerson(visit);
  const page = await openList(visit, '/?from=a%20b+c', login);
  await page.getByText('12 organizations', { exact: true }).waitFor();

  await page.getByLabel('Filter by your role').selectOption('Owner');
  await page.getByText('1 of 12 organizations').waitFor();
  expect(await shownNames(page)).toEqual(['Harbor Tools']);
  await page.getByLabel('Filter by your role').selectOption('Member');
  await page.getByLabel('Filter by App status').selectOption('Installed');
  await page.getByText('2 of 12 organizations').waitFor();
  await page.getByRole('searchbox').fill('acme');
  await page.getByText('1 of 12 organizations').waitFor();
  expect(queryOf(page)).toBe('?from=a%20b+c&name=acme&role=member&app=installed');

  await organizationRow(page, 'acme').getByRole('link', { name: 'Acme Corporation', exact: true }).click();
  await heading(page, 'Acme Corporation').waitFor();
  await page.goBack();
  await page.getByText('1 of 12 organizations').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('acme');

  await page.getByLabel('Filter by App status').selectOption('Suspended');
  await page.getByRole('heading', { name: 'No matching organizations' }).waitFor();
  await page.getByRole('button', { name: 'Show all organizations' }).click();
  await page.getByText('12 organizations', { exact: true }).waitFor();
  expect(queryOf(page)).toBe('?from=a%20b+c');
});

test('a link with a view opens it after the sign-in and ignores unknown values', async ({ visit }) => {
  const page = await openList(visit, '/?app=suspended&role=emperor&sort=__proto__&order=sideways', 'ada');

  await page.getByText('1 of 4 organizations').waitFor();
  expect(await shownNames(page)).toEqual(['Harbor Tools']);
  await page.goto(`${visit.url}/?role=emperor&sort=__proto__&order=sideways`);
  await page.getByText('4 organizations', { exact: true }).waitFor();
  await expect.poll(async () => (await shownNames(page))[0]).toBe('Acme Corporation');
});

test('a phone sorts by a menu instead of headings', async ({ visit }) => {
  const login = await addPerson(visit);
  const page = await openList(visit, '/', login, PHONE);
  expect(await page.getByRole('button', { name: 'Organization', exact: true }).count()).toBe(0);

  await page.getByLabel('Sort organizations').selectOption('Role, owners first');

  await expect.poll(async () => (await shownNames(page))[0]).toBe('Harbor Tools');
  expect(queryOf(page)).toBe('?sort=role');
});

test('five hundred organizations are all there, found and sorted', async ({ visit }) => {
  const login = await addPerson(visit, 498);
  const page = await openList(visit, '/', login);
  await page.getByText('500 organizations', { exact: true }).waitFor();
  await expect.poll(() => organizationRows(page).count()).toBe(500);

  await page.getByRole('searchbox').pressSequentially('-0042');
  await page.getByText('1 of 500 organizations').waitFor();
  await page.getByRole('searchbox').fill('');
  await sortHeading(page, 'Organization').click();

  await expect.poll(async () => (await shownNames(page))[0]).toBe('Organization 498 of '.concat(login));
});

describe('a person who misses an organization', () => {
  test('sees what changed since the sign-in, and has it in the list after signing in again', async ({ visit }) => {
    const login = await addPerson(visit, 3);
    const page = await visit.blankAs(login);
    // A running comparison would be shared by the requested one.
    await untilAnswered(page, GRAPHQL, () => page.goto(`${visit.url}/?sort=role`));
    await visit.onCodeHost('world/addMembership', { organization: 'lumen-labs', login });
    await visit.onCodeHost('world/removeMembership', 'acme', login);
    await visit.onCodeHost('world/setRole', 'harbor-tools', login, 'member');

    await missing(page).click();

    await page.getByText('You joined Lumen Labs (lumen-labs) after you signed in').waitFor();
    const text = await page.getByRole('main').innerText();
    expect(text).toContain('You no longer have access to Acme Corporation (acme)');
    expect(text).toContain('You’re no longer an owner of Harbor Tools (harbor-tools)');
    expect(await organizationRow(page, 'lumen-labs').count()).toBe(0);

    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByRole('button', { name: new RegExp(`(^|\\()${login}\\b`) }).click();
    await signOutButton(page).waitFor();
    await organizationRow(page, 'lumen-labs').waitFor();
    expect(await organizationRow(page, 'acme').count()).toBe(0);
    expect(queryOf(page)).toBe('?sort=role');
    await missing(page).click();
    await page.getByText('Nothing has changed since you signed in').waitFor();
  });

  test('sees how many single sign-on withholds', async ({ visit }) => {
    const page = await openList(visit, '/', 'katherine');
    await page.getByText('1 hidden by single sign-on').waitFor();
    await missing(page).click();
    await page.getByText('1 organization is hidden by single sign-on').waitFor();
    expect(await page.getByRole('link', { name: 'Open the simulated code host' }).isVisible()).toBe(true);
  });

  test('learns that only the first hundred were compared', async ({ visit }) => {
    const login = await addPerson(visit, 118);
    const page = await openList(visit, '/', login);
    await missing(page).click();
    await page.getByText('Only the first 100 of 120 organizations were compared').waitFor();
  });

  test('sees the explanation at once if the list is empty', async ({ visit }) => {
    const page = await openList(visit, '/', 'edsger');
    await page.getByText('You still have no organizations').waitFor();
    expect(await page.getByRole('link', { name: 'Sign in again' }).count()).toBe(1);
  });

  test('can open any organization by its login; other text leads nowhere', async ({ visit }) => {
    const page = await openList(visit, '/', 'ada');
    await missing(page).click();
    const field = page.getByRole('textbox', { name: 'Organization name' });

    await field.fill('no login/at all');
    await page.getByRole('button', { name: 'Find out why' }).click();
    await page.getByRole('alert').waitFor();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await field.fill(' @Vaultworks ');
    await page.getByRole('button', { name: 'Find out why' }).click();

    await page.waitForURL(`${visit.url}/organizations/Vaultworks`);
  });

  test('can retry when the code host is unreachable', async ({ visit }) => {
    visit.expectProblem(/500/);
    const page = await openList(visit, '/', 'ada');
    const refuse = { status: 500, json: { error: 'The code host takes a pause. Please try again.' } };
    let refused = 0;
    await page.route(GRAPHQL, async (route) => {
      await route.fulfill(refuse);
      refused += 1;
    });
    await page.reload();
    await organizationRow(page, 'acme').waitFor();
    await expect.poll(() => refused).toBe(2);
    await untilQuiet(page);
    expect(await page.getByRole('alert').count()).toBe(0);
    await missing(page).click();
    await page.getByText('The code host takes a pause').waitFor();
    await page.unroute(GRAPHQL);

    await page.getByRole('button', { name: 'Try again' }).click();

    await page.getByText('Nothing has changed since you signed in').waitFor();
  });
});

test('names and roles show before App states, and stay if those fail to load', async ({ visit }) => {
  visit.expectProblem(/500/);
  const page = await openList(visit, '/', 'ada');
  const answer = await holdRequests(page, '**/api/organizations', (route) =>
    route.fulfill({ status: 500, json: { error: 'A pause. Please try again.' } }),
  );
  await page.reload();

  await page.getByRole('link', { name: 'Acme Corporation' }).waitFor();
  await page.getByText('Loading App status').waitFor({ state: 'attached' });
  answer();
  await page.getByText('Couldn’t load App status').waitFor();
  expect(await organizationRow(page, 'acme').innerText()).toMatch(/Owner\s+Unknown/);
  await page.unroute('**/api/organizations');
  await page.getByRole('button', { name: 'Try again' }).click();
  await organizationRow(page, 'acme').getByText('Installed').waitFor();
});
