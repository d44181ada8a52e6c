import { expect } from 'vitest';
import { pieceOf } from '../../../../server/test/support/series.ts';
import { untilQuiet } from '../support/until-quiet.ts';
import {
  accessibilityProblems,
  heading,
  organizationRows,
  person,
  sidewaysScroll,
  signIn,
  signInLink,
  test,
} from '../support/visit.ts';
import { addPerson } from './people.ts';

/** Limit of compressed script on the first page; signed in, with what home loads two seconds later. */
const SCRIPT_MAX_BYTES = 154 * 1024;
const SIGNED_IN_SCRIPT_MAX_BYTES = 163 * 1024;

test('axe finds nothing from signing in to signing out', async ({ visit }) => {
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
  await page.getByText('You signed out.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.for(pieceOf([320, 390], 2))('no page scrolls sideways at a width of %i pixels', async (width, { visit }) => {
  // The page may still be loading at the sign-out.
  visit.expectProblem(/401/);
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
  await page.getByRole('heading', { name: 'No matching organizations' }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});

test('the page follows the color scheme of the system, also when it changes', async ({ visit }) => {
  const page = await visit.open('/', { colorScheme: 'light' });
  await signInLink(page).waitFor();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe('rgb(255, 255, 255)');

  await page.emulateMedia({ colorScheme: 'dark' });

  await expect.poll(background).toBe('rgb(13, 17, 23)');
});

test('the first page stays below its script limit, signed out and signed in', async ({ visit }) => {
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
  await page.getByRole('heading', { name: 'Recent changes' }).waitFor();
  await untilQuiet(page);
  expect(await scriptBytes()).toBeLessThanOrEqual(SIGNED_IN_SCRIPT_MAX_BYTES);
});

test('other pages load no scripts of the invitation pages', async ({ visit }) => {
  const page = await visit.openAs('ada');
  for (const path of ['/', '/installations', '/organizations/acme', '/organizations/acme/people']) {
    await page.goto(visit.url + path);
    await untilQuiet(page);
    const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(fetched.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(2);
    expect(fetched.filter((name) => /[/]assets[/]invit/.test(name))).toEqual([]);
  }
});

test('axe finds nothing on nearly empty pages', async ({ visit }) => {
  const page = await visit.open('/');
  await signInLink(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await signIn(page, 'edsger');
  await page.getByRole('heading', { name: 'No organizations' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByText('You still have no organizations').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(`${visit.url}/no/such/page`);
  await heading(page, 'Page not found').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('axe finds nothing in a long list, sorted, filtered, without a match and while loading', async ({ visit }) => {
  const login = await addPerson(visit, 'belongs-to-many');
  const page = await visit.openAs(login, '/?role=member&sort=app&order=descending');
  await organizationRows(page).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByRole('heading', { name: 'No matching organizations' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.route('**/api/organizations', () => undefined);
  for (const query of ['', '?sort=app']) {
    await page.goto(`${visit.url}/${query}`);
    await page.getByText('Loading App status').waitFor({ state: 'attached' });
    expect(await accessibilityProblems(page), query).toEqual([]);
  }
});

test('axe finds nothing in the explanation of missing organizations', async ({ visit }) => {
  const page = await visit.openAs('katherine', '/');
  await page.getByText('Missing an organization?').click();
  await page.getByText('1 organization is hidden by single sign-on').waitFor();
  // The pointer would add the design system's hover color.
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Find out why' }).click();
  await page.getByRole('alert').waitFor();
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.for([320, 390, 480])(
  'the parts of the header do not overlap at a width of %i pixels',
  async (width, { visit }) => {
    const page = await visit.openAs('ada', '/', { viewport: { width, height: 640 } });
    const parts = page.locator(
      '.layout-brand, .layout-account > :first-child, .account-menu-person img, .account-menu > button',
    );
    const boxes = await parts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    expect(boxes).toHaveLength(4);
    expect(boxes.map(({ right }, index) => right <= (boxes[index + 1]?.left ?? width))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  },
);
