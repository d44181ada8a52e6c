import { describe, expect } from 'vitest';
import {
  accessibilityProblems,
  heading,
  organizationRows,
  person,
  sidewaysScroll,
  signIn,
  signInLink,
  test,
} from './support.ts';

describe.each(['light', 'dark'] as const)('in %s colors', (colorScheme) => {
  test('axe finds nothing on the way from signed out to signed in and out again', async ({ visit }) => {
    const page = await visit.open('/', { colorScheme });
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
    const page = await visit.open('/', { colorScheme });
    await signInLink(page).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await signIn(page, 'edsger');
    await page.getByRole('heading', { name: 'No organizations to show' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.goto(`${visit.url}/no/such/page`);
    await heading(page, 'There is no page at this address').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
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
});

test('the page has the colors of the system, also when they change', async ({ visit }) => {
  const page = await visit.open('/', { colorScheme: 'light' });
  await signInLink(page).waitFor();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe('rgb(255, 255, 255)');

  await page.emulateMedia({ colorScheme: 'dark' });

  await expect.poll(background).toBe('rgb(13, 17, 23)');
});
