import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, heading, test } from '../support/visit.ts';

const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' });
const items = (page: Page) => attention(page).getByRole('listitem');

test('home lists what needs attention of all organizations, most urgent first, each with its action', async ({
  visit,
}) => {
  const page = await visit.openAs('ada', '/');
  await attention(page).getByText('Harbor Tools The App is suspended').waitFor();
  await attention(page).getByText('quiet-co The App isn’t installed').waitFor();
  await attention(page)
    .getByText('1 item')
    .or(attention(page).getByText(/^\d items$/))
    .waitFor({ state: 'attached' });

  const texts = await items(page).allTextContents();
  const indexOf = (text: string) => texts.findIndex((each) => each.includes(text));
  expect(indexOf('suspended')).toBeLessThan(indexOf('isn’t installed'));
  expect(await accessibilityProblems(page)).toEqual([]);
  const settings = attention(page).getByRole('link', { name: 'App settings: Harbor Tools, The App is suspended' });
  expect(await settings.getAttribute('href')).toContain('/organizations/harbor-tools/settings/installations/');
});

test('it is said where the access review was not run yet, with a button, and where it was incomplete', async ({
  visit,
}) => {
  const login = 'not-reviewed';
  await visit.onCodeHost('world/addOrganization', { login, name: 'Not Reviewed' });
  await visit.onCodeHost('world/addMembership', { organization: login, login: 'ada', role: 'admin' });
  await visit.onCodeHost('world/addInstallation', { account: login });
  const page = await visit.openAs('ada', `/organizations/${login}`);
  await items(page).filter({ hasText: 'Access review not run yet' }).waitFor();
  expect(await attention(page).getByText('Nothing needs your attention.').count()).toBe(0);
  await page.goto(`${visit.url}/`);
  await items(page)
    .filter({ hasText: /Access review not run yet in .*Not Reviewed|Access review not run yet in .* more/ })
    .waitFor();
  await page.goto(`${visit.url}/organizations/${login}`);
  await visit.faultOnCodeHost({ kind: 'bad-gateway-html', match: { path: `/orgs/${login}/outside_collaborators` } });
  await attention(page).getByRole('link', { name: 'Run access review' }).click();
  await page.getByText(/checks? passed. 3 checks failed\.$/).waitFor();
  await page.goto(`${visit.url}/organizations/${login}`);
  await items(page).filter({ hasText: 'Last access review incomplete' }).waitFor();
  expect(await attention(page).getByText('Nothing needs your attention.').count()).toBe(0);
  await visit.onCodeHost('call/clearFaults', []);
  await attention(page).getByRole('link', { name: 'View access review' }).click();
  await page.getByText('No findings').waitFor();

  // Not this browser decides.
  const elsewhere = await visit.openAs('ada', `/organizations/${login}`);
  await items(elsewhere).filter({ hasText: 'Last access review: ' }).waitFor();
  await attention(elsewhere).getByText('Nothing needs your attention.').waitFor();
  expect(await accessibilityProblems(elsewhere)).toEqual([]);
});

test('findings of the person’s last access review show, with their number, until they are dismissed', async ({
  visit,
}) => {
  const page = await visit.openAs('ada', '/organizations/acme/people-review');
  await page.getByText('5 findings, 2 checks passed.').waitFor();
  await page.goto(`${visit.url}/organizations/acme`);
  await items(page).filter({ hasText: '5 findings in your access review of' }).waitFor();
  await attention(page)
    .getByRole('link', { name: /^View: 5 findings/ })
    .click();
  await page.waitForURL('**/organizations/acme/people-review');
  const insecure = page.getByRole('region', { name: /^Insecure two-factor/ }).last();
  await insecure.getByRole('checkbox', { name: 'Select alan' }).check();
  await insecure.getByRole('button', { name: 'Dismiss…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Known');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('4 findings, 3 checks passed.').waitFor();
  await page.goto(`${visit.url}/`);
  await items(page).filter({ hasText: 'Acme Corporation 4 findings in your access review of' }).waitFor();
});

test('failed and expiring invitations show on the overview, and lead to the list of them', async ({ visit }) => {
  const createdAt = new Date(Date.now() - 6 * 86_400_000).toISOString();
  for (const login of ['soon-over', 'failed-once']) await visit.onCodeHost('world/addUser', { login });
  await visit.onCodeHost('world/invite', { organization: 'lumen-labs', login: 'soon-over', createdAt });
  const { id } = (await visit.onCodeHost('world/invite', { organization: 'lumen-labs', login: 'failed-once' })) as {
    readonly id: number;
  };
  await visit.onCodeHost('platform/failInvitation', 'lumen-labs', id, 'no_more_seats');

  const page = await visit.openAs('ada', '/organizations/lumen-labs');
  await items(page).filter({ hasText: '1 invitation failed' }).waitFor();
  await items(page).filter({ hasText: '1 invitation expires within two days' }).waitFor();
  await attention(page).getByRole('link', { name: 'View: 1 invitation failed' }).click();

  await page.waitForURL('**/organizations/lumen-labs/invitations?state=failed');
  await page.getByText('failed-once').waitFor();
  expect(await page.getByText('soon-over').count()).toBe(0);
});

test('changes that webhooks may have lost are told, with the audit log', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  const since = new Date(Date.now() - 3 * 3_600_000).toISOString();
  await page.route('**/api/organizations/acme/audit-trail?*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), missingSince: since } });
  });
  await page.goto(`${visit.url}/organizations/acme`);
  await items(page)
    .filter({ hasText: /^Changes since .* may be missing/ })
    .waitFor();
  await attention(page)
    .getByRole('link', { name: /^View audit log: Changes since/ })
    .click();
  await page.waitForURL('**/organizations/acme/audit-trail');
  await page.getByText(/^Entries since .* may be missing/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('somebody who owns nothing is not bothered, and a member’s overview reads no jobs', async ({ visit }) => {
  const page = await visit.openAs('alan', '/');
  await heading(page, 'Organizations').waitFor();
  await page.goto(`${visit.url}/organizations/acme`);
  await page.getByText('Created').waitFor();
  expect(await attention(page).count()).toBe(0);
});
