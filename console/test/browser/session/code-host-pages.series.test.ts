import type { AboutAnswer } from '@orgdesk/client';
import { expect } from 'vitest';
import { accessibilityProblems, person, signIn, signInLink, test } from '../support/visit.ts';

test('axe finds nothing on the pages of the simulated code host', async ({ visit }) => {
  visit.expectProblem(/404/);
  const { codeHost } = (await (await fetch(`${visit.url}/api/about`)).json()) as AboutAnswer;
  const page = await visit.open('/');
  await signInLink(page).click();
  await person(page, 'ada').waitFor();
  expect(await accessibilityProblems(page), 'sign-in').toEqual([]);

  await page.goBack();
  await signIn(page, 'ada');
  const settings = `${codeHost.url}/organizations/acme/settings/installations`;
  for (const path of [
    '/',
    '/acme',
    '/no/such/page',
    '/orgs/acme/people',
    '/orgs/lumen-labs/people/pending_invitations',
    '/orgs/vaultworks/sso?login=katherine',
    '/orgs/lumen-labs/invitation?login=dorothy',
    '/apps/orgdesk/installations/new?login=ada',
    '/organizations/acme/settings/installations?login=ada',
    '/organizations/quiet-co/settings/installations?login=ada',
  ]) {
    await page.goto(codeHost.url + path);
    expect(await accessibilityProblems(page), path).toEqual([]);
  }

  await page.goto(`${settings}?login=ada`);
  await page.getByRole('link', { name: /^Configure/ }).click();
  await page.getByRole('radio', { name: /only/i }).check();
  expect(await accessibilityProblems(page), 'settings').toEqual([]);
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('status').waitFor();
  expect(await accessibilityProblems(page), 'suspended').toEqual([]);
});
