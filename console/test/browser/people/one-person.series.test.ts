import { expect } from 'vitest';
import { focus } from '../organization/without-a-mouse.ts';
import { accessibilityProblems, holdRequests, test } from '../support/visit.ts';
import { addOwned } from './across/across.ts';
import { addMembers, button, dialog, inDialog, textOn, watchSent } from './changing.ts';

test('a person’s page shows role, second factor, teams, and repositories with their sources', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/people/alan');
  await page.getByRole('heading', { name: 'alan' }).waitFor();
  await textOn(page, 'Insecure 2FA').waitFor();
  const teams = page.getByRole('table', { name: 'Teams' }).locator('tbody').getByRole('row');
  expect(await teams.allInnerTexts()).toEqual([expect.stringMatching(/^Platform\s+Member\s+Remove/)]);

  const repositories = page.getByRole('table', { name: 'Repositories' }).locator('tbody').getByRole('row');
  await textOn(page, '5 repositories').waitFor();
  expect(await repositories.nth(1).innerText()).toMatch(
    /^api\s+Private\s+Admin\s+Organization \(read\), Team platform \(admin\)/,
  );
  await page.getByRole('combobox', { name: 'Filter by source' }).selectOption('Team');
  await textOn(page, '2 of 5 repositories').waitFor();
  await page.getByRole('searchbox', { name: 'Filter repositories by name' }).fill('WEB');
  await textOn(page, '1 of 5 repositories').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?repository=WEB&way=team');
  await page.getByRole('searchbox', { name: 'Filter repositories by name' }).fill('nothing like it');
  await page.getByRole('heading', { name: 'No matching repositories' }).waitFor();
  await button(page, 'Show all repositories').click();
  await focus(page.getByRole('searchbox', { name: 'Filter repositories by name' }));
  expect(await repositories.count()).toBe(5);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('organization roles show with a person and a repository, or the permission that is missing', async ({ visit }) => {
  const { owner, organizations, installationIds, everywhere } = await addOwned(visit, 'owner-of-roles', 1);
  const [organization = ''] = organizations;
  await visit.onCodeHost('world/addRepository', { owner: organization, name: 'plans' });
  await visit.onCodeHost('world/addTeam', { organization, name: 'Crew', members: [{ login: everywhere }] });
  await visit.onCodeHost('world/addRole', { organization, name: 'all_repo_read', baseRole: 'read', teams: ['crew'] });
  const page = await visit.openAs(owner, `/organizations/${organization}/people/${everywhere}`);
  await page.getByText(/^Couldn’t load organization roles: .*organization_custom_org_roles: read/).waitFor();
  const permissions = { metadata: 'read', members: 'write', organization_custom_org_roles: 'read' };
  await visit.onCodeHost('world/setInstallationPermissions', installationIds[0], permissions);
  await page.reload();
  await textOn(page, 'Access to all repositories by an organization role').waitFor();
  await textOn(page, 'all_repo_read (read), by team crew').waitFor();
  await page.goto(`${visit.url}/organizations/${organization}/repositories/plans/access`);
  await textOn(page, `all_repo_read (read): ${everywhere} (team crew)`).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('repositories show while loading, and an interrupted list is reported and can be retried', async ({ visit }) => {
  const line = (name: string) => ({
    kind: 'repositories',
    repositories: [{ name, isPrivate: false, isArchived: false, permission: 'READ', sources: [] }],
    lookedAt: 1,
    total: 2,
  });
  const page = await visit.blankAs('ada');
  await page.route('**/people/alan/access', (route) =>
    route.fulfill({ contentType: 'application/x-ndjson', body: `${JSON.stringify(line('first'))}\n` }),
  );
  await page.goto(`${visit.url}/organizations/acme/people/alan`);
  await textOn(page, 'Couldn’t load all repositories').waitFor();
  await page.getByRole('rowheader', { name: 'first' }).waitFor();
  await textOn(page, '1 repository found. Checked 1 of 2').waitFor();
  await page.unroute('**/people/alan/access');
  await button(page, 'Try again').click();
  await textOn(page, '5 repositories').waitFor();
  expect(await page.getByRole('rowheader', { name: 'first' }).count()).toBe(0);
});

test('a person is added to a team and removed from it on their page', async ({ visit }) => {
  await addMembers(visit, 'acme', ['joiner']);
  const page = await visit.openAs('ada', '/organizations/acme/people/joiner');
  await textOn(page, 'joiner isn’t in any team you can see.').waitFor();
  await button(page, 'Add to a team…').click();
  await inDialog(page, 'Preview').click();
  await textOn(page, 'Choose a team.').waitFor();
  await dialog(page).getByRole('searchbox', { name: 'Find a team' }).fill('plat');
  await dialog(page).getByRole('radio', { name: 'Platform' }).check();
  await dialog(page).getByRole('combobox', { name: 'Role in the team' }).selectOption('Maintainer');
  await inDialog(page, 'Preview').click();
  await inDialog(page, 'Add joiner to team platform').click();
  await textOn(page, '1 added.').waitFor();
  await inDialog(page, 'Close').click();
  await page.getByRole('row', { name: /Platform\s+Maintainer/ }).waitFor();

  await button(page, 'Remove… from Platform').click();
  await textOn(page, 'joiner will be removed from team platform.').waitFor();
  await inDialog(page, 'Remove joiner from team platform').click();
  await textOn(page, '1 removed.').waitFor();
  await inDialog(page, 'Close').click();
  await textOn(page, 'joiner isn’t in any team you can see.').waitFor();
  await focus(page.getByRole('heading', { name: 'Teams' }));
});

test('a member sees a person’s role and teams, and nothing reserved for owners', async ({ visit }) => {
  const page = await visit.blankAs('grace');
  const sentRequests = watchSent(page, /people\/\w+\/access$|people-review$|people\/preview/);
  await page.goto(`${visit.url}/organizations/acme/people/alan`);
  await page.getByRole('row', { name: /Platform/ }).waitFor();
  await textOn(
    page,
    'Only owners of Acme Corporation can see the repositories, two-factor authentication, and open invitations of alan.',
  ).waitFor();
  expect(await page.getByText(/2FA/i).count()).toBe(0);
  expect(await page.getByRole('main').getByRole('button', { name: /…$/ }).count()).toBe(0);
  await page.goto(`${visit.url}/organizations/acme/people-review?owners=1`);
  await page.getByRole('heading', { name: 'Only organization admins can open the access review' }).waitFor();
  await page.getByRole('heading', { name: 'Owners of Acme Corporation' }).waitFor();
  expect(sentRequests).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('one’s own page explains who can change one’s role, and an unknown person is reported as missing', async ({
  visit,
}) => {
  visit.expectProblem(/404.*nobody/);
  const page = await visit.openAs('ada', '/organizations/acme/people/ADA');
  await page.getByRole('heading', { name: 'Ada Lovelace (you)' }).waitFor();
  await textOn(page, 'You can’t change your own role. Ask another owner.').waitFor();
  await page.getByRole('table', { name: 'Open invitations sent' }).getByText('newcomer@mail.example').waitFor();
  expect(await page.getByRole('main').getByRole('button', { name: /…/ }).count()).toBe(0);
  await page.goto(`${visit.url}/organizations/acme/people/nobody-here`);
  await page.getByRole('heading', { name: 'nobody-here is not in Acme Corporation' }).waitFor();
  await page.getByRole('link', { name: 'View people' }).click();
  await page.waitForURL('**/organizations/acme/people');
});

test('the page reserves space while loading, and is linked from teams', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/teams#platform');
  const open = await holdRequests(page, '**/api/organizations/acme/people/alan');
  await page.getByRole('link', { name: 'alan' }).click();
  await page.getByText('Loading alan').waitFor({ state: 'attached' });
  expect(await accessibilityProblems(page)).toEqual([]);
  open();
  await textOn(page, 'Insecure 2FA').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Platform' }).waitFor();
});

test('a change is reported with its audit entry and next steps, and takes the focus', async ({ visit }) => {
  // The page finds out that the person is gone.
  visit.expectProblem(/404.*then-changed/);
  await addMembers(visit, 'acme', ['first-changed', 'then-changed']);
  const page = await visit.openAs('ada', '/organizations/acme/people');
  const report = (text: string) => page.getByRole('status').filter({ hasText: text });
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.getByRole('table').getByRole('link', { name: 'first-changed' }).first().click();
  await button(page, 'Make owner…').click();
  await inDialog(page, 'Make first-changed an owner').click();
  await textOn(page, '1 now an owner').waitFor();
  await inDialog(page, 'Close').click();
  await report('first-changed is now an owner of Acme Corporation').waitFor();
  await button(page, 'Make member…').waitFor();
  expect(await focusedText()).toContain('first-changed is now an owner');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: /^Next person: / }).waitFor();
  await page.getByRole('link', { name: 'View audit entry' }).click();
  await page.waitForURL('**/organizations/acme/audit-trail?target=first-changed');

  await page.goto(`${visit.url}/organizations/acme/people/then-changed`);
  await button(page, 'Remove…').click();
  await inDialog(page, 'Remove then-changed').click();
  await textOn(page, '1 removed.').waitFor();
  await inDialog(page, 'Close').click();
  await report('then-changed was removed from Acme Corporation').waitFor();
  await expect.poll(() => page.getByRole('group', { name: 'Change then-changed' }).count()).toBe(0);
  expect(await focusedText()).toContain('then-changed was removed');
  expect(await page.getByText('They may have left').count()).toBe(0);
  await button(page, 'Invite again').click();
  await page.waitForURL('**/organizations/acme/invitations/invite');
  await expect.poll(() => page.getByRole('textbox').first().inputValue()).toBe('then-changed');
});
