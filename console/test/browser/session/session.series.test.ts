import type { Cookie, Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilQuiet } from '../support/until-quiet.ts';
import {
  GRAPHQL,
  heading,
  holdRequests,
  installation,
  organizationRows,
  person,
  signIn,
  signInLink,
  signOutButton,
  signOutElsewhere,
  test,
  untilAnswered,
  waitForReread,
} from '../support/visit.ts';

const cookieNamed = async (page: Page, name: string): Promise<Cookie | undefined> =>
  (await page.context().cookies()).find((cookie) => cookie.name === name);

/** Session lifetime with tokens of the simulated code host. */
const SESSION_MS = 8 * 60 * 60 * 1000;

/** Opens the organizations page and waits for all its data, also for what it loads two seconds later. */
async function readOrganizations(page: Page, url: string): Promise<void> {
  await untilAnswered(page, GRAPHQL, () => page.goto(url));
  await organizationRows(page).first().waitFor();
  // These are read last.
  await page.getByRole('heading', { name: 'Recent changes' }).waitFor();
  await untilQuiet(page);
}

/** Returns to the page when its data is stale. */
async function comeBackLater(page: Page): Promise<void> {
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

test('a session that ends while the page is open asks to sign in again, and returns to the same page', async ({
  visit,
}) => {
  // What else is due at that moment may be refused before the session is read.
  visit.expectProblem(/401/);
  const page = await visit.blankAs('ada');
  await page.clock.install();
  await readOrganizations(page, `${visit.url}/?from=letter#list`);

  await signOutElsewhere(page, visit);
  await comeBackLater(page);

  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').innerText()).toContain('Your session ended');
  expect(await page.getByRole('table').count()).toBe(0);
  expect(await page.getByRole('region', { name: 'Account', exact: true }).count()).toBe(0);
  await signIn(page, 'grace');
  expect(page.url()).toBe(`${visit.url}/?from=letter#list`);
  await page.getByText('2 organizations').waitFor();
});

test('a session that ends on the installations page returns there', async ({ visit }) => {
  visit.expectProblem(/401/);
  const page = await visit.blankAs('ada');
  await page.clock.install();
  await page.goto(`${visit.url}/installations`);
  await installation(page, 'Acme Corporation').waitFor();

  await signOutElsewhere(page, visit);
  await waitForReread(page);

  await page.getByText('Your session ended').waitFor();
  expect(await page.locator('body').innerText()).not.toContain('Acme');
  await signIn(page, 'grace');
  expect(page.url()).toBe(`${visit.url}/installations`);
  await installation(page, 'Northwind').waitFor();
});

test('a session that ended elsewhere is noticed on return, without a refused request', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  await readOrganizations(page, visit.url);

  await signOutElsewhere(page, visit);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));

  await page.getByText('Your session ended').waitFor();
});

test.for([
  // Happens before the next automatic refetch.
  ['at that moment', 20_000, 21_000],
  ['after hours of sleep', SESSION_MS, SESSION_MS + 3_600_000],
] as const)(
  'an expired session asks to sign in again %s, without a refused request',
  async ([_when, leftMs, passingMs], { visit }) => {
    const page = await visit.blankAs('ada');
    await page.clock.install({ time: Date.now() + SESSION_MS - leftMs });
    await page.goto(`${visit.url}/installations`);
    await installation(page, 'Acme Corporation').waitFor();

    // The service's clock stands still, so the session is ended explicitly.
    await signOutElsewhere(page, visit);
    await page.clock.fastForward(passingMs);

    await page.getByText('Your session ended').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('Acme');
  },
);

test('a browser clock that is ahead ends no session, and reads it once in half a minute', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  await page.clock.install({ time: Date.now() + 60 * SESSION_MS });
  await page.goto(visit.url);
  await organizationRows(page).first().waitFor();
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/session')) reads += 1;
  });

  for (let round = 1; round <= 4; round += 1) {
    const read = page.waitForResponse(/\/api\/auth\/session/);
    await page.clock.fastForward(30_000);
    await (await read).finished();
    expect(reads).toBe(round);
  }
  expect(await organizationRows(page).count()).toBeGreaterThan(0);
});

test('a deep link survives the sign-in, parameters and fragment included', async ({ visit }) => {
  const page = await visit.open('/?view=all&text=a%20b+c%C3%A4#row-2');

  await signIn(page, 'ada');

  expect(page.url()).toBe(`${visit.url}/?view=all&text=a%20b+c%C3%A4#row-2`);
});

