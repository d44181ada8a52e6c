import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { focus } from '../organization/without-a-mouse.ts';
import { chooseOption, holdRequests, test } from '../support/visit.ts';
import { addPeople, entryRow, inviteByProgram, messages, newest, opener, openTrail, rows, textOn } from './trail.ts';

test('changes made here and on the code host appear at once, and can be found, opened and exported', async ({
  visit,
}) => {
  await addPeople(visit, ['wanda', 'walter']);
  const page = await openTrail(visit, 'northwind', 'margaret');
  await page.getByRole('heading', { name: 'No entries yet' }).waitFor();

  // Appears without a reload.
  await inviteByProgram(page, visit, 'northwind', ['wanda', 'walter', 'nobody-at-all']);
  await entryRow(page, 'margaret invited wanda').getByText('API').waitFor();
  await entryRow(page, 'margaret tried to invite nobody-at-all').getByText('Refused').waitFor();
  await visit.onCodeHost(
    'platform/createTeam',
    { organization: 'northwind', name: 'Night Watch', members: [] },
    'margaret',
  );
  await entryRow(page, 'margaret created the team night-watch').getByText('Webhook').waitFor();
  await page
    .getByRole('status')
    .getByText(/^\d+ new entr(y|ies)/)
    .first()
    .waitFor({ state: 'attached' });
  const all = await messages(page);
  expect(all.indexOf('margaret created the team night-watch')).toBeLessThan(
    all.indexOf('margaret tried to invite nobody-at-all'),
  );

  const row = entryRow(page, 'margaret tried to invite nobody-at-all');
  expect(await row.innerText()).toContain('API');
  await opener(row).click();
  for (const text of ['invitation.sent', 'Request ID', 'margaret (ID']) await row.getByText(text).waitFor();

  // The URL contains the filters.
  await page.getByRole('combobox', { name: 'Filter by outcome' }).selectOption('Refused');
  await textOn(page, '1 entry').waitFor();
  await page.getByRole('combobox', { name: 'Filter by event' }).selectOption('Team created');
  await page.getByRole('heading', { name: 'No matching entries' }).waitFor();
  await page.getByRole('combobox', { name: 'Filter by outcome' }).selectOption('All outcomes');
  await page.getByRole('searchbox', { name: 'Actor' }).fill('Margaret');
  await textOn(page, '1 entry').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?actor=Margaret&action=team.created');
  await page.reload();
  await textOn(page, '1 entry').waitFor();

  const downloading = page.waitForEvent('download');
  await chooseOption(page, 'Download CSV');
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^audit-trail-northwind-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await buffer(await file.createReadStream())).toString().trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(',team.created,done,webhook,');
  await page.getByRole('combobox', { name: 'Filter by event' }).selectOption('All events');
  await entryRow(page, 'margaret exported the audit log').getByText('Console').waitFor();
});

test('older entries load on demand, and the focused row does not move when new ones arrive', async ({ visit }) => {
  const people = Array.from({ length: 45 }, (_, entryTop) => `crowd-${entryTop + 10}`);
  await addPeople(visit, [...people, 'late-comer']);
  const page = await openTrail(visit, 'lumen-labs', 'ada', '?action=invitation');
  await inviteByProgram(page, visit, 'lumen-labs', people);
  await visit.onCodeHost('platform/createTeam', { organization: 'lumen-labs', name: 'Other', members: [] }, 'ada');
  await inviteByProgram(page, visit, 'lumen-labs', people);
  // Webhooks arrive at any time and would move the rows.
  await expect.poll(() => rows(page).filter({ hasText: 'Webhook' }).count()).toBe(people.length);
  await page.reload();
  await textOn(page, 'The newest 50 entries').waitFor();
  await page.getByRole('button', { name: 'Show older entries' }).press('Enter');
  await expect.poll(() => rows(page).count()).toBeGreaterThan(89);
  await focus(rows(page).nth(50).getByRole('button'));
  expect(await messages(page)).not.toContain('ada created the team other');

  // The rows are one tab stop.
  await page.keyboard.press('ArrowDown');
  const focused = rows(page).nth(51).getByRole('button');
  await focus(focused);
  await page.keyboard.press('Enter');
  await rows(page).nth(51).getByText('invitation.sent').waitFor();
  const number = await rows(page).nth(51).getAttribute('data-entry');
  const entryTop = () => page.locator(`[data-entry="${number}"]`).evaluate((row) => row.getBoundingClientRect().top);
  const before = await entryTop();
  const count = await rows(page).count();
  await inviteByProgram(page, visit, 'lumen-labs', ['late-comer']);
  await newest(page, /late-comer.*Webhook/s).waitFor();
  expect(await rows(page).count()).toBe(count + 2);
  expect(Math.abs((await entryTop()) - before)).toBeLessThan(2);
  await page.keyboard.press('Home');
  await focus(rows(page).first().getByRole('button', { name: 'ada invited late-comer' }));
});

