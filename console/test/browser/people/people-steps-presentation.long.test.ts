import { expect } from 'vitest';
import { accessibilityProblems, sidewaysScroll, test } from '../support/visit.ts';
import { addMembers, button, dialog, finding, inDialog, textOn } from './changing.ts';

const LONG = 'somebody-with-a-very-long-login-of-39-ch';

test.for([390, 320])('people are viewed and changed by touch at a width of %i pixels', async (width, { visit }) => {
  const logins = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}-${width}`);
  await addMembers(visit, 'lumen-labs', [...logins, LONG.slice(0, 36) + width]);
  const phone = { viewport: { width, height: 844 }, hasTouch: true, isMobile: true };
  const page = await visit.openAs('ada', '/organizations/lumen-labs/people-review', phone);
  const inNoTeam = finding(page, 'Members without a team');
  await inNoTeam.getByRole('button', { name: /^Select all/ }).tap();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await inNoTeam.getByRole('button', { name: 'Remove…' }).tap();
  await textOn(page, /people will be removed/).waitFor();
  // It fills the screen, and its buttons stay visible.
  expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width, height: 844 });
  const removal = inDialog(page, /^Remove \d+ people$/);
  expect(await removal.evaluate((found) => found.getBoundingClientRect().bottom <= window.innerHeight)).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog(page).getByRole('textbox').fill('lumen-labs');
  await removal.tap();
  await textOn(page, /^\d+ removed[.]/).waitFor();
  expect(await dialog(page).evaluate((found) => found.scrollWidth - found.clientWidth)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await inDialog(page, 'Close').tap();

  await page.goto(`${visit.url}/organizations/lumen-labs/people/alan`);
  await textOn(page, '2 repositories').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Add to a team…').tap();
  await dialog(page).getByRole('radio', { name: 'Lab' }).check();
  expect(await dialog(page).evaluate((found) => found.scrollWidth - found.clientWidth)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
});
