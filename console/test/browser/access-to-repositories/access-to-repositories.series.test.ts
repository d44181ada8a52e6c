import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { shoot } from '../support/shoot.ts';
import { accessibilityProblems, sidewaysScroll, signOutButton, test } from '../support/visit.ts';

const REPOSITORIES = '/organizations/acme/repositories';
const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody').getByRole('row');
const hasFocus = (element: Element): boolean => element === element.ownerDocument.activeElement;
const PHONE = { viewport: { width: 360, height: 740 } };

async function csvEntry(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'List options' }).click();
  return page.getByRole('menuitem', { name: 'Download CSV' });
}

/** Clicks and returns the downloaded file. */
async function savedBy(page: Page, pressed: Locator): Promise<string> {
  const saving = page.waitForEvent('download');
  await pressed.click();
  return (await buffer(await (await saving).createReadStream())).toString();
}

test('an owner sees who has access to a repository and why, finds one person, and downloads the list', async ({
  visit,
}) => {
  const page = await visit.openAs('ada', REPOSITORIES);
  await rows(page, '5 repositories').getByRole('link', { name: 'api', exact: true }).click();
  await page.waitForURL(`**${REPOSITORIES}/api/access`);
  const people = rows(page, 'Who has access to api');
  await people.first().waitFor();
  expect(await people.first().innerText()).toMatch(/Ada Lovelace\s+ada\s+Admin\s+Organization \(admin\)/);
  expect(await people.filter({ hasText: 'grace' }).innerText()).toMatch(
    /Admin\s+Organization \(read\), Team engineering \(write\), Team platform \(admin\)/,
  );

  await page.getByRole('searchbox').fill('GRACE');
  await expect.poll(() => people.count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('text')).toBe('GRACE');
  const text = await savedBy(page, await csvEntry(page));
  expect(text.split('\r\n')[0]).toBe('\uFEFFName,Username,Permission,Granted by');
  expect(text).toContain('Grace Hopper,grace,');
  await page.getByRole('searchbox').fill('nobody at all');
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await expect.poll(() => people.count()).toBeGreaterThan(1);
  await people.first().getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.waitForURL('**/organizations/acme/people/ada');
});

test('an owner exports all access, watches the progress, and downloads the file', async ({ visit }) => {
  const page = await visit.openAs('ada', REPOSITORIES);
  await page.getByRole('link', { name: 'Export access list' }).click();
  await page.getByRole('heading', { name: 'Export access list' }).waitFor();
  await page.getByRole('button', { name: 'Start export' }).click();
  await page.getByText('Done', { exact: true }).first().waitFor();
  await page.getByText(/Available until/).waitFor();
  const text = await savedBy(page, page.getByRole('link', { name: 'Download CSV' }).first());
  expect(text).toContain('repository,private,archived,login,name,role,permission,way,team,way_permission');
  expect(text).toMatch(/\r\napi,(true|false),false,ada,Ada Lovelace,admin,ADMIN,organization,,ADMIN\r\n/);
});

