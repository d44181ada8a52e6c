import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { shoot } from '../support/shoot.ts';
import { accessibilityProblems, sidewaysScroll, test } from '../support/visit.ts';

const TEAMS = '/organizations/acme/teams';
const dialogOf = (page: Page) => page.getByRole('dialog');

async function applied(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByText('The team is being changed').waitFor();
}

test('a team is created, renamed and deleted with its child, each after a preview', async ({ visit }) => {
  const page = await visit.openAs('ada', TEAMS);
  await page.getByRole('button', { name: 'New team…' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name').fill('Data Science');
  await dialog.getByLabel('Parent team').fill('enginering');
  await dialog.getByLabel('Maintainers').fill('grace');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('There is no team "enginering". Did you mean “engineering”?').waitFor();
  await dialog.getByLabel('Parent team').fill('engineering');
  await page.mouse.move(0, 0);
  await shoot(page, 'team-settings');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Create the team data-science').waitFor();
  await dialog.getByText('Add grace to data-science').waitFor();
  await applied(page);

  const team = page.getByRole('treeitem', { name: /Data Science/ });
  await team.waitFor();
  await visit.onCodeHost('platform/createTeam', { organization: 'acme', name: 'Models', parent: 'data-science' });
  await page.goto(`${visit.url}${TEAMS}#data-science`);
  await page.getByRole('button', { name: 'Edit team…' }).click();
  await dialog.getByLabel('Name').fill('Data');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Edit the team data-science').waitFor();
  await shoot(page, 'team-settings-preview');
  await applied(page);
  await page.getByRole('treeitem', { name: /^Data\b/ }).waitFor();

  await page.goto(`${visit.url}${TEAMS}#data`);
  await page.getByRole('button', { name: 'Edit team…' }).click();
  await dialog.getByRole('button', { name: 'Delete team…' }).click();
  await dialog.getByText('Delete the team models').waitFor();
  await dialog.getByText('Delete the team data', { exact: true }).waitFor();
  await dialog.getByText('1 team with people would be deleted').waitFor();
  await dialog.getByRole('checkbox', { name: /^I confirm this/ }).check();
  await applied(page);
  await expect.poll(() => page.getByRole('treeitem', { name: /^Data\b/ }).count()).toBe(0);
});

test('the dialog fits a phone, and members do not have it', async ({ visit }) => {
  const page = await visit.openAs('ada', TEAMS, { viewport: { width: 320, height: 700 } });
  await page.getByRole('button', { name: 'New team…' }).click();
  await dialogOf(page).getByLabel('Name').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await shoot(page, 'team-settings-phone');
  const member = await visit.openAs('grace', TEAMS);
  await member.getByRole('treeitem').first().waitFor();
  expect(await member.getByRole('button', { name: 'New team…' }).count()).toBe(0);
});
