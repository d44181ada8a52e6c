import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, sidewaysScroll, test, untilAnswered } from '../support/visit.ts';
import { button, dialog, finding, inDialog, textOn } from './changing.ts';

const DISMISSED = '**/api/organizations/acme/dismissed-findings';
const REVIEW = '/organizations/acme/people-review';
const rows = (page: Page, name: string) => finding(page, name).locator('tbody').getByRole('row');
const shown = (page: Page, name: string) => finding(page, name).getByRole('listitem');

test('a finding is dismissed by keyboard with a reason, hidden for other owners too, and restored', async ({
  visit,
}) => {
  const page = await visit.openAs('ada', REVIEW);
  await textOn(page, '5 findings, 2 checks passed.').waitFor();
  const insecure = finding(page, 'Insecure two-factor authentication');
  await insecure.getByRole('checkbox', { name: 'Select alan' }).press('Space');
  await insecure.getByRole('button', { name: 'Dismiss…' }).press('Enter');
  await dialog(page).getByRole('heading', { name: 'Dismiss “Insecure two-factor authentication” for alan?' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await dialog(page).getByLabel('Reason').press('Enter');
  await dialog(page).getByText('Enter a reason.').waitFor();
  await dialog(page).getByLabel('Reason').fill('Gets a key in spring');
  await dialog(page).getByLabel('Until').fill('2020-01-01');
  await dialog(page).getByLabel('Reason').press('Enter');
  await dialog(page).getByText('Choose a date within the next year.').waitFor();
  const until = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  await dialog(page).getByLabel('Until').fill(until);
  await untilAnswered(page, DISMISSED, () => dialog(page).getByLabel('Reason').press('Enter'));

  await textOn(page, '4 findings, 3 checks passed.').waitFor();
  await insecure.getByText('Everything found was dismissed.').waitFor();
  expect(await insecure.getByRole('heading').evaluate((found) => found === document.activeElement)).toBe(true);
  await insecure.getByRole('button', { name: 'Show dismissed (1)' }).press('Enter');
  const text = await shown(page, 'Insecure').innerText();
  expect(text).toContain('Gets a key in spring');
  expect(text).toContain('Dismissed by ada until');
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.reload();
  await textOn(page, '4 findings, 3 checks passed.').waitFor();
  await insecure.getByRole('button', { name: 'Show dismissed (1)' }).click();
  await insecure.getByRole('button', { name: 'Restore alan' }).click();
  await textOn(page, '5 findings, 2 checks passed.').waitFor();
  expect(await rows(page, 'Insecure').count()).toBe(1);
  expect(await insecure.getByRole('button', { name: /dismissed/ }).count()).toBe(0);

  await page.goto(`${visit.url}/organizations/acme/audit-trail?action=finding`);
  await textOn(page, 'ada restored a finding about alan').waitFor();
  await textOn(page, 'ada dismissed a finding about alan').waitFor();
});

test('a dismissed finding that changes comes back', async ({ visit }) => {
  const page = await visit.openAs('ada', REVIEW);
  const outside = finding(page, 'Outside collaborators');
  await outside.getByRole('checkbox', { name: 'Select klara-dan' }).check();
  await outside.getByRole('button', { name: 'Dismiss…' }).click();
  await dialog(page).getByLabel('Reason').fill('Works here until summer');
  await inDialog(page, 'Dismiss').click();
  await expect.poll(() => rows(page, 'Outside collaborators').count()).toBe(1);
  await visit.onCodeHost('world/setDirectAccess', 'acme', 'api', 'klara-dan', 'ADMIN');
  await button(page, 'Refresh').click();
  await expect.poll(() => rows(page, 'Outside collaborators').count()).toBe(2);
  expect(await outside.getByRole('button', { name: /dismissed/ }).count()).toBe(0);
});

test('a team is dismissed on a phone, and a failure leaves the dialog open', async ({ visit }) => {
  visit.expectProblem(/^503: |status of 503/);
  const phone = { viewport: { width: 320, height: 844 }, hasTouch: true, isMobile: true };
  const page = await visit.openAs('ada', REVIEW, phone);
  await button(page, 'Dismiss… team Incident Response').tap();
  await page.route(DISMISSED, (route) => route.fulfill({ status: 503, json: { error: 'The database is away.' } }));
  await dialog(page).getByLabel('Reason').fill('x'.repeat(500));
  await inDialog(page, 'Dismiss').tap();
  await dialog(page).getByText('The database is away.').waitFor();
  await page.unroute(DISMISSED);
  // A tapped button keeps its color.
  await dialog(page).getByLabel('Reason').tap();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await inDialog(page, 'Try again').tap();
  const idle = finding(page, 'Teams without repositories');
  await idle.getByText('Everything found was dismissed.').waitFor();
  await idle.getByRole('button', { name: 'Show dismissed (1)' }).tap();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
});
