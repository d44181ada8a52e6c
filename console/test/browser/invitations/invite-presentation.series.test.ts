import { expect } from 'vitest';
import { inviteSome } from '../organization/organization-tabs.ts';
import { accessibilityProblems, holdRequests, leave, signOutElsewhere, test } from '../support/visit.ts';

test('axe finds nothing while people are invited, and afterwards', async ({ visit }) => {
  visit.expectProblem(/401/);
  const page = await visit.openAs('ada', '/');
  await inviteSome(page, visit);
  expect(await accessibilityProblems(page)).toEqual([]);

  const open = await holdRequests(page, '**/mass-invite?*');
  await page.getByRole('button', { name: /^Invite/ }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stop' }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  open();
  await page.getByText('6 people are not sent').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await leave(page);
  await signOutElsewhere(page, visit);
  await page.getByRole('button', { name: 'Send the other 6' }).click();
  await page.getByText('Your session ended while sending').waitFor();
  // The button under the pointer has the design system's own color of hovering.
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);
});
