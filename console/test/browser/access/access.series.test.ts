import type { AboutAnswer } from '@orgdesk/client';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ACCESS, heading, test, untilAnswered, type Visit } from '../support/visit.ts';

const why = (page: Page): Locator => page.getByRole('region', { name: 'Why can’t I see this?' });
const checkAgain = (page: Page): Promise<void> => why(page).getByRole('button', { name: 'Refresh' }).click();
const hrefOf = (page: Page, name: string): Promise<string | null> =>
  why(page).getByRole('link', { name }).getAttribute('href');

const openAt = (visit: Visit, path: string, login: string): Promise<Page> => visit.openAs(login, path);

async function breakOnCodeHost({ url }: Visit, path: string): Promise<void> {
  const about = (await (await fetch(`${url}/api/about`)).json()) as AboutAnswer;
  await fetch(`${about.codeHost.url}/_control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'bad-gateway-html', match: { path } }),
  });
}

test('a person without single sign-on sees why, and returns to the same page after signing in', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/vaultworks/people', 'katherine');
  await heading(page, '“vaultworks” isn’t in your list of organizations').waitFor();
  await why(page).getByText('vaultworks requires single sign-on').waitFor();
  expect(await hrefOf(page, 'Authorize on the simulated code host')).toMatch(/^http:.*\/orgs\/vaultworks\/sso$/);

  await visit.onCodeHost('world/setSamlAuthorized', 'vaultworks', 'katherine', true);
  await checkAgain(page);
  await why(page).getByText('You joined vaultworks after you signed in').waitFor();
  await why(page).getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: /\(katherine\b/ }).click();
  await page.waitForURL('**/organizations/vaultworks/people');
  await page.getByRole('table', { name: 'People of Vaultworks' }).waitFor();
});

test('a stranger and an invited person see what blocks them', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/acme', 'margaret');
  await why(page).getByText('You aren’t a member of').waitFor();

  const invited = await openAt(visit, '/organizations/lumen-labs', 'dorothy');
  await why(invited).getByText('lumen-labs invited you').waitFor();
  expect(await hrefOf(invited, 'View invitation')).toMatch(/^http:.*\/orgs\/lumen-labs\/invitation$/);
});

test('an organization that was renamed is not one that its owner left, at both of its addresses', async ({ visit }) => {
  visit.expectProblem(/404/);
  const [former, now] = ['renamed-later', 'renamed-now'];
  await visit.onCodeHost('world/addOrganization', { login: former });
  await visit.onCodeHost('world/addMembership', { organization: former, login: 'grace', role: 'admin' });
  await visit.onCodeHost('platform/install', { account: former });
  const page = await openAt(visit, `/organizations/${former}`, 'grace');
  await heading(page, former).waitFor();
  await visit.onCodeHost('platform/renameOrganization', former, now);
  await visit.onCodeHost('call/settled');
  for (const address of [former, now]) {
    await page.goto(`${visit.url}/organizations/${address}/people`);
    await why(page).getByText(`${former} is now ${now}`).waitFor();
    expect(await page.getByText(/aren’t a member|no longer a member/).count()).toBe(0);
  }
  await why(page).getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: /\(grace\b/ }).click();
  await page.waitForURL(`**/organizations/${now}/people`);
  await page.getByRole('table', { name: /^People of / }).waitFor();
});

test('an ended membership explains why only public data or nothing shows', async ({ visit }) => {
  // The service refuses the list of people.
  visit.expectProblem(/404/);
  const page = await openAt(visit, '/organizations/lumen-labs', 'alan');
  await visit.onCodeHost('world/removeMembership', 'lumen-labs', 'alan');
  for (const tab of ['', '/people', '/teams', '/repositories']) {
    await page.goto(`${visit.url}/organizations/lumen-labs${tab}`);
    await why(page).getByText('You’re no longer a member of Lumen Labs').waitFor();
  }
});

test('data withheld for single sign-on appears once it is authorized', async ({ visit }) => {
  visit.expectProblem(/403/);
  await visit.onCodeHost('world/setSamlAuthorized', 'vaultworks', 'barbara', true);
  const page = await openAt(visit, '/organizations/vaultworks', 'barbara');
  await page.getByRole('link', { name: /^\d+ Teams$/ }).waitFor();
  await visit.onCodeHost('world/setSamlAuthorized', 'vaultworks', 'barbara', false);
  await page.goto(`${visit.url}/organizations/vaultworks/people`);
  await page.getByText('The people of Vaultworks aren’t available').waitFor();
  await why(page).getByText('Vaultworks requires single sign-on').waitFor();

  await visit.onCodeHost('world/setSamlAuthorized', 'vaultworks', 'barbara', true);
  await checkAgain(page);
  await page.getByRole('table', { name: 'People of Vaultworks' }).waitFor();
  expect(await why(page).count()).toBe(0);
});

test('a person who became an admin after signing in learns so on the invitation page', async ({ visit }) => {
  const page = await visit.blankAs('grace');
  await untilAnswered(page, ACCESS, () => page.goto(`${visit.url}/organizations/northwind/invitations/invite`));
  await page.getByRole('heading', { name: 'Owners of Northwind Traders International' }).waitFor();
  const margaret = page.getByRole('link', { name: 'Margaret Hamilton' });
  expect(await margaret.getAttribute('href')).toMatch(/\/margaret$/);
  expect(await why(page).count()).toBe(0);

  await visit.onCodeHost('world/setRole', 'northwind', 'grace', 'admin');
  await page.reload();
  await why(page).getByText('You are now an owner of Northwind Traders International').waitFor();
  await why(page).getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: /\(grace\b/ }).click();
  await page.getByRole('heading', { name: /^Invite people to/ }).waitFor();
});

test('a former admin, or an App without a permission, is explained before anybody is invited', async ({ visit }) => {
  visit.expectProblem(/403/);
  const page = await openAt(visit, '/organizations/northwind/invitations/invite', 'margaret');
  await page.getByRole('heading', { name: /^Invite people to/ }).waitFor();
  expect(await page.title()).toBe('Invite people to Northwind Traders International · orgdesk');
  await visit.onCodeHost('world/setRole', 'northwind', 'margaret', 'member');
  await page.reload();
  await why(page).getByText('You are now a member of Northwind Traders International').waitFor();

  const installations = (await visit.onCodeHost('world/installations')) as { id: number; accountId: number }[];
  const { id: accountId } = (await visit.onCodeHost('world/organization', 'acme')) as { id: number };
  const id = installations.find((installation) => installation.accountId === accountId)?.id;
  await visit.onCodeHost('world/setInstallationPermissions', id, { metadata: 'read' });
  const admin = await openAt(visit, '/organizations/acme/invitations/invite', 'ada');
  await why(admin).getByText('members (write)').waitFor();
  await visit.onCodeHost('world/setInstallationPermissions', id, null);
});

test('a failed check is reported, blocks nothing and can be retried', async ({ visit }) => {
  visit.expectProblem(/500/);
  const page = await openAt(visit, '/organizations/acme/people', 'ada');
  const access = '**/api/organizations/acme/access';
  await page.route(access, (route) => route.fulfill({ status: 500, json: { error: 'The check is at rest.' } }));
  await page.goto(`${visit.url}/organizations/acme/installation`);
  await page.getByRole('alert').getByText('The check is at rest.').waitFor();
  await page.getByRole('link', { name: 'rocket-skates' }).waitFor();

  await page.unroute(access);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('You are an owner').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('an unchecked point is never in order', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/acme/people', 'ada');
  await page.getByText('5 people').waitFor();
  await breakOnCodeHost(visit, '/user/memberships/orgs/acme');
  await page.goto(`${visit.url}/organizations/acme/installation`);
  await page.getByText('Couldn’t check your membership: the simulated code host isn’t responding').waitFor();
  for (const name of ['Membership', 'Single sign-on']) {
    const point = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });
    expect(await point.getByRole('img', { name: 'Not checked' }).count(), name).toBe(1);
  }
});
