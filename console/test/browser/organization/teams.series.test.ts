import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { addMembers, button, changed, dialog, inDialog, textOn } from '../people/changing.ts';
import { shoot } from '../support/shoot.ts';
import { accessibilityProblems, GRAPHQL, sidewaysScroll, test } from '../support/visit.ts';
import { focus, press, tabTo } from './without-a-mouse.ts';

const TEAMS = '/organizations/acme/teams';
const PHONE = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true } as const;

const team = (page: Page, name: string): Locator => page.getByRole('treeitem', { name: new RegExp(`^${name}\\b`) });
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Find teams by name' });
const people = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name: `People of ${name}` })
    .locator('tbody')
    .getByRole('row');
const levels = (page: Page) =>
  page.getByRole('treeitem').evaluateAll((all) => all.map((item) => Number(item.getAttribute('aria-level'))));

test('teams are a tree that is walked, opened and closed by keyboard', async ({ visit }) => {
  const page = await visit.openAs('ada', TEAMS);
  await team(page, 'Platform').waitFor();
  expect(await levels(page)).toEqual([1, 2, 1]);
  await tabTo(page, team(page, 'Engineering'));
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => levels(page)).toEqual([1, 1]);
  expect(await team(page, 'Engineering').getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowRight');
  await team(page, 'Platform').waitFor();
  await page.keyboard.press('ArrowRight');
  await focus(team(page, 'Platform'));
  await page.keyboard.press('ArrowLeft');
  await focus(team(page, 'Engineering'));
  await page.keyboard.press('End');
  await focus(team(page, 'Incident Response'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await people(page, 'Platform').first().waitFor();
  await focus(team(page, 'Platform'));
  expect(new URL(page.url()).hash).toBe('#platform');
  expect(await team(page, 'Platform').getAttribute('aria-selected')).toBe('true');
  // The whole tree is one tab stop.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[role="tree"]'))).toBe(null);

  await page.getByRole('button', { name: 'Engineering', exact: true }).click();
  await people(page, 'Engineering').first().waitFor();
  await page.goBack();
  await people(page, 'Platform').first().waitFor();
});

test('a team is found by name, with the teams above it', async ({ visit }) => {
  const page = await visit.openAs('ada', TEAMS);
  await team(page, 'Incident').waitFor();
  await team(page, 'Engineering').locator('[data-toggle]').click();
  await expect.poll(() => page.getByRole('treeitem').count()).toBe(2);
  await search(page).fill('PLAT');
  await page.getByRole('status').getByText('1 team found').waitFor({ state: 'attached' });
  await expect.poll(() => levels(page)).toEqual([1, 2]);
  expect(new URL(page.url()).searchParams.get('text')).toBe('PLAT');
  await search(page).fill('no such team');
  await page.getByRole('heading', { name: 'No matching teams' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Show all teams').click();
  await focus(search(page));
  await team(page, 'Incident').waitFor();
});

test('an owner adds people to a team and removes one of them, without a mouse', async ({ visit }) => {
  await addMembers(visit, 'acme', ['joins-one', 'joins-two']);
  const page = await visit.openAs('ada', `${TEAMS}#platform`);
  await people(page, 'Platform').first().waitFor();
  await press(page, button(page, 'Add people…'));
  await dialog(page).getByRole('heading', { name: 'Add people to Platform' }).waitFor();
  const found = dialog(page).getByRole('searchbox');
  await found.fill('joins');
  await expect.poll(() => dialog(page).getByRole('checkbox').count()).toBe(2);
  await press(page, inDialog(page, 'Preview'));
  await textOn(page, 'Select at least one person.').waitFor();
  await found.fill('');
  // Those who are in the team already are not offered.
  expect(await dialog(page).getByRole('checkbox', { name: /^alan/ }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog(page).getByRole('checkbox', { name: 'joins-one' }).check();
  await found.fill('joins-two');
  await dialog(page).getByRole('checkbox', { name: 'joins-two' }).check();
  await dialog(page).getByText('2 selected: joins-one, joins-two').waitFor();
  await dialog(page).getByRole('combobox').selectOption('maintainer');
  await shoot(page, 'team-add');
  await press(page, inDialog(page, 'Preview'));
  await textOn(page, '2 people will be added to team platform.').waitFor();
  expect(await changed(page).count()).toBe(2);
  await press(page, inDialog(page, 'Add 2 people to team platform'));
  await textOn(page, '2 added.').waitFor();
  await press(page, inDialog(page, 'Close'));
  await focus(page.getByRole('heading', { level: 2, name: 'Platform' }));
  const row = people(page, 'Platform').filter({ hasText: 'joins-one' });
  await row.getByText('Maintainer').waitFor();
  await team(page, 'Platform').getByText('4 people').waitFor();

  await press(page, row.getByRole('button', { name: 'Remove… joins-one' }));
  await textOn(page, 'joins-one will be removed from team platform.').waitFor();
  await press(page, inDialog(page, 'Remove joins-one from team platform'));
  await textOn(page, '1 removed.').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => row.count()).toBe(0);
  await focus(page.getByRole('heading', { level: 2, name: 'Platform' }));
});

test('a dismissed choice of people changes nothing and returns the focus', async ({ visit }) => {
  const page = await visit.openAs('ada', `${TEAMS}#engineering`);
  await people(page, 'Engineering').first().waitFor();
  await press(page, button(page, 'Add people…'));
  await dialog(page).getByRole('checkbox').first().check();
  await page.keyboard.press('Escape');
  await focus(button(page, 'Add people…'));
  expect(await dialog(page).count()).toBe(0);
  // Nobody removes themselves.
  expect(await people(page, 'Engineering').filter({ hasText: 'Ada' }).getByRole('button').count()).toBe(0);
});

test('a member sees the people of teams and is offered no change', async ({ visit }) => {
  const page = await visit.openAs('grace', `${TEAMS}#platform`);
  await people(page, 'Platform').first().waitFor();
  expect(await page.getByRole('main').getByRole('button', { name: /…/ }).count()).toBe(0);
});

test('of 400 teams some are drawn, and a person is found in a team of 2,000', async ({ visit }) => {
  await visit.onCodeHost('world/addLargeOrganization', { login: 'wide', members: 2_000, teams: 399, outside: 0 });
  const all = (await visit.onCodeHost('world/membersOf', (await idOf(visit, 'wide')) as number)) as readonly {
    readonly user: { readonly login: string };
  }[];
  await visit.onCodeHost('world/addTeam', {
    organization: 'wide',
    name: 'Everybody',
    members: all.map(({ user }) => ({ login: user.login })),
  });
  const page = await visit.openAs('ada', '/organizations/wide/teams');
  await page.getByText('400 teams', { exact: true }).waitFor();
  expect(await page.getByRole('treeitem').count()).toBe(100);
  const pages: unknown[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes('TeamMembers') === true) pages.push(request.url());
  });
  await search(page).fill('everybody');
  await team(page, 'Everybody').click();
  await page.getByText('100 of 2,000 people').waitFor();
  expect(pages.length).toBe(1);
  const last = all.at(-1)?.user.login ?? '';
  await page.getByRole('searchbox', { name: 'Find people of Everybody' }).fill(last);
  await people(page, 'Everybody').filter({ hasText: last }).waitFor();
  await page.getByText('2,000 people', { exact: true }).last().waitFor();
  expect(pages.length).toBe(20);
});

test('teams that cannot all be read can be loaded again', async ({ visit }) => {
  visit.expectProblem(/50\d/);
  await visit.onCodeHost('world/addLargeOrganization', { login: 'broken', members: 10, teams: 150, outside: 0 });
  const page = await visit.blankAs('ada');
  await page.route(GRAPHQL, async (route) => {
    const { variables } = route.request().postDataJSON() as { readonly variables: { readonly after?: string | null } };
    if (typeof variables.after === 'string') await route.fulfill({ status: 500, body: '' });
    else await route.continue();
  });
  await page.goto(`${visit.url}/organizations/broken/teams`);
  await page.getByText('Couldn’t load more teams').waitFor();
  await page.getByText('100 of 150 teams').waitFor();
  await page.unroute(GRAPHQL);
  await button(page, 'Try again').click();
  await page.getByText('150 teams', { exact: true }).waitFor();
});

test('a phone shows either the tree or a team, and both are accessible in light and dark', async ({ visit }) => {
  const page = await visit.openAs('ada', TEAMS, PHONE);
  await team(page, 'Platform').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await shoot(page, 'teams-phone');
  await team(page, 'Platform').click();
  await people(page, 'Platform').first().waitFor();
  expect(await page.getByRole('tree').count()).toBe(0);
  await focus(page.getByRole('heading', { level: 2, name: 'Platform' }));
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await shoot(page, 'team-phone-dark');
  await button(page, 'All teams').click();
  await focus(team(page, 'Platform'));

  for (const width of [1280, 1920]) {
    const wide = await visit.openAs('ada', `${TEAMS}#platform`, { viewport: { width, height: 900 } });
    await people(wide, 'Platform').first().waitFor();
    await shoot(wide, `teams-${width}`);
    expect(await accessibilityProblems(wide)).toEqual([]);
    await shoot(wide, `teams-${width}-dark`);
  }
});

async function idOf(
  visit: { onCodeHost(path: string, ...parameters: readonly unknown[]): Promise<unknown> },
  login: string,
) {
  return ((await visit.onCodeHost('world/organization', login)) as { readonly id: number }).id;
}
