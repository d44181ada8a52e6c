import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, chooseOption, test } from '../support/visit.ts';
import { button, dialog, finding, textOn } from './changing.ts';

const rows = (page: Page, name: string) => finding(page, name).locator('tbody').getByRole('row');

async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; lines: readonly string[] }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  const read = await text(await file.createReadStream());
  return {
    name: file.suggestedFilename(),
    lines: read
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n'),
  };
}

test('owners see findings with reasons and fixes, and download them', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/people');
  await page.getByRole('link', { name: 'Access review' }).click();
  await textOn(page, '5 findings, 2 checks passed.').waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: 'People', exact: true }).getAttribute('aria-current'))
    .toBe('page');

  expect(await rows(page, 'No two-factor authentication').allInnerTexts()).toEqual([
    expect.stringMatching(/^Tim Berners-Lee\s+tim\s+Member/),
    expect.stringMatching(/klara-dan\s+.*Outside collaborator/s),
  ]);
  await finding(page, 'No two-factor authentication').getByText('Ask them to enable 2FA').waitFor();
  await finding(page, 'No two-factor authentication')
    .getByRole('link', { name: /^Require two-factor authentication/ })
    .waitFor();
  expect(await rows(page, 'Insecure two-factor authentication').allInnerTexts()).toEqual([
    expect.stringMatching(/alan/),
  ]);
  expect(await rows(page, 'Outside collaborators').allInnerTexts()).toEqual([
    expect.stringMatching(/ida-rhodes\s[\s\S]*api \(write\), website \(triage\)/),
    expect.stringMatching(/klara-dan\s[\s\S]*website \(read\)/),
  ]);
  expect(await rows(page, 'Members without a team').allInnerTexts()).toEqual([
    expect.stringMatching(/katherine/),
    expect.stringMatching(/tim/),
  ]);
  await finding(page, 'Teams without members').getByText('Every team has members.').waitFor();
  expect(await rows(page, 'Teams without repositories').allInnerTexts()).toEqual([
    expect.stringMatching(/^Incident Response\s+Edit\s+team/),
  ]);
  expect(await accessibilityProblems(page)).toEqual([]);

  const one = await downloaded(page, () => chooseOption(page, 'Download CSV', finding(page, 'Outside collaborators')));
  expect(one.name).toBe('acme-outside-collaborators.csv');
  expect(one.lines).toHaveLength(4);
  const all = await downloaded(page, () => button(page, 'Download all as CSV').click());
  expect(all.name).toBe('acme-access-review.csv');
  expect(all.lines).toHaveLength(1 + 2 + 1 + 3 + 2 + 1);

  await rows(page, 'No two-factor authentication').getByRole('link', { name: 'tim' }).click();
  await page.getByRole('heading', { name: 'Tim Berners-Lee' }).waitFor();
});

test('the owner limit is stored in the URL and the browser', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/people-review');
  const owners = finding(page, 'Owners');
  await owners.getByText('1 owner (limit: 3)').waitFor();
  await visit.onCodeHost('world/setRole', 'acme', 'katherine', 'admin');
  await button(page, 'Refresh').click();
  await owners.getByText('2 owners (limit: 3)').waitFor();
  await page.getByRole('spinbutton', { name: 'Owner limit' }).fill('1');
  await owners.getByText('2 people').waitFor();
  expect(new URL(page.url()).search).toBe('?owners=1');
  expect(await rows(page, 'Owners').count()).toBe(2);
  await page.goto(`${visit.url}/organizations/acme/people-review`);
  await expect.poll(() => page.getByRole('spinbutton', { name: 'Owner limit' }).inputValue()).toBe('1');
  await visit.onCodeHost('world/setRole', 'acme', 'katherine', 'member');
});

test('a review without findings shows a message', async ({ visit }) => {
  await visit.onCodeHost('world/addOrganization', { login: 'tidy', name: 'Tidy' });
  await visit.onCodeHost('world/addMembership', { organization: 'tidy', login: 'ada', role: 'admin' });
  await visit.onCodeHost('world/addInstallation', { account: 'tidy' });
  const page = await visit.openAs('ada', '/organizations/tidy/people-review');
  await textOn(page, 'No findings').waitFor();
  await finding(page, 'No two-factor authentication').getByText('Everyone uses two-factor authentication.').waitFor();
  expect(await button(page, 'Download all as CSV').count()).toBe(0);
});

test('failed checks are listed with their reason beside the findings', async ({ visit }) => {
  await visit.faultOnCodeHost({
    kind: 'reply',
    status: 403,
    body: { message: 'Resource not accessible' },
    match: { path: '/orgs/acme/members' },
  });
  const page = await visit.openAs('ada', '/organizations/acme/people-review');
  await textOn(page, /checks? failed[.]/).waitFor();
  await finding(page, 'No two-factor authentication').getByText('Not checked').waitFor();
  await finding(page, 'No two-factor authentication')
    .getByText(/^Two-factor authentication: /)
    .waitFor();
  await finding(page, 'Teams without members').getByText('Every team has members.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a change starts from a finding, with its people', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/people-review');
  await finding(page, 'Outside collaborators').getByRole('checkbox', { name: 'Select klara-dan' }).check();
  await finding(page, 'Outside collaborators').getByRole('button', { name: 'Remove…' }).click();
  await textOn(page, 'klara-dan will be removed.').waitFor();
  await dialog(page).getByRole('button', { name: 'Remove klara-dan' }).click();
  await textOn(page, '1 removed.').waitFor();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => rows(page, 'Outside collaborators').count()).toBe(1);
  await expect.poll(() => rows(page, 'No two-factor authentication').count()).toBe(1);
});
