import { expect } from 'vitest';
import { accessibilityProblems, holdRequests, sidewaysScroll, test } from '../support/visit.ts';
import { addPeople, entryRow, inviteByProgram, opener, openTrail, rows, textOn } from './trail.ts';

const LONG = 'somebody-with-a-very-long-login-indeed-x';

test('axe finds nothing in the audit log in any state', async ({ visit }) => {
  await addPeople(visit, ['wanda', LONG]);
  const page = await openTrail(visit, 'northwind', 'margaret');
  await page.getByRole('heading', { name: 'No entries yet' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await inviteByProgram(page, visit, 'northwind', ['wanda', LONG, 'nobody-at-all']);
  await entryRow(page, 'tried to invite nobody-at-all').waitFor();
  await opener(entryRow(page, 'tried to invite nobody-at-all')).click();
  await opener(rows(page).first()).click();
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Target' }).fill('nothing like it');
  await page.getByRole('heading', { name: 'No matching entries' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.route('**/api/organizations/northwind/audit-trail?*', () => undefined);
  await page.reload();
  await page.getByText('Loading the audit log').waitFor({ state: 'attached' });
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('axe finds nothing while older entries load or fail to load', async ({ visit }) => {
  visit.expectProblem(/500/);
  const people = Array.from({ length: 30 }, (_, index) => `crowd-${index + 10}`);
  await addPeople(visit, people);
  const page = await openTrail(visit, 'lumen-labs', 'ada');
  await inviteByProgram(page, visit, 'lumen-labs', people);
  await page.reload();
  await textOn(page, 'The newest 50 entries').waitFor();
  const open = await holdRequests(page, '**/audit-trail?*before=*', (route) =>
    route.fulfill({ status: 500, json: { error: 'It failed.' } }),
  );
  await page.getByRole('button', { name: 'Show older entries' }).click();
  await page.getByText('Searching older entries…').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  open();
  await page.getByRole('alert').getByText('This list may be out of date').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.unroute('**/audit-trail?*before=*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await textOn(page, 'End of list.').waitFor();
});

test.for([390, 320])('the audit log is read and opened by touch at a width of %i pixels', async (width, { visit }) => {
  await addPeople(visit, [`${LONG.slice(0, 36)}${width}`]);
  const phone = { viewport: { width, height: 844 }, hasTouch: true, isMobile: true };
  const page = await visit.openAs('ada', '/organizations/acme/audit-trail', phone);
  await inviteByProgram(page, visit, 'acme', [`${LONG.slice(0, 36)}${width}`, `nobody-of-${width}`]);
  const row = entryRow(page, `tried to invite nobody-of-${width}`);
  await row.waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await opener(row).tap();
  await row.getByText('Request ID').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
});
