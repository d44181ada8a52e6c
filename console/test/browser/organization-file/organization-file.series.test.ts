import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { shoot } from '../support/shoot.ts';
import { accessibilityProblems, sidewaysScroll, test } from '../support/visit.ts';

const FILE = '/organizations/acme/file';
const TWELVE = Array.from({ length: 12 }, (_, nth) => `member-${nth}`);

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text of organization.yaml' });
const changes = (page: Page) => page.getByRole('list', { name: 'Changes' }).getByRole('listitem');

async function loaded(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load the organization' }).click();
  await editorOf(page).waitFor();
}

test('a team of twelve is added by editing, and drift made on the code host is shown and reverted', async ({
  visit,
}) => {
  for (const login of TWELVE) {
    await visit.onCodeHost('world/addUser', { login });
    await visit.onCodeHost('world/addMembership', { organization: 'acme', login });
  }
  const page = await visit.openAs('ada', FILE);
  await page.getByText('No files were applied yet.').waitFor();
  await loaded(page);
  await page.getByRole('button', { name: 'Plan changes' }).click();
  await page.getByRole('heading', { name: 'Nothing to change' }).waitFor();

  await editorOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('version: 2');
  await expect.poll(() => page.locator('.cm-lint-marker-error').count()).toBeGreaterThan(0);
  await shoot(page, 'organization-file-problem');
  for (const _ of 'version: 2') await page.keyboard.press('Backspace');

  const added = `version: 1\nteams:\n  entries:\n    twelve:\n      description: Added by editing\n      members: [${TWELVE.join(', ')}]\n`;
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText(added);
  await page.getByRole('button', { name: 'Plan changes' }).click();
  await expect.poll(() => changes(page).count()).toBe(13);
  await page.getByText('1 team to create, 12 team memberships to set.').waitFor();
  await page.mouse.move(0, 0);
  await shoot(page, 'organization-file-plan');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Apply plan' }).click();
  await page.getByText('Done').first().waitFor();
  await page.getByText('Nothing has changed since.').waitFor();
  await page.getByRole('button', { name: 'Show changes' }).click();
  await page.getByRole('row', { name: /^Create the team twelve/ }).waitFor();
  expect(await page.getByText('Email address no longer stored').count()).toBe(0);
  await shoot(page, 'organization-file-applied');
  await page.getByRole('button', { name: 'Hide changes' }).click();

  await visit.onCodeHost('platform/removeTeamMember', 'acme', 'twelve', 'member-3', 'ada');
  await page.getByText('Add member-3 to twelve').waitFor();
  await page.getByText(/Changed by ada/).waitFor();
  await shoot(page, 'organization-file-drift');
  await page.goto(`${visit.url}/organizations/acme`);
  await page.getByRole('link', { name: 'View: 1 difference from the files applied last' }).click();
  await page.getByText('Add member-3 to twelve').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Accept the changes: download' }).click();
  expect((await downloading).suggestedFilename()).toBe('organization.yaml');
  await page.getByText('1 file changed, and opened below.').waitFor();
  await shoot(page, 'organization-file-accepted');
  await page.getByRole('button', { name: 'Restore the files’ state' }).click();
  await page.getByText('Nothing has changed since.').waitFor();
});

test('a danger must be confirmed, on a phone too', async ({ visit }) => {
  const page = await visit.openAs('ada', FILE, { viewport: { width: 320, height: 800 } });
  await loaded(page);
  await editorOf(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText('version: 1\npeople:\n  owners: [ada, grace]\n');
  await page.getByRole('button', { name: 'Plan changes' }).click();
  await page.getByText('1 person would become an owner').waitFor();
  const apply = page.getByRole('button', { name: 'Apply plan' });
  expect(await apply.isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'I confirm this: 1' }).click();
  expect(await apply.isDisabled()).toBe(false);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await shoot(page, 'organization-file-phone');
});

test('names and values of the schema are completed by keyboard', async ({ visit }) => {
  const page = await visit.openAs('ada', FILE);
  await loaded(page);
  await editorOf(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText('version: 1\nteams:\n  ');
  for (const [typed, completed] of [
    ['mo', 'mode'],
    ['ex', 'exact'],
  ] as const) {
    await page.keyboard.type(typed);
    await page.getByRole('option', { name: completed }).waitFor();
    // For 75 ms the editor takes keys as typed without looking at the list.
    await page.waitForTimeout(300);
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => editorOf(page).innerText()).toContain('mode: exact');
});

test('members see none of it', async ({ visit }) => {
  const page = await visit.openAs('grace', FILE);
  await page.getByText('Only organization admins can manage the organization as a file').waitFor();
  expect(await page.getByRole('button', { name: 'Load the organization' }).count()).toBe(0);
});

test('rules about owners are set by keyboard, and a plan that breaks them names who', async ({ visit }) => {
  visit.expectProblem(/409/);
  await visit.onCodeHost('world/setRole', 'acme', 'grace', 'admin');
  const page = await visit.openAs('ada', FILE);
  const rules = page.getByRole('region', { name: 'Rules about owners' });
  await rules.getByLabel('Fewest owners').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2');
  await page.keyboard.press('Tab');
  await page.keyboard.type('grace, nobody-at-all');
  await page.keyboard.press('Enter');
  await rules.getByText('Only current owners can be required.').waitFor();
  expect(await rules.getByLabel('Required owners').inputValue()).toBe('grace, nobody-at-all');
  await rules.getByLabel('Required owners').fill('grace');
  await page.keyboard.press('Enter');
  await rules.getByText('The rules were saved.').waitFor();
  await rules.getByText(/Changed by ada/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await shoot(page, 'organization-file-rules');

  await loaded(page);
  await editorOf(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText('version: 1\npeople:\n  mode: exact\n  owners: [ada]\n');
  await page.getByRole('button', { name: 'Plan changes' }).click();
  await page.getByText('1 required owner would lose that role').waitFor();
  await page.getByText('1 owner would be left, which is too few').waitFor();
});

test('a username that another account took is a difference, though the files say the same', async ({ visit }) => {
  await visit.onCodeHost('world/addUser', { login: 'leaver' });
  await visit.onCodeHost('world/addMembership', { organization: 'acme', login: 'leaver' });
  const page = await visit.openAs('ada', FILE);
  await loaded(page);
  await editorOf(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText('version: 1\npeople:\n  members: [leaver]\n');
  await page.getByRole('button', { name: 'Plan changes' }).click();
  await page.getByRole('button', { name: 'Keep these files to compare with' }).click();
  await page.getByText('Nothing has changed since.').waitFor();

  await visit.onCodeHost('world/removeMembership', 'acme', 'leaver');
  await visit.onCodeHost('world/renameUser', 'leaver', 'leaver-before');
  await visit.onCodeHost('world/addUser', { login: 'leaver' });
  await visit.onCodeHost('world/addMembership', { organization: 'acme', login: 'leaver' });
  await page.reload();
  await page.getByText('1 username belongs to another account than when files were applied last').waitFor();
  expect(await page.getByText('Nothing has changed since.').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'I confirm this: 1' }).click();
  await page.getByRole('button', { name: 'Keep these files to compare with' }).click();
  await page.getByText('Nothing has changed since.').waitFor();
});
