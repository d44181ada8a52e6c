import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilQuiet } from '../support/until-quiet.ts';
import { ACCESS, heading, test, type Visit } from '../support/visit.ts';

/*
 * Every step leads to a page of the code host where it can be done, and the page shows it afterwards.
 */

const step = (page: Page, name: string): Locator => page.getByRole('main').getByRole('link', { name }).last();

/** Differences of the replaced answer from the OpenAPI document. */
const ANSWER_OF_TOMORROW = /^200: \S+\/access /;

const openAt = (visit: Visit, path: string, login: string): Promise<Page> =>
  visit.openAs(login, `/organizations/${path}`);

/** Takes a step on the code host's pages and returns without their link. */
async function takeStep(page: Page, link: string, who: string, button: string): Promise<void> {
  const here = page.url();
  await step(page, link).click();
  await page.getByRole('link', { name: new RegExp(`\\(${who}\\)`) }).click();
  await page.getByRole('button', { name: button, exact: true }).click();
  await untilQuiet(page);
  await page.goto(here);
}

async function signInAgain(page: Page, who: string): Promise<void> {
  await step(page, 'Sign in again').click();
  await page.getByRole('button', { name: new RegExp(`\\(${who}\\b`) }).click();
}

test('the page leads to where single sign-on is authorized', async ({ visit }) => {
  const page = await openAt(visit, 'vaultworks/teams', 'katherine');
  await takeStep(page, 'Authorize on the simulated code host', 'katherine', 'Continue');
  await page.getByText('You joined vaultworks after you signed in').waitFor();
  await signInAgain(page, 'katherine');
  await heading(page, 'Vaultworks').waitFor();
  await page.getByText('1 team', { exact: true }).waitFor();
});

test('the page leads to where an invitation is accepted', async ({ visit }) => {
  const page = await openAt(visit, 'lumen-labs/people', 'dorothy');
  await takeStep(page, 'View invitation', 'dorothy', 'Accept');
  await page.getByText('You joined lumen-labs after you signed in').waitFor();
  await signInAgain(page, 'dorothy');
  await page.getByText('3 people', { exact: true }).waitFor();
});

test('the page leads to where permissions are accepted', async ({ visit }) => {
  visit.expectProblem(/403/);
  const installations = (await visit.onCodeHost('world/installations')) as { id: number; accountId: number }[];
  const { id: accountId } = (await visit.onCodeHost('world/organization', 'acme')) as { id: number };
  const id = installations.find((installation) => installation.accountId === accountId)?.id;
  await visit.onCodeHost('world/setInstallationPermissions', id, { metadata: 'read' });
  const page = await openAt(visit, 'acme/people', 'ada');
  await page.getByText('The people of Acme Corporation aren’t available').waitFor();
  await takeStep(page, 'Review permissions', 'ada', 'Accept new permissions');
  await page.getByText(/^5 people\b/).waitFor();
});

test('the page leads to where the App is unsuspended', async ({ visit }) => {
  const page = await openAt(visit, 'harbor-tools/people', 'ada');
  await takeStep(page, 'App settings', 'ada', 'Unsuspend');
  await page.getByText(/^2 people\b/).waitFor();
});

test('the link to install the App stays while the App is not checked, for any reason', async ({ visit }) => {
  visit.expectProblem(ANSWER_OF_TOMORROW);
  const page = await visit.blankAs('ada');
  await page.route(ACCESS, async (route) => {
    const answer = await route.fetch();
    const { access } = await answer.json();
    await route.fulfill({
      response: answer,
      json: { access: { ...access, causes: [], unchecked: [{ part: 'installation', reason: 'new-reason' }] } },
    });
  });
  await page.goto(`${visit.url}/organizations/quiet-co/people`);
  await page.getByText('Couldn’t check the App and its permissions.').waitFor();
  await page.getByText('The App is not installed on').waitFor();
  expect(await page.getByRole('link', { name: 'Install the App' }).getAttribute('href')).toMatch(
    /^\/api\/install\/start\?/,
  );
});

test('an unknown cause breaks nothing and leads to the code host', async ({ visit }) => {
  visit.expectProblem(ANSWER_OF_TOMORROW);
  const page = await visit.blankAs('ada');
  await page.route(ACCESS, async (route) => {
    const answer = await route.fetch();
    const { access } = await answer.json();
    await route.fulfill({ response: answer, json: { access: { ...access, causes: [{ kind: 'of-tomorrow' }] } } });
  });
  await page.goto(`${visit.url}/organizations/acme/installation`);
  await page.getByText('Access is blocked for an unknown reason').waitFor();
  await page.getByRole('link', { name: 'View on the simulated code host' }).waitFor();
});
