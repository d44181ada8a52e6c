import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityProblems, heading, sidewaysScroll, test } from '../../support/visit.ts';
import { button, dialog, inDialog } from '../changing.ts';
import { search, waitForStatus } from '../people.ts';
import { addOwned, addTo, holdOnCodeHost, updated } from './across.ts';

const select = (page: Page, login: string) => page.getByRole('checkbox', { name: `Select ${login}` }).check();
const choose = (page: Page, change: string) => dialog(page).getByRole('radio', { name: change }).check();
const items = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');
const texts = async (page: Page) =>
  (await items(page).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
const over = (page: Page) => page.locator('.run-view-heading').getByText(/^Done/).waitFor();

describe('people of several organizations', () => {
  test('are made owners where it is possible, and the others are named with their cause', async ({ visit }) => {
    const { owner, organizations, everywhere } = await addOwned(visit, 'owner-of-changes', 3);
    const [first = '', second = '', third = ''] = organizations;
    for (const organization of [first, third]) {
      await visit.onCodeHost('world/addUser', { login: 'also-changed' }).catch(() => null);
      await visit.onCodeHost('world/addMembership', { organization, login: 'also-changed' });
    }
    const page = await visit.blankAs(owner);
    await visit.onCodeHost('world/updateOrganization', second, { samlEnforced: true });
    await page.goto(`${visit.url}/people`);
    await updated(page);
    await select(page, everywhere);
    await select(page, 'also-changed');
    await page.getByText('2 selected').waitFor();
    await button(page, 'Change…').click();
    await choose(page, 'Make owner');
    await inDialog(page, 'Preview').click();
    await dialog(page).getByText('4 changes in 2 organizations. Not possible in 1.').waitFor();
    await dialog(page).getByText('requires single sign-on').first().waitFor();
    await inDialog(page, 'Make 2 people owners in 2 organizations').click();
    await heading(page, 'Make 2 people owners in 2 organizations').waitFor();
    await over(page);
    expect(await texts(page)).toEqual([
      expect.stringMatching(`${first} Make 2 people owners Done 2 now an owner$`),
      expect.stringMatching(`${third} Make 2 people owners Done 2 now an owner$`),
    ]);
    await page.reload();
    await over(page);
    expect(await items(page).count()).toBe(2);
    await page.getByRole('link', { name: first, exact: true }).click();
    await page.waitForURL(new RegExp(`/organizations/${first}/people-changes#job-`));

    await page.goto(`${visit.url}/people/${everywhere}`);
    await waitForStatus(page, /^In 2 organizations you own/);
    expect(await page.getByText('Owner', { exact: true }).count()).toBe(2);
  });

  test('somebody in twelve organizations is found by two letters and removed in six actions', async ({ visit }) => {
    const { owner, organizations, everywhere } = await addOwned(visit, 'owner-of-twelve', 12);
    const page = await visit.openAs(owner, '/people');
    await updated(page);
    await search(page).fill('zq');
    await select(page, everywhere);
    await button(page, 'Change…').click();
    await choose(page, 'Remove from organization');
    await inDialog(page, 'Preview').click();
    await inDialog(page, `Remove ${everywhere} in 12 organizations`).click();
    await heading(page, `Remove ${everywhere} in 12 organizations`).waitFor();
    await over(page);
    expect(await items(page).count()).toBe(12);
    expect((await texts(page)).every((text) => text.endsWith('Done 1 removed'))).toBe(true);
    const removed = await visit.onCodeHost('call/requests', {
      method: 'DELETE',
      path: `^/orgs/.*/memberships/${everywhere}$`,
    });
    expect(removed).toHaveLength(organizations.length);
  });

  test('a team that an organization does not have, and one that was left out, are not changed', async ({ visit }) => {
    const { owner, organizations, everywhere } = await addOwned(visit, 'owner-of-teams', 3);
    const [first = '', second = '', third = ''] = organizations;
    for (const organization of [first, second])
      await visit.onCodeHost('world/addTeam', { organization, name: 'Crew', members: [{ login: everywhere }] });
    const page = await visit.openAs(owner, `/people/${everywhere}`);
    await waitForStatus(page, 'In 3 organizations you own');
    await button(page, 'Change…').click();
    await inDialog(page, 'Preview').click();
    await dialog(page).getByText('Choose a change.').waitFor();
    await choose(page, 'Remove from a team');
    await inDialog(page, 'Preview').click();
    await dialog(page).getByText('Choose a team.').waitFor();
    await dialog(page).getByRole('textbox', { name: 'Team' }).fill('crew');
    await dialog(page).getByRole('checkbox', { name: 'All 3 organizations' }).uncheck();
    await inDialog(page, 'Preview').click();
    await dialog(page).getByText('Choose an organization.').waitFor();
    await dialog(page).getByRole('checkbox', { name: 'All 3 organizations' }).check();
    await inDialog(page, 'Preview').click();
    await dialog(page).getByText('No team with this name.').waitFor();
    await dialog(page)
      .getByRole('checkbox', { name: `Include Organization 2 of ${owner}` })
      .uncheck();
    await inDialog(page, `Remove ${everywhere} from team crew in 1 organization`).click();
    await over(page);
    expect(await texts(page)).toEqual([expect.stringMatching(`^${first} .*1 removed$`)]);
    const removed = await visit.onCodeHost('call/requests', {
      method: 'DELETE',
      path: `^/organizations/[0-9]+/team/[0-9]+/memberships/${everywhere}$`,
    });
    expect(removed).toHaveLength(1);
    expect(third).not.toBe('');
  });

  test('more than five in one organization are changed only with its name typed', async ({ visit }) => {
    const { owner, organizations } = await addOwned(visit, 'owner-of-many', 2);
    const [first = ''] = organizations;
    for (let number = 1; number <= 6; number += 1) await addTo(visit, first, `many-${number}`, 'member');
    const page = await visit.openAs(owner, '/people');
    await updated(page);
    await search(page).fill('many-');
    await page.getByRole('checkbox', { name: /^Select all 6 shown/ }).check();
    await button(page, 'Change…').click();
    await choose(page, 'Remove from organization');
    await inDialog(page, 'Preview').click();
    const start = inDialog(page, 'Remove 6 people in 1 organization');
    await start.click();
    await dialog(page).getByText('Type the name of each organization that asks for it.').waitFor();
    await dialog(page).getByRole('textbox').fill(first.toUpperCase());
    await start.click();
    await over(page);
    expect(await texts(page)).toEqual([expect.stringMatching('6 removed$')]);
  });
});

test('changes in several organizations are cancelled together', async ({ visit }) => {
  const { owner, organizations, everywhere } = await addOwned(visit, 'owner-who-cancels', 3);
  const page = await visit.openAs(owner, '/people');
  await updated(page);
  await select(page, everywhere);
  await button(page, 'Change…').click();
  await choose(page, 'Remove from organization');
  await inDialog(page, 'Preview').click();
  await inDialog(page, `Remove ${everywhere} in 3 organizations`).waitFor();
  const releases = await Promise.all(
    organizations.map((organization) => holdOnCodeHost(visit, `/orgs/${organization}/memberships/${everywhere}`)),
  );
  await inDialog(page, `Remove ${everywhere} in 3 organizations`).click();
  await heading(page, `Remove ${everywhere} in 3 organizations`).waitFor();
  await button(page, 'Cancel all…').click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await inDialog(page, 'Keep them going').click();
  await button(page, 'Cancel all…').click();
  await inDialog(page, 'Cancel the changes').click();
  await button(page, 'Cancel all…').waitFor({ state: 'detached' });
  for (const release of releases) await release();
  await page.locator('.run-view-heading').getByText('Cancelled', { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Changes in several organizations' }).click();
  await page.getByText(/^Cancelled, \d of 3 organizations started$/).waitFor();
});

test('the pages of changes are accessible and fit a phone, and say what is not stored', async ({ visit }) => {
  visit.expectProblem(/404/);
  const { owner, everywhere } = await addOwned(visit, 'owner-of-pages', 2);
  const page = await visit.openAs(owner, '/runs', { viewport: { width: 320, height: 640 } });
  await heading(page, 'Changes in several organizations').waitFor();
  await page.getByText('No changes yet').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'People', exact: true }).last().click();
  await updated(page);
  await select(page, everywhere);
  await button(page, 'Change…').click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await choose(page, 'Convert to outside collaborator');
  await inDialog(page, 'Preview').press('Enter');
  await dialog(page).getByText('2 changes in 2 organizations.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await inDialog(page, /^Convert /).press('Enter');
  await over(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('link', { name: 'Changes in several organizations' }).click();
  await page.getByRole('link', { name: /^Convert / }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.goto(`${visit.url}/runs/${'0'.repeat(32)}`);
  await heading(page, 'This change isn’t stored').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
