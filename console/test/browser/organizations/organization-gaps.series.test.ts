import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { GRAPHQL, heading, test, untilAnswered, type Visit } from '../support/visit.ts';

const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });

const openAt = (visit: Visit, path: string, login: string): Promise<Page> => visit.openAs(login, path);

test('an organization behind single sign-on leads to where it is authorized', async ({ visit }) => {
  visit.expectProblem(/403/);
  const page = await openAt(visit, '/organizations/vaultworks', 'barbara');
  await page.getByRole('link', { name: '1 Teams' }).waitFor();
  await visit.onCodeHost('world/setSamlAuthorized', 'vaultworks', 'barbara', false);
  // Fresh data is cached; a reload fetches again.
  await page.reload();
  for (const name of ['Overview', 'People', 'Teams', 'Repositories']) {
    await tab(page, name).click();
    await page.getByText('Vaultworks requires single sign-on').waitFor();
    const link = page.getByRole('link', { name: /^Authorize on/ });
    expect(await link.getAttribute('href')).toMatch(/\/orgs\/vaultworks\/sso$/);
  }
});

test('a missing or suspended App is shown with the next step', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/quiet-co/people', 'ada');
  await page.getByText('The App is not installed on quiet-co').waitFor();
  expect(await page.getByRole('link', { name: /^Install the App/ }).getAttribute('href')).toContain('targetId=');

  await page.goto(`${visit.url}/organizations/harbor-tools/teams`);
  await page.getByText('The App is suspended on Harbor Tools').waitFor();
  const settings = page.getByRole('link', { name: /^App settings/ });
  expect(await settings.getAttribute('href')).toMatch(/\/organizations\/harbor-tools\/settings\/installations\/\d+$/);
});

test('the page without the right to invite has no form and no duplicate message', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/quiet-co/invitations/invite', 'ada');
  await page.getByText('The App is not installed on quiet-co').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);

  for (const name of ['People', 'Teams']) {
    // No people are requested.
    if (name === 'People') await tab(page, name).click();
    else await untilAnswered(page, GRAPHQL, () => tab(page, name).click());
    await page.getByText(/^Loading the/).waitFor({ state: 'detached' });
    await page.getByText('The App is not installed on quiet-co').waitFor();
    expect(await page.getByText(/aren’t available/).count()).toBe(0);
  }
});

test('a member is directed to the admins on the code host if the App is missing', async ({ visit }) => {
  await visit.onCodeHost('world/addMembership', { organization: 'quiet-co', login: 'margaret' });
  const page = await openAt(visit, '/organizations/quiet-co/people', 'margaret');
  const link = page.getByRole('link', { name: 'View owners on the simulated code host' });
  expect(await link.getAttribute('href')).toMatch(/^http:.*\/orgs\/quiet-co\/people$/);
});

test('withheld data is listed beside available data', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/acme/teams', 'ada');
  const teams = page.getByRole('treeitem');
  await page.getByRole('treeitem', { name: /^Platform/ }).waitFor();
  const all = await teams.allInnerTexts();
  await page.route(GRAPHQL, async (route) => {
    const answer = await route.fetch();
    const errors = [{ message: 'Something went wrong while listing.', type: null, path: ['organization'] }];
    await route.fulfill({ response: answer, json: { ...(await answer.json()), errors } });
  });
  await page.reload();

  await page.getByText('Some teams aren’t available').waitFor();
  await page.getByText('Something went wrong while listing.').waitFor();
  expect(await teams.allInnerTexts()).toEqual(all);
});

test('an organization of others and a missing one explain why they are empty', async ({ visit }) => {
  const page = await openAt(visit, '/organizations/acme', 'margaret');
  await heading(page, '“acme” isn’t in your list of organizations').waitFor();
  await page.goto(`${visit.url}/organizations/no-such-thing/invitations/invite`);
  await heading(page, '“no-such-thing” isn’t in your list of organizations').waitFor();
  await page.goto(`${visit.url}/organizations/northwind/no-such-tab`);
  await heading(page, 'Page not found').waitFor();
});
