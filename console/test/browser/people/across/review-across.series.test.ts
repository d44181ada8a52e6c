import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, heading, sidewaysScroll, test } from '../../support/visit.ts';
import { button, dialog, finding, inDialog } from '../changing.ts';
import { addOwned, addTo } from './across.ts';

const rows = async (page: Page, name: string) =>
  (await finding(page, name).locator('tbody').getByRole('row').allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  );

test('somebody found in several organizations is one row, and is dismissed or changed in all of them', async ({
  visit,
}) => {
  visit.expectProblem(/403/);
  const { owner, organizations, everywhere } = await addOwned(visit, 'owner-of-review', 4);
  const [first = '', second = '', third = '', fourth = ''] = organizations;
  await visit.onCodeHost('world/updateUser', everywhere, { secondFactor: 'none' });
  await addTo(visit, first, 'outside-of-review', 'outside');
  await visit.onCodeHost('world/addTeam', { organization: second, name: 'Idle crew', members: [] });
  const page = await visit.blankAs(owner);
  await visit.onCodeHost('world/updateOrganization', fourth, { samlEnforced: true });
  await page.goto(`${visit.url}/people`);
  await page.getByRole('link', { name: 'Access review' }).click();
  await heading(page, 'Access review').waitFor();
  await page.getByText(/^\d+ or more findings\. Not loaded: /).waitFor();
  await page.getByText('requires single sign-on').waitFor();
  expect(await rows(page, 'No two-factor authentication')).toEqual([`${everywhere} 3: ${first}, ${second}, ${third}`]);
  expect((await rows(page, 'Outside collaborators')).join()).toContain(`outside-of-review ${first}`);
  expect((await rows(page, 'Teams without members')).join()).toContain(`Idle crew ${second}`);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });

  const factors = finding(page, 'No two-factor authentication');
  await factors.getByRole('checkbox', { name: `Select ${everywhere}` }).check();
  await factors.getByRole('button', { name: /^Dismiss/ }).click();
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('A robot');
  await inDialog(page, 'Dismiss').click();
  await page.getByText(/, 3 dismissed\. Not loaded: /).waitFor();
  expect(await factors.count()).toBe(0);
  await page.goto(`${visit.url}/organizations/${third}/people-review`);
  await finding(page, 'No two-factor authentication').getByText('Everything found was dismissed.').waitFor();

  await page.goto(`${visit.url}/people-review`);
  await page.getByText(/, 3 dismissed\. Not loaded: /).waitFor();
  const outside = finding(page, 'Outside collaborators');
  await outside.getByRole('checkbox', { name: 'Select outside-of-review' }).check();
  await outside.getByRole('button', { name: /^Change/ }).click();
  await dialog(page).getByRole('radio', { name: 'Remove from organization' }).check();
  await inDialog(page, 'Preview').click();
  await button(page, 'Remove outside-of-review in 1 organization').click();
  await heading(page, 'Remove outside-of-review in 1 organization').waitFor();
});

test('whoever has no finding is told so, and a failed read offers another', async ({ visit }) => {
  visit.expectProblem(/50[023]/);
  const { owner } = await addOwned(visit, 'owner-of-good', 1);
  const page = await visit.blankAs(owner);
  await page.route('**/api/people-review', (route) => route.fulfill({ status: 500, json: { error: 'Not now.' } }), {
    times: 2,
  });
  await page.goto(`${visit.url}/people-review`);
  await page.getByText('Couldn’t load the access review').waitFor();
  await button(page, 'Try again').click();
  await page.getByText(/^(\d+ findings?|No findings)\.$/).waitFor();
});
