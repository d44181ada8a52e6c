import { expect } from 'vitest';
import { focus, press } from '../organization/without-a-mouse.ts';
import { accessibilityProblems, holdRequests, test } from '../support/visit.ts';
import {
  addMembers,
  button,
  changed,
  dialog,
  finding,
  inDialog,
  kept,
  results,
  textOn,
  watchSent,
} from './changing.ts';

const CHANGE = '**/api/organizations/*/people/change';
const SEVEN = ['amy', 'ben', 'cat', 'dan', 'eve', 'fin', 'gus'];

test('seven people of a finding are removed, after a preview and typing the organization’s name', async ({ visit }) => {
  await addMembers(visit, 'lumen-labs', SEVEN);
  await visit.onCodeHost('world/invite', { organization: 'lumen-labs', email: 'late@mail.example', by: 'amy' });
  const page = await visit.openAs('ada', '/organizations/lumen-labs/people-review');
  const sent = watchSent(page, /people\/change$/);
  const inNoTeam = finding(page, 'Members without a team');
  await inNoTeam.getByRole('button', { name: 'Select all 7' }).click();
  await inNoTeam.getByText('7 selected').waitFor();
  await inNoTeam.getByRole('button', { name: 'Remove…' }).click();

  await textOn(page, '7 people will be removed.').waitFor();
  await focus(dialog(page).getByRole('heading', { name: 'Remove 7 people' }));
  expect(await changed(page).count()).toBe(7);
  expect(await changed(page).first().innerText()).toMatch(/amy\s+Member\s+.*1 open invitation sent by this person/);
  await inDialog(page, 'Remove 7 people').click();
  await textOn(page, 'Type lumen-labs exactly.').waitFor();
  const field = dialog(page).getByRole('textbox', { name: 'Type lumen-labs to confirm' });
  await focus(field);
  await field.fill('acme');
  await inDialog(page, 'Remove 7 people').click();
  expect(sent).toEqual([]);
  await field.fill('Lumen-Labs');
  await inDialog(page, 'Remove 7 people').dblclick();

  await textOn(page, 'Done: 7 removed.').waitFor();
  await focus(dialog(page).getByRole('heading', { name: 'Remove 7 people' }));
  expect(await results(page).allInnerTexts()).toEqual(
    SEVEN.map((login) => expect.stringMatching(`^${login}\\s+Removed`)),
  );
  expect(sent).toEqual([{ preview: expect.any(String), confirmation: 'Lumen-Labs' }]);
  await inDialog(page, 'Close').click();
  await inNoTeam.getByText('Every member is in a team.').waitFor();
  expect(await visit.onCodeHost('world/membership', 'lumen-labs', 'amy').catch(() => null)).toBe(null);
});

test('a person becomes an owner and a member again on their page without a mouse', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/people/katherine');
  await press(page, button(page, 'Make owner…'));
  await textOn(page, 'katherine will become an owner.').waitFor();
  await textOn(page, 'Owners have full control of Acme Corporation').waitFor();
  await page.keyboard.press('Escape');
  await focus(button(page, 'Make owner…'));
  await page.keyboard.press('Enter');
  await press(page, inDialog(page, 'Make katherine an owner'));
  await textOn(page, 'Done: 1 now an owner.').waitFor();
  await press(page, inDialog(page, 'Close'));
  await page.getByText('Owner', { exact: true }).waitFor();
  await press(page, button(page, 'Make member…'));
  await press(page, inDialog(page, 'Make katherine a member'));
  await textOn(page, 'Done: 1 now a member.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Member', { exact: true }).last().waitFor();
  await button(page, 'Make owner…').waitFor();
});

test('nobody can change themselves, or anybody else after losing ownership', async ({ visit }) => {
  await addMembers(visit, 'lumen-labs', ['second-owner']);
  await visit.onCodeHost('world/setRole', 'lumen-labs', 'second-owner', 'admin');
  const page = await visit.openAs('ada', '/organizations/lumen-labs/people-review?owners=1');
  const owners = finding(page, 'Owners');
  await owners.getByRole('checkbox', { name: 'Select ada' }).check();
  await owners.getByRole('button', { name: 'Make members…' }).click();
  await textOn(page, 'ada will not become a member.').waitFor();
  await textOn(page, 'You can’t change your own role').waitFor();
  expect(await dialog(page).getByRole('button').allInnerTexts()).toEqual(['Close']);
  await inDialog(page, 'Close').click();

  await owners.getByRole('checkbox', { name: 'Select second-owner' }).check();
  await owners.getByRole('button', { name: 'Make members…' }).click();
  await textOn(page, 'second-owner will become a member, 1 will not: yourself.').waitFor();
  expect(await kept(page).allInnerTexts()).toEqual([expect.stringMatching(/^ada\s+Owner/)]);
  await visit.onCodeHost('world/setRole', 'lumen-labs', 'ada', 'member');
  visit.expectProblem(/403.*people/);
  await inDialog(page, 'Make second-owner a member').click();
  await textOn(page, 'Stopped: 1 not tried.').waitFor();
  await textOn(page, 'Only organization admins can change people.').waitFor();
  expect(await results(page).allInnerTexts()).toEqual([expect.stringMatching(/^second-owner\s+Not tried/)]);
  await visit.onCodeHost('world/setRole', 'lumen-labs', 'ada', 'admin');
  await inDialog(page, 'Retry 1').click();
  await inDialog(page, 'Make second-owner a member').click();
  await textOn(page, 'Done: 1 now a member.').waitFor();
  await inDialog(page, 'Close').click();
  await owners.getByText('1 owner (limit: 1)').waitFor();
  await visit.onCodeHost('world/removeMembership', 'lumen-labs', 'second-owner');
});

