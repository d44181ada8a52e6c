import { expect } from 'vitest';
import { accessibilityProblems, test } from '../support/visit.ts';
import { checkButton, choose, openInvite, previewed, textOn } from './inviting.ts';

test('2,000 people of a CSV are checked, shown in pages, and can be searched', async ({ visit }) => {
  const page = await openInvite(visit);
  const lines = Array.from(
    { length: 2_000 },
    (_, index) => `person-${index}@mail.example,${index % 500 === 0 ? 'owner' : ''},Billing`,
  );
  await choose(page, 'many.csv', ['e-mail,role,teams', ...lines].join('\n'));
  await textOn(page, '2,000 email addresses to invite').waitFor();
  await checkButton(page).click();
  await textOn(page, 'All 2,000 people checked. 2,000 to invite').waitFor();
  expect(await previewed(page).count()).toBe(50);
  await page.getByRole('searchbox', { name: 'Find a person' }).fill('person-1999@');
  await textOn(page, '1 of 2,000 people').waitFor();
  await textOn(
    page,
    '2,000 invitations at one per second, at most 450 per hour: about 4 hours and 4 minutes',
  ).waitFor();
  await page.getByRole('checkbox', { name: 'person-1999@mail.example' }).press('Space');
  await page.getByRole('button', { name: 'Skip', exact: true }).press('Enter');
  await textOn(page, '1,999 to invite').waitFor();
  await page.reload();
  await textOn(page, '1,999 to invite').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send 1,999 invitations' }).click();
  expect(await page.getByRole('dialog').innerText()).toMatch(/1,995 as members and 4 as owners/);
});
