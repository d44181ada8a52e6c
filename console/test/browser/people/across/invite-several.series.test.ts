import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, heading, sidewaysScroll, test } from '../../support/visit.ts';
import { button } from '../changing.ts';
import { addOwned, updated } from './across.ts';

const people = (page: Page) => page.getByRole('textbox', { name: 'Usernames or email addresses' });
const region = (page: Page, name: string) => page.getByRole('region', { name });

test('people are invited to several organizations at once, with what is left out, seats and limits', async ({
  visit,
}) => {
  const { owner, organizations, everywhere } = await addOwned(visit, 'owner-of-invites', 3);
  const [first = '', second = ''] = organizations;
  await visit.onCodeHost('world/addUser', { login: 'new-here-1', name: null });
  await visit.onCodeHost('world/addUser', { login: 'new-here-2', name: 'Somebody Else' });
  await visit.onCodeHost('world/updateOrganization', second, { seats: 0 });
  const page = await visit.openAs(owner, '/people');
  await updated(page);
  await page.getByRole('link', { name: 'Invite people' }).click();
  await heading(page, 'Invite people to several organizations').waitFor();
  await people(page).fill(`new-here-1\nKen Example (@new-here-2)\nsomebody@mail.example\n${everywhere}\nno/one`);
  await page.getByText('4 people to invite').waitFor();
  await page.getByText(/^Left out, line 5/).waitFor();
  await button(page, 'Check 4 people').click();
  await page.getByText('Choose an organization.').waitFor();
  await page.getByRole('checkbox', { name: `Organization 1 of ${owner}` }).check();
  await page.getByRole('checkbox', { name: `Organization 2 of ${owner}` }).check();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Check 4 people').click();
  await page.getByText('6 invitations in 2 organizations. Nothing has been sent yet.').waitFor();
  const accounts = region(page, 'Who will be invited').getByRole('listitem');
  expect(await accounts.allInnerTexts()).toEqual([
    expect.stringMatching(/^new-here-2 Somebody Else\n.*your list says “Ken Example”/s),
    'new-here-1 No name',
  ]);
  const section = region(page, `Organization 1 of ${owner}`);
  await section.getByText('3 ready').waitFor();
  await section.getByText('1 account to double-check').waitFor();
  await section.getByText('1 has another name than in your list.').waitFor();
  await section.getByText(`1 already a member: ${everywhere}`).waitFor();
  await section.getByText(/^3 invitations at one per second/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Send 6 invitations').click();
  await heading(page, 'Invite 4 people to 2 organizations').waitFor();
  // The second has no seat left.
  await page.locator('.run-view-heading').getByText('Stopped in 1 organization').waitFor();
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await rows.nth(0).getByText('3 invited').waitFor();
  await rows.nth(1).getByText('Stopped: no free seats').waitFor();
  const sent = await visit.onCodeHost('call/requests', { method: 'POST', path: `^/orgs/${first}/invitations$` });
  expect(sent).toHaveLength(3);
});

test('inviting to several organizations fits a phone, and names an organization that cannot be read', async ({
  visit,
}) => {
  visit.expectProblem(/403|404/);
  const { owner, organizations } = await addOwned(visit, 'owner-of-phone-invites', 2);
  const [, second = ''] = organizations;
  await visit.onCodeHost('world/addUser', { login: 'new-on-phone' });
  const page = await visit.openAs(owner, '/invite', { viewport: { width: 320, height: 640 } });
  await heading(page, 'Invite people to several organizations').waitFor();
  await visit.onCodeHost('world/updateOrganization', second, { samlEnforced: true });
  await people(page).fill('new-on-phone');
  await page.getByRole('checkbox', { name: 'All 2 organizations' }).check();
  expect(await sidewaysScroll(page)).toBe(0);
  await button(page, 'Check 1 person').press('Enter');
  await page.getByText(`Couldn’t check everyone in Organization 2 of ${owner}`).waitFor();
  await page.getByText('1 invitation in 1 organization. Nothing has been sent yet.').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await button(page, 'Back').click();
  expect(await people(page).inputValue()).toBe('new-on-phone');
});
