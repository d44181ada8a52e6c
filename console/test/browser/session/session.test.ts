import type { Cookie, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  GRAPHQL,
  heading,
  holdRequests,
  installation,
  organizationRows,
  person,
  signIn,
  signInLink,
  signOutElsewhere,
  test,
  untilAnswered,
  waitForReread,
} from '../support/visit.ts';

const cookieNamed = async (page: Page, name: string): Promise<Cookie | undefined> =>
  (await page.context().cookies()).find((cookie) => cookie.name === name);

/** How long a session lasts with the tokens of the simulated code host. */
const SESSION_MS = 8 * 60 * 60 * 1000;

/** Opens the page of organizations, and waits for all that it asks for. */
async function readOrganizations(page: Page, url: string): Promise<void> {
  await untilAnswered(page, GRAPHQL, () => page.goto(url));
  await organizationRows(page).first().waitFor();
}

/** Comes back to the page after longer than its answers stay fresh. */
async function comeBackLater(page: Page): Promise<void> {
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

test('a session that ends while the page is open asks to sign in again, and leads back to the same place', async ({
  visit,
}) => {
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

test('a session that ends on the page of installations leads back there', async ({ visit }) => {
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

test('a session that ended elsewhere is noticed on coming back, without a refused request', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  await readOrganizations(page, visit.url);

  await signOutElsewhere(page, visit);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));

  await page.getByText('Your session ended').waitFor();
});

test.for([
  // Sooner than what is kept fresh would be read again.
  ['at that moment', 20_000, 21_000],
  ['after hours of sleep', SESSION_MS, SESSION_MS + 3_600_000],
] as const)(
  'a session that ends by its own time turns the page over %s, without a refused request',
  async ([_when, leftMs, passingMs], { visit }) => {
    const page = await visit.blankAs('ada');
    await page.clock.install({ time: Date.now() + SESSION_MS - leftMs });
    await page.goto(`${visit.url}/installations`);
    await installation(page, 'Acme Corporation').waitFor();

    // To the service, whose clock stands still meanwhile, the session ends like this.
    await signOutElsewhere(page, visit);
    await page.clock.fastForward(passingMs);

    await page.getByText('Your session ended').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('Acme');
  },
);

test('a clock that is ahead of the service ends no session, and reads it once in half a minute', async ({ visit }) => {
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

test('an address without a page says so to everybody, and leads on', async ({ visit }) => {
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

test('the address above those of all organizations leads to their list, with what it says', async ({ visit }) => {
  const page = await visit.open('/organizations/?role=member#x');
  await signIn(page, 'ada');
  await heading(page, 'Organizations').waitFor();
  expect(page.url()).toBe(`${visit.url}/?role=member#x`);
});

test('the browser keeps the session where no script and no other site can use it [C-1]', async ({ visit }) => {
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

test('signing out leaves no cookie behind, and the way back shows nothing of the person', async ({ visit }) => {
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

test('signing out gives up what is being read, since the answer would be a refusal', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  await holdRequests(page, GRAPHQL);
  const goOn = await holdRequests(page, '**/api/auth/logout');
  const graphqlRequest = page.waitForRequest(GRAPHQL);
  await page.goto(visit.url);
  await graphqlRequest;
  const givenUp = page.waitForEvent('requestfailed');

  await page.getByRole('button', { name: 'Sign out' }).click();

  expect((await givenUp).url()).toBe(`${visit.url}/api/github/graphql`);
  goOn();
  await page.getByText('You signed out.').waitFor();
});

test('signing out that fails leaves the person where they were, with everything there', async ({ visit }) => {
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