test('an unknown URL shows a message and links to everybody', async ({ visit }) => {
  const page = await visit.open('/no/such/page');

  await heading(page, 'Page not found').waitFor();
  await page.getByRole('link', { name: 'Go to your organizations' }).click();
  await signInLink(page).waitFor();
  expect(page.url()).toBe(`${visit.url}/`);

  await signIn(page, 'ada');
  await page.goto(`${visit.url}/no/such/page`);
  await heading(page, 'Page not found').waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Installations' }).click();
  await page.waitForURL('**/installations');
});

test('the parent URL of all organizations redirects to their list, with its parameters', async ({ visit }) => {
  const page = await visit.open('/organizations/?role=member#x');
  await signIn(page, 'ada');
  await heading(page, 'Organizations').waitFor();
  expect(page.url()).toBe(`${visit.url}/?role=member#x`);
});

test('the session cookie is unusable for scripts and other sites [C-1]', async ({ visit }) => {
  const page = await visit.open();
  await signInLink(page).click();
  await person(page, 'ada').waitFor();
  expect(await cookieNamed(page, 'host_session')).toBeUndefined();
  expect(await cookieNamed(page, 'host_auth_csrf')).toMatchObject({ httpOnly: true, secure: true, sameSite: 'None' });

  await person(page, 'ada').click();
  await organizationRows(page).first().waitFor();

  expect(await cookieNamed(page, 'host_session')).toMatchObject({
    value: expect.stringMatching(/^[0-9a-f]{64}$/),
    domain: 'localhost',
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
  });
  expect(await cookieNamed(page, 'host_auth_csrf')).toBeUndefined();
  expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0]);
  expect(await page.evaluate(() => Object.values(sessionStorage))).toEqual([expect.stringMatching(/^\[[\d,]*\]$/)]);
});

test('signing out leaves no cookie, and going back shows nothing of the person', async ({ visit }) => {
  const page = await visit.openAs('ada');
  await organizationRows(page).first().waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You signed out.').waitFor();
  expect(await page.context().cookies()).toEqual([]);
  await page.goto('about:blank');
  await page.goBack();

  await signInLink(page).waitFor();
  expect(await page.locator('body').innerText()).not.toContain('Acme');
});

test('signing out cancels reads, which would be refused', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  await holdRequests(page, GRAPHQL);
  const goOn = await holdRequests(page, '**/api/auth/logout');
  const graphqlRequest = page.waitForRequest(GRAPHQL);
  await page.goto(visit.url);
  await graphqlRequest;
  // Others that are still on their way are given up too, in any order.
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url() === `${visit.url}/api/github/graphql`);

  await page.getByRole('button', { name: 'Sign out' }).click();

  await givenUp;
  goOn();
  await page.getByText('You signed out.').waitFor();
});

test('a failed sign-out leaves the page unchanged', async ({ visit }) => {
  visit.expectProblem(/500/);
  const page = await visit.blankAs('ada');
  const answer = await holdRequests(page, '**/api/organizations');
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, json: { error: 'Not now.' } }));
  await page.goto(visit.url);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alert').getByText('Not now.').waitFor();
  answer();

  await organizationRows(page).first().waitFor();
});

test('a callback that is opened again shows no failure over the session that it began, not even after signing out', async ({
  visit,
}) => {
  const page = await visit.open();
  const callback = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/auth');
  await signIn(page, 'ada');
  const address = (await callback).url();
  for (const again of [address, address]) {
    await page.goto(again);
    await signOutButton(page).waitFor();
    await untilQuiet(page);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(page.url()).toBe(`${visit.url}/`);
  }
  await signOutButton(page).click();
  await page.getByText('You signed out.').waitFor();
  expect(await page.getByText('Sign-in failed').count()).toBe(0);

  await page.goto(address);
  await page.getByRole('alert').getByText('Sign-in failed').waitFor();
});

test('a sign-in that failed beside a session says who is still signed in', async ({ visit }) => {
  const failed = 'Could not complete sign in. The code host may be temporarily unavailable.';
  const page = await visit.openAs('ada', `/?authError=${encodeURIComponent(failed)}`);
  const alert = page.getByRole('alert');
  await alert.getByText('You’re still signed in as ada').waitFor();
  expect(await alert.innerText()).toContain(failed);
});
