import type { PeopleLine } from '@orgdesk/client';
import { expect } from 'vitest';
import { PEOPLE, signOutElsewhere, test } from '../support/visit.ts';
import {
  allLogins,
  answerPeople,
  box,
  choose,
  csvOf,
  fileFrom,
  rows,
  search,
  somebody,
  table,
  waitForStatus,
} from './people.ts';

const NORTHWIND = '/organizations/northwind/people';
const ALL = /^260 people, \d outside$/;

test('a list of 260 people is complete, but only visible rows are rendered', async ({ visit }) => {
  const page = await visit.openAs('margaret', NORTHWIND);
  await waitForStatus(page, ALL);
  const [members = 0, outside = 0] = ((await page.getByText(ALL).innerText()).match(/\d+/g) ?? []).map(Number);
  const total = members + outside;
  expect(total).toBeGreaterThanOrEqual(260);
  expect(await table(page, 'Northwind Traders International').getAttribute('aria-rowcount')).toBe(String(total + 1));
  expect(await rows(page).count()).toBeLessThan(60);
  expect(await rows(page).first().getByText('Owner').count()).toBe(1);

  const logins = await allLogins(page);
  expect(logins.length).toBe(total);
  expect(new Set(logins).size).toBe(total);
  expect(await rows(page).count()).toBeLessThan(60);
});

test('a person is found by a part of the name or login, and the URL keeps the search', async ({ visit }) => {
  const page = await visit.openAs('margaret', NORTHWIND);
  await waitForStatus(page, ALL);
  await search(page).fill('HOPP grace');
  await waitForStatus(page, /^1 of 26\d people$/);
  await page.getByRole('rowheader', { name: 'Grace Hopper' }).waitFor();
  expect(new URL(page.url()).searchParams.get('text')).toBe('HOPP grace');

  await page.reload();
  await waitForStatus(page, /^1 of 26\d people$/);
  expect(await search(page).inputValue()).toBe('HOPP grace');
  await search(page).fill('nobody is called so');
  await page.getByRole('heading', { name: 'No matching people' }).waitFor();
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await waitForStatus(page, ALL);
  expect(new URL(page.url()).search).toBe('');
});

test('an owner sees missing and insecure second factors, and outside collaborators', async ({ visit }) => {
  const page = await visit.openAs('margaret', NORTHWIND);
  await waitForStatus(page, ALL);
  await choose(page, 'Filter by role', 'Outside collaborators');
  await waitForStatus(page, /^\d of \d+ people$/);
  await page.getByRole('cell', { name: 'Outside collaborator', exact: true }).first().waitFor();
  await choose(page, 'Filter by role', 'All roles');
  for (const [option, text] of [
    ['2FA disabled', 'Disabled'],
    ['Insecure 2FA', 'Insecure'],
  ] as const) {
    await choose(page, 'Filter by two-factor authentication', option);
    await page.getByRole('cell', { name: text, exact: true }).first().waitFor();
    await waitForStatus(page, /^\d of \d+ people$/);
    expect(await page.getByRole('cell', { name: 'Enabled', exact: true }).count()).toBe(0);
  }
});

test('the list is filtered by role and sorted by its headings', async ({ visit }) => {
  const page = await visit.openAs('margaret', NORTHWIND);
  await waitForStatus(page, ALL);
  await choose(page, 'Filter by role', 'Owners');
  await waitForStatus(page, /^\d of 26\d people$/);
  expect(await allLogins(page)).toContain('margaret');
  expect(await rows(page).getByText('Member', { exact: true }).count()).toBe(0);

  await choose(page, 'Filter by role', 'All roles');
  const heading = page.getByRole('columnheader', { name: 'Username' });
  await heading.getByRole('button').click();
  await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending');
  const ascending = await allLogins(page);
  expect(ascending).toEqual(ascending.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  await page.evaluate(() => window.scrollTo(0, 0));
  await heading.getByRole('button').click();
  await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
  expect(await allLogins(page)).toEqual(ascending.toReversed());
  expect(new URL(page.url()).search).toBe('?sort=login&order=descending');
});

test('teams load only on demand', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/people?')) searches.push(new URL(request.url()).search);
  });
  await page.goto(`${visit.url}/organizations/acme/people`);
  await page.getByRole('rowheader', { name: 'Grace Hopper' }).waitFor();
  await expect.poll(() => page.getByText(/^Updated at/).count()).toBe(1);
  expect(searches).toEqual(['?teams=false']);
  expect(await page.getByRole('columnheader', { name: 'Teams' }).count()).toBe(0);

  await choose(page, 'Filter by teams', 'In a team');
  await page.getByRole('columnheader', { name: 'Teams' }).waitFor();
  await page
    .getByRole('cell', { name: /Platform/ })
    .first()
    .waitFor();
  const inTeams = await allLogins(page);
  await choose(page, 'Filter by teams', 'Not in a team');
  await expect.poll(() => page.getByText(/^Updated at/).count()).toBe(1);
  const inNone = await allLogins(page);
  await choose(page, 'Filter by teams', 'All teams');
  const all = await allLogins(page);
  expect([...inTeams, ...inNone].toSorted()).toEqual(all.toSorted());
  expect(searches).toEqual(['?teams=false', '?teams=true']);
});