test('people who changed since the preview are skipped, and previewed again', async ({ visit }) => {
  await addMembers(visit, 'acme', ['moving']);
  const page = await visit.openAs('ada', '/organizations/acme/people/moving');
  await button(page, 'Remove…').click();
  await textOn(page, 'moving will be removed.').waitFor();
  await visit.onCodeHost('world/setRole', 'acme', 'moving', 'admin');
  await inDialog(page, 'Remove moving').click();
  await textOn(page, 'Done: 1 changed since preview.').waitFor();
  await textOn(page, 'Changed since the preview, so nothing was done.').waitFor();
  await inDialog(page, 'Retry 1').click();
  await textOn(page, 'moving will be removed.').waitFor();
  expect(await changed(page).first().innerText()).toMatch(/moving\s+Owner/);
  await inDialog(page, 'Remove moving').click();
  await textOn(page, 'Done: 1 removed.').waitFor();
  await inDialog(page, 'Close').click();
  await page.getByRole('heading', { name: 'moving is not in Acme Corporation' }).waitFor();
  visit.expectProblem(/404.*moving/);
});

test('a lost answer is reported as not confirmed, and a new preview shows the result', async ({ visit }) => {
  await addMembers(visit, 'acme', ['lost-one', 'lost-two']);
  const page = await visit.openAs('ada', '/organizations/acme/people-review');
  const inNoTeam = finding(page, 'Members without a team');
  for (const login of ['lost-one', 'lost-two'])
    await inNoTeam.getByRole('checkbox', { name: `Select ${login}` }).check();
  await inNoTeam.getByRole('button', { name: 'Remove…' }).click();
  await textOn(page, '2 people will be removed.').waitFor();
  await page.route(CHANGE, async (route) => {
    await route.fetch();
    await route.abort();
  });
  visit.expectProblem(/people\/change/);
  const sent = watchSent(page, /people\/change$/);
  await inDialog(page, 'Remove 2 people').click();
  await textOn(page, /2 not confirmed[.]/).waitFor();
  await textOn(page, 'The change may have been made').waitFor();
  expect(sent).toHaveLength(1);
  await page.unroute(CHANGE);
  await inDialog(page, 'Retry 2').click();
  await textOn(page, 'No one will be removed: not in the organization.').waitFor();
  await inDialog(page, 'Close').click();
  await textOn(page, '2 no change needed.').waitFor();
  expect(sent).toHaveLength(1);
  await inDialog(page, 'Close').click();
  await expect.poll(() => inNoTeam.getByRole('checkbox', { name: /Select lost/ }).count()).toBe(0);
});

test('more than fifty are changed in batches with progress, and can be stopped between them', async ({ visit }) => {
  const many = Array.from({ length: 60 }, (_, index) => `piece-${String(index).padStart(2, '0')}`);
  await addMembers(visit, 'lumen-labs', many);
  const page = await visit.openAs('ada', '/organizations/lumen-labs/people-review');
  const inNoTeam = finding(page, 'Members without a team');
  await inNoTeam.getByRole('button', { name: 'Show all 60' }).click();
  await inNoTeam.getByRole('button', { name: 'Select all 60' }).click();
  await inNoTeam.getByRole('button', { name: 'Add to a team…' }).click();
  await dialog(page).getByRole('radio', { name: 'Lab' }).check();
  await inDialog(page, 'Preview').click();
  await textOn(page, '60 people will be added to team lab.').waitFor();
  await dialog(page).getByRole('textbox', { name: 'Type lumen-labs to confirm' }).fill('lumen-labs');
  const open = await holdRequests(page, CHANGE);
  await inDialog(page, 'Add 60 people to team lab').click();
  await textOn(page, '0 of 60 done.').waitFor();
  // Esc does not close the dialog during a run.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await inDialog(page, 'Stop').click();
  await inDialog(page, 'Stopping…').waitFor();
  open();
  await textOn(page, 'Stopped: 50 added, 10 not tried.').waitFor();
  await inDialog(page, 'Retry 10').click();
  await textOn(page, '10 people will be added to team lab.').waitFor();
  await dialog(page).getByRole('textbox', { name: 'Type lumen-labs to confirm' }).fill('lumen-labs');
  await inDialog(page, 'Add 10 people to team lab').click();
  await textOn(page, 'Done: 60 added.').waitFor();
  await inDialog(page, 'Close').click();
  await inNoTeam.getByText('Every member is in a team.').waitFor();
});

test('axe finds nothing in the dialog in any state', async ({ visit }) => {
  await addMembers(visit, 'acme', ['one-of-six', 'two', 'three', 'four', 'five', 'six']);
  const page = await visit.openAs('ada', '/organizations/acme/people-review');
  const inNoTeam = finding(page, 'Members without a team');
  for (const login of ['one-of-six', 'two', 'three', 'four', 'five', 'six']) {
    await inNoTeam.getByRole('checkbox', { name: `Select ${login}`, exact: true }).check();
  }
  await inNoTeam.getByRole('button', { name: 'Add to a team…' }).click();
  await dialog(page).getByRole('radio', { name: 'Platform' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await inNoTeam.getByRole('button', { name: 'Remove…' }).click();
  await inDialog(page, 'Remove 6 people').click();
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog(page).getByRole('textbox').fill('acme');
  await visit.onCodeHost('world/setRole', 'acme', 'three', 'admin');
  await inDialog(page, 'Remove 6 people').click();
  await textOn(page, /5 removed/).waitFor();
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);
});