test('an export waiting for a rate limit shows until when, and can be resumed or cancelled', async ({ visit }) => {
  const limit = () => visit.faultOnCodeHost({ match: { operation: 'OrganizationAccess' }, kind: 'primary-rate-limit' });
  await limit();
  const page = await visit.openAs('ada', '/organizations/lumen-labs/repositories/access-exports');
  const start = page.getByRole('button', { name: 'Start export' });
  await start.click();
  await page.getByText(/^Resumes automatically at .*\d:\d\d [AP]M if you are still signed in then\.$/).waitFor();
  await page.getByText(/^Waiting until .*\d:\d\d [AP]M$/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await visit.onCodeHost('call/clearFaults');
  await page.getByRole('button', { name: 'Resume' }).press('Enter');
  // One repository cannot be read there.
  await page.getByText(/^Done, 1 not read$/).waitFor();
  expect(await page.getByRole('heading', { name: 'Access list', exact: true }).evaluate(hasFocus)).toBe(true);

  await limit();
  await start.click();
  await page
    .getByText(/^Waiting until/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel export' }).press('Enter');
  await page.getByText('Cancelled', { exact: true }).waitFor();
  expect(await page.getByRole('region', { name: 'Access list', exact: true }).first().getByRole('link').count()).toBe(
    0,
  );
  await start.waitFor();
});

test('an export of a person who signed out is taken over by another owner', async ({ visit }) => {
  await visit.faultOnCodeHost({ match: { operation: 'OrganizationAccess' }, kind: 'primary-rate-limit' });
  await visit.onCodeHost('world/setRole', 'acme', 'grace', 'admin');
  const own = await visit.openAs('ada', `${REPOSITORIES}/access-exports`);
  await own.getByRole('button', { name: 'Start export' }).click();
  await own
    .getByText(/^Waiting until/)
    .first()
    .waitFor();
  const page = await visit.openAs('grace', `${REPOSITORIES}/access-exports`);
  await page
    .getByText(/^Waiting until/)
    .first()
    .waitFor();
  await signOutButton(own).click();
  await own.getByText('You signed out.').waitFor();
  await visit.onCodeHost('call/clearFaults');
  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByRole('dialog').getByText('by you (grace) instead of ada').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await page.getByText('Done', { exact: true }).first().waitFor();
  await page.getByText(/taken over by grace$/).waitFor();
  await visit.onCodeHost('world/setRole', 'acme', 'grace', 'member');
});

test('a member is offered neither, and learns who may see it', async ({ visit }) => {
  const page = await visit.openAs('grace', REPOSITORIES);
  await rows(page, '5 repositories').first().waitFor();
  expect(await page.getByRole('link', { name: 'Export access list' }).count()).toBe(0);
  expect(await page.locator('a[href$="/access"]').count()).toBe(0);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  for (const path of ['api/access', 'access-exports']) {
    await page.goto(`${visit.url}${REPOSITORIES}/${path}`);
    await page.getByRole('heading', { name: 'Only organization admins can see who has access' }).waitFor();
    await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  }
  expect(
    requestedUrls.filter((url) =>
      /[/]api[/]organizations[/].*(repositories[/]api[/]access|jobs[?]kind=access-export)$/.test(url),
    ),
  ).toEqual([]);
});

test('withheld data is listed, and a missing repository offers next steps', async ({ visit }) => {
  visit.expectProblem(/404/);
  const message = 'You do not have permission to view repository collaborators.';
  const { id } = (await visit.onCodeHost('world/organization', 'acme')) as { readonly id: number };
  const repository = {
    name: 'api',
    isPrivate: true,
    isArchived: false,
    collaborators: null,
    owner: { databaseId: id },
  };
  const body = {
    data: { repository },
    errors: [{ type: 'FORBIDDEN', path: ['repository', 'collaborators'], message }],
  };
  await visit.faultOnCodeHost({ match: { operation: 'RepositoryAccess' }, times: 1, kind: 'reply', status: 200, body });
  const page = await visit.openAs('ada', `${REPOSITORIES}/api/access`);
  await page.getByText(/You do not have permission to view repository collaborators/).waitFor();
  await page.goto(`${visit.url}${REPOSITORIES}/not-there/access`);
  await page.getByRole('heading', { name: 'Repository “not-there” not found' }).waitFor();
  await page.getByRole('link', { name: 'View repositories' }).click();
  await rows(page, '5 repositories').first().waitFor();
});

test('axe finds nothing in either page in light and dark, and phones do not scroll sideways', async ({ visit }) => {
  for (const path of ['api/access', 'access-exports']) {
    const page = await visit.openAs('ada', `${REPOSITORIES}/${path}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.locator('section table tbody tr, .job, .empty-state-actions').first().waitFor();
    await shoot(page, `${path.replace('/', '-')}-wide`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await shoot(page, `${path.replace('/', '-')}-dark`);
    const phone = await visit.openAs('ada', `${REPOSITORIES}/${path}`, PHONE);
    await phone.locator('section table tbody tr, .job, .empty-state-actions').first().waitFor();
    await shoot(phone, `${path.replace('/', '-')}-phone`);
    expect(await sidewaysScroll(phone)).toBe(0);
  }
  const page = await visit.openAs('ada', REPOSITORIES);
  await rows(page, '5 repositories').first().waitFor();
  await shoot(page, 'repositories');
});
