import { expect } from 'vitest';
import { focus, press } from '../organization/without-a-mouse.ts';
import { accessibilityProblems, test } from '../support/visit.ts';
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

const CHANGE = '**/api/organizations/*/people-changes';
const SEVEN = ['amy', 'ben', 'cat', 'dan', 'eve', 'fin', 'gus'];

test('seven people of a finding are removed, after a preview and typing the organization’s name', async ({ visit }) => {
  await addMembers(visit, 'lumen-labs', SEVEN);
  await visit.onCodeHost('world/invite', { organization: 'lumen-labs', email: 'late@mail.example', by: 'amy' });
  const page = await visit.openAs('ada', '/organizations/lumen-labs/people-review');
  const sent = watchSent(page, /people-changes$/);
  const inNoTeam = finding(page, 'Members without a team');
  await inNoTeam.getByRole('button', { name: 'Select all 7' }).click();
  await inNoTeam.getByText('7 selected').waitFor();
  await inNoTeam.getByRole('button', { name: 'Remove…' }).click();

  await textOn(page, '7 people will be removed.').waitFor();
  await focus(dialog(page).getByRole('heading', { name: 'Remove 7 people' }));
  expect(await changed(page).count()).toBe(7);
  expect(await changed(page).first().innerText()).toMatch(
    // The App covers a part of its repositories, and what it does not cover cannot be counted.
    /^amy\s+Member\s+Repositories not counted\. View access\s+1 open invitation sent by this person will be cancelled\.$/,
  );
  await inDialog(page, 'Remove 7 people').click();
  await textOn(page, 'Type lumen-labs exactly.').waitFor();
  const field = dialog(page).getByRole('textbox', { name: 'Type lumen-labs to confirm' });
  await focus(field);
  await field.fill('acme');
  await inDialog(page, 'Remove 7 people').click();
  expect(sent).toEqual([]);
  await field.fill('Lumen-Labs');
  await inDialog(page, 'Remove 7 people').dblclick();

  await textOn(page, '7 removed.').waitFor();
  await focus(dialog(page).getByRole('heading', { name: 'Remove 7 people' }));
  await expect
    .poll(() => results(page).allInnerTexts())
    .toEqual(SEVEN.map((login) => expect.stringMatching(`^${login}\\s+Member\\s+Removed`)));
  expect(sent).toEqual([{ previews: [expect.any(String)], confirmation: 'Lumen-Labs' }]);
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
  await textOn(page, '1 now an owner.').waitFor();
  await press(page, inDialog(page, 'Close'));
  // The first one is the viewer's own.
  await page.getByText('Owner', { exact: true }).nth(1).waitFor();
  await press(page, button(page, 'Make member…'));
  await press(page, inDialog(page, 'Make katherine a member'));
  await textOn(page, '1 now a member.').waitFor();
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
  await inDialog(page, 'Make second-owner a member').click();
  await textOn(page, 'Done, 1 not changed').waitFor();
  await textOn(page, 'An organization needs at least one owner.').waitFor();
  await visit.onCodeHost('world/setRole', 'lumen-labs', 'ada', 'admin');
  await inDialog(page, 'Retry 1').click();
  await inDialog(page, 'Make second-owner a member').click();
  await textOn(page, '1 now a member.').waitFor();
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
  await textOn(page, '1 changed since preview.').waitFor();
  await textOn(page, 'Changed since the preview, so nothing was done.').waitFor();
  await inDialog(page, 'Retry 1').click();
  await textOn(page, 'moving will be removed.').waitFor();
  expect(await changed(page).first().innerText()).toMatch(/moving\s+Owner/);
  await inDialog(page, 'Remove moving').click();
  await textOn(page, '1 removed.').waitFor();
  await inDialog(page, 'Close').click();
  await textOn(page, 'moving was removed from Acme Corporation').waitFor();
  visit.expectProblem(/404.*moving/);
});

test('a change whose answer is lost is sent again without changing anyone twice', async ({ visit }) => {
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
  visit.expectProblem(/people\/change|ERR_FAILED|Failed to fetch/);
  const sent = watchSent(page, /people-changes$/);
  await inDialog(page, 'Remove 2 people').click();
  await textOn(page, 'Couldn’t confirm that the change started').waitFor();
  await page.unroute(CHANGE);
  await inDialog(page, 'Try again').click();
  await textOn(page, '2 removed.').waitFor();
  expect(sent).toHaveLength(2);
  await inDialog(page, 'Close').click();
  await expect.poll(() => inNoTeam.getByRole('checkbox', { name: /Select lost/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'Changes' }).click();
  await page.getByRole('heading', { name: 'Remove 2 people' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Remove 2 people' }).count()).toBe(1);
});

test('sixty are changed in the background, which is paused, resumed and cancelled on its own page', async ({
  visit,
}) => {
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
  await inDialog(page, 'Add 60 people to team lab').click();
  await textOn(page, / of 60 done/).waitFor();
  await inDialog(page, 'Pause').click();
  await textOn(page, 'No one is changed until an owner resumes it.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Changes Paused' }).click();
  await page.getByRole('heading', { name: 'Add 60 people to team lab' }).waitFor();
  await press(page, button(page, 'Resume'));
  await textOn(page, 'You can close this page.').waitFor();
  await press(page, button(page, 'Cancel'));
  await textOn(page, 'People already changed stay changed.').waitFor();
  // The question has the focus, and Esc closes only it.
  await page.keyboard.press('Escape');
  await focus(button(page, 'Cancel'));
  await page.keyboard.press('Enter');
  await press(page, inDialog(page, 'Cancel remaining'));
  await textOn(page, 'Cancelled').waitFor();
  await focus(page.getByRole('heading', { name: 'Add 60 people to team lab' }));
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, /^Retry \d+$/).click();
  await textOn(page, /people will be added to team lab/).waitFor();
  await page.keyboard.press('Escape');
  await focus(button(page, /^Retry \d+$/));
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
