import { expect } from 'vitest';
import { accessibilityProblems, heading, sidewaysScroll, test } from '../../support/visit.ts';
import { button, dialog, inDialog } from '../changing.ts';
import { waitForStatus } from '../people.ts';
import { addOwned, addTo } from './across.ts';

test('a new person gets the teams of somebody else, where they are a member', async ({ visit }) => {
  visit.expectProblem(/404/);
  const { owner, organizations, everywhere } = await addOwned(visit, 'owner-of-copies', 3);
  const [first = '', second = '', third = ''] = organizations;
  await addTo(visit, first, 'new-colleague', 'member');
  await visit.onCodeHost('world/addMembership', { organization: second, login: 'new-colleague' });
  const team = (organization: string, name: string, role = 'MEMBER') =>
    visit.onCodeHost('world/addTeam', { organization, name, members: [{ login: everywhere, role }] });
  await team(first, 'Crew', 'MAINTAINER');
  await team(first, 'Left out');
  await team(second, 'Night watch');
  await team(third, 'Elsewhere');
  const page = await visit.openAs(owner, '/people/new-colleague');
  await waitForStatus(page, /^In 2 organizations you own/);
  await button(page, 'Copy teams…').click();
  await inDialog(page, 'Preview').click();
  await dialog(page).getByText('Enter a username.').waitFor();
  const model = dialog(page).getByRole('textbox', { name: 'Copy teams of' });
  await model.fill('NEW-colleague');
  await dialog(page).getByText('Enter someone else.').waitFor();
  await model.fill('there-is-nobody-so');
  await model.press('Enter');
  await dialog(page).getByText('Couldn’t load teams of there-is-nobody-so. Nothing was changed').waitFor();
  await inDialog(page, 'Back').click();
  await model.fill(`@${everywhere}`);
  await model.press('Enter');
  await dialog(page).getByText('3 teams to add new-colleague to.').waitFor();
  await dialog(page).getByText(`new-colleague isn’t a member of Organization 3 of ${owner}.`).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysScroll(page)).toBe(0);
  await dialog(page)
    .getByRole('checkbox', { name: /^Left out/ })
    .uncheck();
  await inDialog(page, 'Add new-colleague to 2 teams').click();
  await heading(page, `Same teams as ${everywhere} for new-colleague`).waitFor();
  await page.locator('.run-view-heading').getByText('Done', { exact: true }).waitFor();
  const sent = (await visit.onCodeHost('call/requests', {
    method: 'PUT',
    path: '^/organizations/[0-9]+/team/[0-9]+/memberships/new-colleague$',
  })) as readonly { readonly body: unknown }[];
  expect(sent.map(({ body }) => body)).toEqual(expect.arrayContaining([{ role: 'maintainer' }, { role: 'member' }]));
  expect(sent).toHaveLength(2);
});
