import { expect } from 'vitest';
import { heading, test } from '../../support/visit.ts';
import { waitForStatus } from '../people.ts';
import { addOwned, addTo } from './across.ts';

test('one person’s page has a line per organization, and leads on from an organization’s page', async ({ visit }) => {
  const { owner, organizations, everywhere } = await addOwned(visit, 'owner-of-lines', 3);
  const [first = '', second = '', third = ''] = organizations;
  await visit.onCodeHost('world/setRole', second, everywhere, 'admin');
  await visit.onCodeHost('world/removeMembership', third, everywhere);
  await visit.onCodeHost('world/addTeam', { organization: first, name: 'Crew', members: [{ login: everywhere }] });
  await visit.onCodeHost('world/addRepository', { owner: first, name: 'plans' });
  await visit.onCodeHost('world/invite', { organization: third, login: everywhere, by: owner });
  await visit.onCodeHost('world/invite', { organization: second, email: 'late@mail.example', by: everywhere });

  const page = await visit.openAs(owner, `/organizations/${first}/people/${everywhere}`);
  await page.getByRole('heading', { name: everywhere }).waitFor();
  await page.getByRole('link', { name: 'In other organizations' }).click();
  await heading(page, everywhere).waitFor();
  await waitForStatus(page, 'In 2 organizations you own');
  const lines = page.getByRole('table', { name: 'Organizations' }).locator('tbody').getByRole('row');
  expect((await lines.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
    expect.stringMatching(/Member Crew 1$/),
    expect.stringMatching(/Owner .*1 sent$/),
    expect.stringMatching(/Not a member Invited$/),
  ]);
  expect(new URL(page.url()).searchParams.get('id')).toMatch(/^\d+$/);
  await page.getByRole('link', { name: `Organization 2 of ${owner}` }).click();
  await page.waitForURL(`**/organizations/${second}/people/${everywhere}`);
});

test('what was done to and by a person shows from all audit logs, newest first', async ({ visit }) => {
  const { owner, organizations, everywhere } = await addOwned(visit, 'owner-of-logs', 2);
  const [first = '', second = ''] = organizations;
  const page = await visit.openAs(owner, '/');
  await visit.onCodeHost('platform/removeMember', first, everywhere);
  await visit.onCodeHost('platform/removeMember', second, everywhere);
  await expect
    .poll(async () => {
      await page.goto(`${visit.url}/people/${everywhere}`);
      await waitForStatus(page, 'In none of the organizations you own');
      return page.getByRole('table', { name: 'Audit log' }).locator('tbody').getByRole('row').allInnerTexts();
    })
    .toEqual(
      [second, first].map((organization) =>
        expect.stringMatching(new RegExp(`removed ${everywhere} .*${organization}$`, 's')),
      ),
    );
});

test('an account that does not exist, and a username that changed hands, are said', async ({ visit }) => {
  visit.expectProblem(/40[49]/);
  const { owner, organizations } = await addOwned(visit, 'owner-of-nobody', 2);
  await addTo(visit, organizations[0] ?? '', 'taken-name', 'member');
  const page = await visit.openAs(owner, '/people/there-is-nobody-so');
  await heading(page, 'there-is-nobody-so not found').waitFor();
  await page.getByRole('link', { name: 'View people' }).click();
  await heading(page, 'People').waitFor();
  await page.goto(`${visit.url}/people/taken-name?id=1`);
  await page.getByRole('alert').getByText('This username now belongs to another account.').waitFor();
});
