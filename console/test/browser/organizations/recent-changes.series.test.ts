import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addPeople, inviteByProgram } from '../audit-trail/trail.ts';
import { accessibilityProblems, sidewaysScroll, test, type Visit } from '../support/visit.ts';

const recent = (page: Page) => page.getByRole('region', { name: 'Recent changes' });
const items = (page: Page) => recent(page).getByRole('listitem');

/** An organization of ada's own, so that tests don't see each other's changes. */
async function organizationOf(visit: Visit, login: string): Promise<void> {
  await visit.onCodeHost('world/addOrganization', { login, name: `The ${login}` });
  await visit.onCodeHost('world/addMembership', { organization: login, login: 'ada', role: 'admin' });
  await visit.onCodeHost('world/addInstallation', { account: login });
}

test('the overview shows a batch as one line with its rows, and webhooks as confirmations', async ({ visit }) => {
  await organizationOf(visit, 'batches');
  await addPeople(visit, ['one-of-three', 'two-of-three', 'once']);
  const page = await visit.openAs('ada', '/organizations/batches');
  await recent(page).getByText('No changes yet.').waitFor();
  await inviteByProgram(page, visit, 'batches', ['one-of-three', 'two-of-three', 'nobody-at-all']);
  await inviteByProgram(page, visit, 'batches', ['once']);
  await visit.onCodeHost('call/settled', []);
  await page.reload();

  const batch = recent(page).getByRole('button', { name: /^ada invited 3 people/ });
  expect(await batch.innerText()).toMatch(/ada invited 3 people · 2 sent, 1 refused/);
  await items(page)
    .filter({ hasText: /ada invited once · confirmed by .* \d/ })
    .waitFor();
  expect(await recent(page).locator(':scope > ul > li').count()).toBe(2);
  expect(await batch.getAttribute('aria-expanded')).toBe('false');
  await batch.press('Enter');
  const rows = recent(page).locator('li li');
  await expect.poll(() => rows.count()).toBe(3);
  expect(await rows.filter({ hasText: 'confirmed by' }).count()).toBe(2);
  await rows.filter({ hasText: 'ada tried to invite nobody-at-all · refused' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await recent(page).getByRole('link', { name: 'View audit log' }).click();
  await page.waitForURL('**/organizations/batches/audit-trail');
});

test('views are hidden unless they are asked for', async ({ visit }) => {
  await organizationOf(visit, 'viewed');
  const page = await visit.openAs('ada', '/organizations/viewed/people-review');
  await page.getByText(/No findings/).waitFor();
  await page.goto(`${visit.url}/organizations/viewed`);
  await recent(page).getByText('No changes yet.').waitFor();
  await recent(page).getByRole('button', { name: 'Show views' }).click();
  await items(page).filter({ hasText: 'ada opened the access review' }).waitFor();
  await recent(page).getByRole('button', { name: 'Hide views' }).click();
  await recent(page).getByText('No changes yet.').waitFor();
});

test.for([1280, 320])(
  'home shows recent changes with their organization at a width of %i pixels',
  async (width, { visit }) => {
    await addPeople(visit, [`seen-${width}`]);
    const page = await visit.openAs('ada', '/', { viewport: { width, height: 844 } });
    await inviteByProgram(page, visit, 'acme', [`seen-${width}`]);
    await page.reload();
    const item = items(page).filter({ hasText: `ada invited seen-${width}` });
    await item.getByRole('link', { name: /^Acme Corporation.*audit log$/ }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  },
);

test('a log that cannot be read is named, and members see no changes', async ({ visit }) => {
  visit.expectProblem(/^500: |status of 500/);
  const page = await visit.blankAs('ada');
  await page.route('**/api/organizations/acme/audit-trail?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Broken.' } }),
  );
  await page.goto(`${visit.url}/`);
  await recent(page).getByText('Couldn’t load the changes of Acme Corporation.').waitFor();
  // Those without the App have none that could be read.
  await recent(page)
    .getByText(/Not loaded: .*quiet-co/)
    .waitFor();
  await page.unroute('**/api/organizations/acme/audit-trail?*');
  await recent(page).getByRole('button', { name: 'Try again' }).click();
  await recent(page).getByText('Couldn’t load the changes').waitFor({ state: 'detached' });

  const member = await visit.openAs('alan', '/organizations/acme');
  await member.getByText('Created').waitFor();
  expect(await recent(member).count()).toBe(0);
});

const TRAIL = /organizations\/([^/]+)\/audit-trail\?/;

test('home reads the changes of twelve organizations, four at a time, and names the others', async ({ visit }) => {
  const owner = 'owner-of-fourteen';
  await visit.onCodeHost('world/addUser', { login: owner, signInNote: 'owns many' });
  for (let number = 1; number <= 14; number += 1) {
    const login = `fourteen-${String(number).padStart(2, '0')}`;
    await visit.onCodeHost('world/addOrganization', { login });
    await visit.onCodeHost('world/addMembership', { organization: login, login: owner, role: 'admin' });
    await visit.onCodeHost('world/addInstallation', { account: login });
  }
  const page = await visit.blankAs(owner);
  const read = new Set<string>();
  let open = 0;
  let most = 0;
  page.on('request', (request) => {
    const [, login] = TRAIL.exec(request.url()) ?? [];
    if (login === undefined) return;
    read.add(login);
    open += 1;
    most = Math.max(most, open);
  });
  // An event comes before the request that follows it; the promise of an answer may come later.
  page.on('response', (response) => {
    if (TRAIL.test(response.url())) open -= 1;
  });
  await page.goto(`${visit.url}/`);
  await recent(page)
    .getByText(/^Changes of .*\. Not loaded: fourteen-\d\d, fourteen-\d\d\./)
    .waitFor();
  expect(await recent(page).getByText('No changes yet.').count()).toBe(0);
  expect(read.size).toBe(12);
  expect(most).toBeLessThanOrEqual(4);
  await recent(page).getByRole('button', { name: 'Load more' }).click();
  await recent(page).getByText('No changes yet.').waitFor();
  expect(read.size).toBe(14);
});
