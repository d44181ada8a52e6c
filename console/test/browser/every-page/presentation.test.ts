import { expect } from 'vitest';
import {
  accessibilityProblems,
  heading,
  organizationRows,
  person,
  sidewaysScroll,
  signIn,
  signInLink,
  test,
  type Visit,
} from '../support/visit.ts';

/** Somebody new who belongs to enough organizations for a filter. */
async function addPerson({ onCodeHost }: Visit, login: string): Promise<string> {
  await onCodeHost('world/addUser', { login, signInNote: 'belongs to many' });
  await onCodeHost('world/addMembership', { organization: 'harbor-tools', login, role: 'admin' });
  await onCodeHost('world/enlarge', login, { organizations: 12, installations: 3, prefix: login });
  return login;
}

/** What the first page may load of script, compressed. */
const SCRIPT_MAX_BYTES = 150 * 1024;

test('axe finds nothing on the way from signed out to signed in and out again', async ({ visit }) => {
  const page = await visit.open('/');
  await signInLink(page).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await signInLink(page).click();
  await person(page, 'ada').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await person(page, 'ada').click();
  await organizationRows(page).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('axe finds nothing where there is little to show', async ({ visit }) => {
  const page = await visit.open('/');
  await signInLink(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await signIn(page, 'edsger');
  await page.getByRole('heading', { name: 'No organizations to show' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByText('still names no organization of yours').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(`${visit.url}/no/such/page`);
  await heading(page, 'There is no page at this address').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('axe finds nothing in a long list, sorted, filtered, without a match and while it is read', async ({ visit }) => {
  const login = await addPerson(visit, 'belongs-to-many');
  const page = await visit.openAs(login, '/?role=member&sort=app&order=descending');
  await organizationRows(page).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByRole('heading', { name: 'No organization matches' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.route('**/api/organizations', () => undefined);
  for (const query of ['', '?sort=app']) {
    await page.goto(`${visit.url}/${query}`);
    await page.getByText('Loading where the App is installed').waitFor({ state: 'attached' });
    expect(await accessibilityProblems(page), query).toEqual([]);
  }
});

test('axe finds nothing in what is said about missing organizations', async ({ visit }) => {
  const page = await visit.openAs('katherine', '/');
  await page.getByText('Missing an organization?').click();
  await page.getByText('1 organization is withheld by single sign-on').waitFor();
  // The part under the pointer has the design system's own color of hovering.
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Why is it not shown?' }).click();
  await page.getByRole('alert').waitFor();
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.for([390, 320])('nothing has to be scrolled sideways on a screen %i pixels wide', async (width, { visit }) => {
  const page = await visit.open('/', { viewport: { width, height: 844 }, hasTouch: true, isMobile: true });
  await signInLink(page).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);

  await signInLink(page).tap();
  await person(page, 'ada').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);

  await person(page, 'ada').tap();
  await organizationRows(page).first().waitFor();
  expect(await sidewaysScroll(page)).toBe(0);

  const login = await addPerson(visit, `${'very-'.repeat(5)}many-${width}`);
  await page.getByRole('button', { name: 'Sign out' }).tap();
  await signIn(page, login);
  await organizationRows(page).first().waitFor();
  await page.getByText('Missing an organization?').tap();
  await page.getByText('Nothing has changed').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('searchbox').fill('x'.repeat(80));
  await page.getByRole('heading', { name: 'No organization matches' }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});

test('the page has the colors of the system, also when they change', async ({ visit }) => {
  const page = await visit.open('/', { colorScheme: 'light' });
  await signInLink(page).waitFor();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe('rgb(255, 255, 255)');

  await page.emulateMedia({ colorScheme: 'dark' });

  await expect.poll(background).toBe('rgb(13, 17, 23)');
});

test('the first page loads no more script than it should, signed out and signed in', async ({ visit }) => {
  const page = await visit.open();
  await signInLink(page).waitFor();
  const scriptBytes = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming && new URL(entry.name).pathname.endsWith('.js'))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    );
  const signedOut = await scriptBytes();
  expect(signedOut).toBeGreaterThan(0);
  expect(signedOut).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);

  await signIn(page, 'ada');
  await organizationRows(page).first().waitFor();
  expect(await scriptBytes()).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
});
