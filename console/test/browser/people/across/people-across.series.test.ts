import { expect } from 'vitest';
import { focus } from '../../organization/without-a-mouse.ts';
import { heading, organizationRows, test } from '../../support/visit.ts';
import { choose, csvOf, rows, search, waitForStatus } from '../people.ts';
import { addOwned, addTo, holdOnCodeHost, LIST, line, logins, row, summary, updated } from './across.ts';

test('people of twelve organizations are one row each, with their organizations, and fill the page', async ({
  visit,
}) => {
  const { owner, organizations, everywhere } = await addOwned(visit, 'owner-of-twelve', 12);
  const page = await visit.openAs(owner, '/');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'People' }).click();
  await heading(page, 'People').waitFor();
  await updated(page);
  await waitForStatus(page, '2 people');
  await summary(page).getByText('12 organizations loaded').waitFor();
  await summary(page)
    .getByText(/^Used [\d,]+ of 5,000 API calls/)
    .waitFor();
  expect(await line(page, /: |\d+ people/).count()).toBe(12);
  const [first = '', second = '', third = ''] = organizations;
  expect(await row(page, everywhere).innerText()).toContain(
    `${first} (member), ${second} (member), ${third} (member) and 9 more`,
  );

  await search(page).fill('zq');
  await waitForStatus(page, '1 of 2 people');
  await row(page, everywhere).getByRole('link').click();
  await heading(page, everywhere).waitFor();
  await waitForStatus(page, 'In 12 organizations you own');
  expect(await rows(page).getByText('Member', { exact: true }).count()).toBe(12);
});