test('a member has no tab and sees the list of admins', async ({ visit }) => {
  const member = await visit.openAs('alan', '/organizations/acme/audit-trail');
  await member.getByRole('heading', { name: 'Only organization admins can see the audit log' }).waitFor();
  await member.getByRole('list').getByText('Ada Lovelace').waitFor();
  expect(await member.getByRole('table').count()).toBe(0);
  const tabs = member.getByRole('navigation', { name: /^Pages of/ });
  expect(await tabs.getByRole('link', { name: 'Invitations' }).count()).toBe(1);
  expect(await tabs.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
});

test('a failed read of the audit log is reported and can be retried', async ({ visit }) => {
  visit.expectProblem(/500/);
  const page = await visit.blankAs('ada');
  const address = '**/api/organizations/acme/audit-trail?*';
  await page.route(address, (route) => route.fulfill({ status: 500, json: { error: 'It failed.' } }));
  await page.goto(`${visit.url}/organizations/acme/audit-trail`);
  await page.getByRole('alert').getByText('Couldn’t load the audit log').waitFor();
  await page.unroute(address);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'No entries yet' }).waitFor();
});

/** Answers the log of acme in three parts without entries, and notes the queries. `hold` keeps the second part waiting. */
async function answerInParts(page: Page, hold?: Promise<void>): Promise<readonly string[]> {
  const part = { entries: [], newest: 1_000, keptDays: 365, missingSince: null };
  const nextOf = new Map([
    [null, 900],
    ['900', 400],
    ['400', null],
  ]);
  const requested: string[] = [];
  await page.route('**/api/organizations/acme/audit-trail?*', async (route) => {
    const { search, searchParams } = new URL(route.request().url());
    const before = searchParams.get('before');
    requested.push(search);
    if (before === '900') await hold;
    await route.fulfill({ json: { ...part, next: nextOf.get(before) ?? null } });
  });
  return requested;
}

const PARTS = ['?actor=grace&limit=50', '?actor=grace&limit=50&before=900', '?actor=grace&limit=50&before=400'];

test('a search that needs several requests shows progress and can be stopped and continued', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  const held = Promise.withResolvers<void>();
  const requested = await answerInParts(page, held.promise);
  await page.goto(`${visit.url}/organizations/acme/audit-trail?actor=grace`);
  await page.getByRole('status').getByText('Searching older entries…').waitFor();
  await textOn(page, '10% searched').waitFor();
  await page.getByRole('button', { name: 'Stop searching' }).click();
  held.resolve();
  await textOn(page, '60% searched').waitFor();
  await page.getByRole('status').getByText('Search stopped.').waitFor();
  expect(await page.getByRole('heading', { name: 'No matching entries' }).count()).toBe(0);
  expect(requested).toEqual(PARTS.slice(0, 2));
  await page.getByRole('button', { name: 'Continue searching' }).click();
  await page.getByRole('heading', { name: 'No matching entries' }).waitFor();
  expect(requested).toEqual(PARTS);
});

test('only the filtered log is read when the code of the page comes late, and nothing on return', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  await page.clock.install();
  const requested = await answerInParts(page);
  const release = await holdRequests(page, '**/assets/audit-trail-page-*.js');
  await page.goto(`${visit.url}/organizations/acme/audit-trail?actor=grace`);
  // Shown once the organization is known, on which reading ahead depends.
  await page.locator('.organization-page-content').waitFor();
  release();
  const end = page.getByRole('heading', { name: 'No matching entries' });
  await end.waitFor();
  expect(requested).toEqual(PARTS);

  await page.getByRole('link', { name: 'Teams', exact: true }).click();
  await page.getByRole('treeitem', { name: /^Platform/ }).waitFor();
  // Longer than an answer is fresh.
  await page.clock.fastForward(60_000);
  await page.goBack();
  await end.waitFor();
  // A request begun before is noted before this one is answered.
  await page.evaluate(async () => void (await fetch('/api/about')));
  expect(requested).toEqual(PARTS);
});