test('people are selected one by one and in ranges, and stay selected during a search', async ({ visit }) => {
  const page = await visit.openAs('margaret', NORTHWIND);
  await waitForStatus(page, ALL);
  await search(page).fill('abel');
  await rows(page).nth(0).getByRole('checkbox').check();
  await rows(page)
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await waitForStatus(page, '4 selected');
  await rows(page).nth(1).getByRole('checkbox').uncheck();
  await waitForStatus(page, '3 selected');

  await search(page).fill('grace');
  await box(page, 'grace').check();
  await waitForStatus(page, '4 selected, 3 hidden by filters');
  await search(page).fill('nobody is called so');
  await waitForStatus(page, '4 selected, hidden by filters');
  await search(page).fill('');
  await waitForStatus(page, '4 selected');
  await page.getByRole('checkbox', { name: /^Select all 26\d shown$/ }).check();
  await waitForStatus(page, /^26\d selected$/);
  await page.getByRole('button', { name: 'Clear selection' }).click();
  expect(await page.getByText(/selected$/).count()).toBe(0);
});

test('the CSV contains the shown or selected people', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  await answerPeople(page, [
    {
      kind: 'people',
      people: [
        somebody(11, { login: 'ada', name: 'Ada "Countess" Lovelace', role: 'admin' }),
        somebody(12, { name: '=HYPERLINK("https://evil.example")' }),
        somebody(13, { name: 'Ödön, Ünal' }),
      ],
      total: 3,
    },
    { kind: 'people', people: [somebody(14, { role: 'outside_collaborator' })], total: null },
    { kind: 'second-factors', disabled: [13], insecure: [12] },
    { kind: 'end', isComplete: true },
  ]);
  await page.goto(`${visit.url}/organizations/acme/people`);
  await waitForStatus(page, '3 people, 1 outside');

  const all = await csvOf(page);
  expect(all.name).toBe('people-of-acme.csv');
  expect(all.text).toBe(
    '\uFEFFName,Username,Role,2FA\r\n' +
      '"Ada ""Countess"" Lovelace",ada,Owner,Enabled\r\n' +
      '"\'=HYPERLINK(""https://evil.example"")",person-12,Member,Insecure\r\n' +
      '"Ödön, Ünal",person-13,Member,Disabled\r\n' +
      ',person-14,Outside collaborator,Enabled\r\n',
  );
  await choose(page, 'Filter by two-factor authentication', '2FA disabled');
  await waitForStatus(page, '1 of 4 people');
  await box(page, 'person-13').check();
  await choose(page, 'Filter by two-factor authentication', 'All 2FA states');
  const one = await csvOf(page);
  expect(one.text.split('\r\n').slice(1)).toEqual(['"Ödön, Ünal",person-13,Member,Disabled', '']);
});

test('a member sees people and roles, and nothing reserved for owners', async ({ visit }) => {
  const page = await visit.blankAs('grace');
  const bodies: string[] = [];
  await page.route(PEOPLE, async (route) => {
    const response = await route.fetch();
    bodies.push(await response.text());
    await route.fulfill({ response });
  });
  await page.goto(`${visit.url}/organizations/acme/people?factor=disabled&role=outside_collaborator`);
  await waitForStatus(page, /^\d+ people$/);
  expect(await rows(page).count()).toBeGreaterThan(3);
  await page.getByText('Only owners can see two-factor authentication and outside collaborators.').waitFor();
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Name', 'Username', 'Role']);
  expect(await page.getByRole('combobox', { name: 'Filter by two-factor authentication' }).count()).toBe(0);
  expect(await page.getByRole('option', { name: 'Outside collaborators' }).count()).toBe(0);
  await page.getByRole('checkbox').nth(1).check();
  expect(await page.getByRole('button', { name: /^(Change|Remove)/ }).count()).toBe(0);
  const { text } = await csvOf(page);
  expect(text.split('\r\n')[0]).toBe('\uFEFFName,Username,Role');
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toContain('"kind":"people"');
  expect(bodies[0]).not.toContain('"kind":"second-factors"');
  expect(bodies[0]).not.toContain('"role":"outside_collaborator"');

  await page.getByRole('button', { name: 'ask an owner' }).click();
  await waitForStatus(page, /^\d+ of \d+ people$/);
  await page.getByRole('rowheader', { name: 'Ada Lovelace' }).waitFor();
});

const FIRST: PeopleLine = { kind: 'people', people: [somebody(1), somebody(2)], total: 5 };

test('an interrupted list keeps the loaded people, is reported, and can be retried', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  await answerPeople(page, [FIRST]);
  await page.goto(`${visit.url}/organizations/acme/people`);
  await page.getByRole('alert').getByText('Only 2 of 5 people loaded').waitFor();
  await page.getByRole('alert').getByText('The list broke off before its end.').waitFor();
  expect(await rows(page).count()).toBe(2);

  await page.unroute(PEOPLE);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('rowheader', { name: 'Grace Hopper' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('data missing from a list is named beside the loaded people', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  const withheld = { part: 'people', reason: 'refused', message: 'Something went wrong while listing.', subject: null };
  await answerPeople(page, [FIRST, { kind: 'withheld', withheld } as PeopleLine, { kind: 'end', isComplete: false }]);
  await page.goto(`${visit.url}/organizations/acme/people`);
  await page.getByText('Some data couldn’t be loaded').waitFor();
  await page.getByText('Something went wrong while listing').waitFor();
  expect(await rows(page).count()).toBe(2);
  await page.getByRole('button', { name: 'List options' }).click();
  const { text } = await fileFrom(page, page.getByRole('menuitem', { name: 'Download CSV (incomplete)' }));
  expect(text).toMatch(/\r\nNot loaded: .+\r\n$/);
});

test('nothing of a loading list stays when the session ends', async ({ visit }) => {
  visit.expectProblem(/401/);
  const page = await visit.openAs('ada', '/organizations/acme/people');
  await page.getByRole('rowheader', { name: 'Grace Hopper' }).waitFor();
  await signOutElsewhere(page, visit);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('link', { name: /^Sign in with/ }).waitFor();
  expect(await page.getByText('Grace Hopper').count()).toBe(0);
});