test('a person of many organizations is found by two letters from anywhere', async ({ visit }) => {
  const { owner, everywhere } = await addOwned(visit, 'owner-who-searches', 12);
  const page = await visit.openAs(owner, '/');
  await organizationRows(page).first().waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  await dialog.getByRole('combobox').fill('zq');
  const found = dialog.getByRole('option').filter({ hasText: '12 organizations' });
  await found.waitFor();
  expect(await dialog.getByRole('option').first().innerText()).toContain('12 organizations');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/people/${everywhere}`);
  await waitForStatus(page, 'In 12 organizations you own');
});

test('each filter shows whom it names, and stays in the URL', async ({ visit }) => {
  const { owner, organizations, everywhere } = await addOwned(visit, 'owner-who-filters', 3);
  const [first = '', second = '', third = ''] = organizations;
  await addTo(visit, first, 'boss-of-first', 'admin');
  await addTo(visit, second, 'weak-in-second', 'member');
  await visit.onCodeHost('world/updateUser', 'weak-in-second', { secondFactor: 'none' });
  await addTo(visit, third, 'outside-of-third', 'outside');
  const page = await visit.openAs(owner, '/people');
  await updated(page);
  await waitForStatus(page, '5 people');

  const filters = [
    ['Filter by role', 'Owner of any organization', ['boss-of-first', owner]],
    ['Filter by role', 'Outside collaborator only', ['outside-of-third']],
    ['Filter by two-factor authentication', '2FA disabled', ['weak-in-second']],
    ['Filter by number of organizations', 'In more than one', [owner, everywhere]],
    ['Filter by organization', `In Organization 3 of ${owner}`, ['outside-of-third', owner, everywhere]],
    ['Filter by excluded organization', `Not in Organization 1 of ${owner}`, ['outside-of-third', 'weak-in-second']],
  ] as const;
  for (const [label, option, expected] of filters) {
    await choose(page, label, option);
    await waitForStatus(page, `${expected.length} of 5 people`);
    expect((await logins(page)).toSorted(), option).toEqual([...expected].toSorted());
    await page.getByRole('combobox', { name: label }).selectOption({ index: 0 });
    await waitForStatus(page, '5 people');
  }
  await choose(page, 'Filter by organization', `In Organization 2 of ${owner}`);
  await choose(page, 'Filter by excluded organization', `Not in Organization 1 of ${owner}`);
  await waitForStatus(page, '1 of 5 people');
  expect(await logins(page)).toEqual(['weak-in-second']);
  expect(new URL(page.url()).search).toBe(`?in=${second}&without=${first}`);
  await page.reload();
  await waitForStatus(page, '1 of 5 people');
  await search(page).fill('nobody is called so');
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await waitForStatus(page, '5 people');
});

test('nobody counts as missing from an organization that could not be read, whose cause and step show', async ({
  visit,
}) => {
  const { owner, organizations, installationIds, everywhere } = await addOwned(visit, 'owner-with-gaps', 7);
  const [whole = '', signOn = '', missing = '', left = '', lost = '', other = '', half = ''] = organizations;
  await addTo(visit, whole, 'only-in-whole', 'member');
  await visit.onCodeHost('world/removeMembership', other, everywhere);
  const page = await visit.blankAs(owner);
  await visit.onCodeHost('world/updateOrganization', signOn, { samlEnforced: true });
  await visit.onCodeHost('platform/uninstall', installationIds[2]);
  await visit.onCodeHost('world/removeMembership', left, owner);
  await visit.faultOnCodeHost({ kind: 'bad-gateway-html', match: { path: `/orgs/${lost}/members` } });
  await visit.faultOnCodeHost({ kind: 'bad-gateway-html', match: { path: `/orgs/${half}/outside_collaborators` } });
  await page.goto(`${visit.url}/people`);
  await updated(page);

  await summary(page).getByText('2 of 7 organizations loaded. Incomplete:').waitFor();
  const causes = [
    ['requires single sign-on', 'Authorize on', 'Sign in again'],
    ['The App is not installed on', 'Install the App'],
    ['You’re no longer a member of', 'Sign in again'],
    [`Couldn’t load ${lost}: `],
    ['2 or more people. Outside collaborators: ', half],
  ] as const;
  for (const [cause, ...steps] of causes) {
    const found = line(page, cause);
    await found.waitFor();
    expect(await found.getByRole('link').allInnerTexts(), cause).toEqual(
      steps.map((step) => expect.stringContaining(step)),
    );
  }
  expect(await row(page, 'only-in-whole').innerText()).toMatch(/Not checked in \S+, \S+, \S+ and 2 more/);

  await choose(page, 'Filter by organization', `In Organization 1 of ${owner}`);
  await choose(page, 'Filter by excluded organization', `Not in Organization 2 of ${owner}`);
  await waitForStatus(page, /^3 people may match: not checked in/);
  await page.getByRole('heading', { name: 'No match in what was loaded' }).waitFor();
  await page.getByRole('button', { name: 'Show people who may match' }).click();
  await row(page, 'only-in-whole').getByText('Not checked in').waitFor();
  expect(await logins(page)).toHaveLength(3);
  await choose(page, 'Filter by excluded organization', `Not in Organization 6 of ${owner}`);
  await waitForStatus(page, /^\d of 3 or more people$/);
  expect((await logins(page)).toSorted()).toEqual(['only-in-whole', everywhere].toSorted());

  const { text } = await csvOf(page);
  expect(text.split('\r\n')[0]).toBe('\uFEFFlogin,name,id,organizations,not-checked,two-factor');
  expect(text).toContain(`"${[signOn, missing, left, lost, half].join(', ')}"`);
  expect(text.split('\r\n').filter((each) => each.startsWith('Not loaded: '))).toEqual(
    [signOn, missing, left, lost, half].map((login) => `Not loaded: ${login}`),
  );

  await row(page, 'only-in-whole').getByRole('link').click();
  await waitForStatus(page, /^In 1 organization you own, not checked in/);
  expect(await rows(page).getByText('Not checked', { exact: true }).count()).toBe(4);
  expect(await rows(page).getByText('Not a member', { exact: true }).count()).toBe(2);
  await page.getByText('requires single sign-on').waitFor();
});

test('rows show while organizations are read, reading can be stopped, and what is missing is said', async ({
  visit,
}) => {
  const { owner, organizations, everywhere } = await addOwned(visit, 'owner-who-stops', 3);
  const [, , slow = ''] = organizations;
  const page = await visit.blankAs(owner);
  const release = await holdOnCodeHost(visit, `/orgs/${slow}/members`);
  await page.goto(`${visit.url}/people`);
  await row(page, everywhere).waitFor();
  await line(page, `${slow}: loading…`).waitFor();
  await summary(page).getByText('2 of 3 organizations loaded').waitFor();
  expect(await page.getByText('Not checked in').count()).toBe(0);
  await page.getByRole('button', { name: 'List options' }).click();
  await page
    .getByRole('menuitem', { name: /^Download CSV/ })
    .getByText('Still loading')
    .waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Stop' }).click();
  await waitForStatus(page, 'Stopped');
  await line(page, `${slow}: not loaded`).waitFor();
  await row(page, everywhere).getByText(`Not checked in ${slow}`).waitFor();
  await release();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await updated(page);
  expect(await page.getByText('Not checked in').count()).toBe(0);
});

test('teams and invitations load on request, and a refresh keeps the rows', async ({ visit }) => {
  const { owner, organizations, everywhere } = await addOwned(visit, 'owner-of-teams', 2);
  const [first = ''] = organizations;
  await visit.onCodeHost('world/addTeam', { organization: first, name: 'Crew', members: [{ login: everywhere }] });
  const page = await visit.openAs(owner, '/people');
  await updated(page);
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Person', 'Organizations', '2FA']);
  const queries: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/people?')) queries.push(new URL(request.url()).search);
  });
  await page.getByRole('checkbox', { name: 'Teams', exact: true }).check();
  await row(page, everywhere).getByText(`${first}/crew`).waitFor();
  expect(new URL(page.url()).search).toBe('?teams=true');
  await page.getByRole('checkbox', { name: 'Teams', exact: true }).uncheck();
  await expect.poll(() => page.getByRole('columnheader').count()).toBe(3);
  await page.getByRole('checkbox', { name: 'Last invited' }).check();
  await page.getByRole('columnheader', { name: 'Last invited' }).waitFor();
  expect(queries).toEqual(['?teams=true&invitations=false', '?teams=false&invitations=true']);

  const release = await holdOnCodeHost(visit, `/orgs/${first}/members`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await line(page, `${first}: loading…`).waitFor();
  expect(await logins(page)).toHaveLength(2);
  await release();
  await updated(page);
});

test('a list that breaks off keeps its rows, and is read again on request', async ({ visit }) => {
  const { owner } = await addOwned(visit, 'owner-cut-off', 1);
  const page = await visit.blankAs(owner);
  const organizations = [1, 2].map((id) => ({ id, login: `cut-off-${id}`, name: null, avatarUrl: null }));
  const person = { id: 7, login: 'somebody', name: null, avatarUrl: null, role: 'member' };
  const lines = [
    { kind: 'organizations', organizations },
    { kind: 'people', organization: 1, people: [person], total: null },
  ];
  await page.route(LIST, (route) =>
    route.fulfill({
      contentType: 'application/x-ndjson',
      body: lines.map((each) => `${JSON.stringify(each)}\n`).join(''),
    }),
  );
  await page.goto(`${visit.url}/people`);
  await page.getByRole('alert').getByText('Some data couldn’t be loaded').waitFor();
  expect(await row(page, 'somebody').innerText()).toContain('Not checked in cut-off-2');
  await page.unroute(LIST);
  await page.getByRole('button', { name: 'Try again' }).click();
  await updated(page);
  expect(await row(page, 'somebody').count()).toBe(0);
});

test('60,000 people of 30 organizations are searched, and only visible rows are rendered', async ({ visit }) => {
  const { owner } = await addOwned(visit, 'owner-of-thirty', 1);
  const page = await visit.blankAs(owner);
  const ids = Array.from({ length: 30 }, (_, index) => index + 1);
  const lines = [
    {
      kind: 'organizations',
      organizations: ids.map((id) => ({ id, login: `big-${id}`, name: null, avatarUrl: null })),
    },
    ...ids.flatMap((organization) => [
      ...Array.from({ length: 20 }, (_, part) => ({
        kind: 'people',
        organization,
        people: Array.from({ length: 100 }, (_, index) => {
          const id = organization * 10_000 + part * 100 + index;
          return { id, login: `person-${id}`, name: null, avatarUrl: null, role: 'member' };
        }),
        total: null,
      })),
      { kind: 'finished', organization, isComplete: true, failure: null },
    ]),
    { kind: 'end', isComplete: true },
  ];
  await page.route(LIST, (route) =>
    route.fulfill({
      contentType: 'application/x-ndjson',
      body: lines.map((each) => `${JSON.stringify(each)}\n`).join(''),
    }),
  );
  await page.goto(`${visit.url}/people?sort=login&order=descending`);
  await waitForStatus(page, '60,000 people');
  expect(await rows(page).count()).toBeLessThan(60);
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('60001');
  expect((await logins(page))[0]).toBe('person-301999');
  await search(page).fill('person-151234');
  await waitForStatus(page, '1 of 60,000 people');
  await search(page).fill('');
  await waitForStatus(page, '60,000 people');
  await rows(page).first().getByRole('link').focus();
  await page.keyboard.press('End');
  await focus(row(page, 'person-10000').getByRole('link'));
});

test('somebody without an organization of their own has no such page', async ({ visit }) => {
  const page = await visit.openAs('grace', '/');
  await organizationRows(page).first().waitFor();
  expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'People' }).count()).toBe(0);
  await page.goto(`${visit.url}/people`);
  await heading(page, 'You don’t own an organization').waitFor();
});
