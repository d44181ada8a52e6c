import type { Page, Route } from 'playwright-core';
import { heading, signIn, test, type Visit } from './support.ts';

const SCRIPT = '**/assets/organization-page-*.js';

/** Opens the list, and does something with every request for the script of an organization's page from then on. */
async function openList(visit: Visit, withScript: (route: Route) => Promise<void>): Promise<Page> {
  const page = await visit.open('/');
  await signIn(page, 'ada');
  await page.route(SCRIPT, withScript);
  return page;
}

test('the page of an organization waits for its script, and then shows', async ({ visit }) => {
  const asked = Promise.withResolvers<() => void>();
  const page = await openList(visit, async (route) => asked.resolve(() => void route.continue()));
  await page.goto(`${visit.url}/organizations/acme`, { waitUntil: 'commit' });

  const letThrough = await asked.promise;
  await page.getByText('Loading').waitFor();
  letThrough();

  await heading(page, 'Acme Corporation').waitFor();
});

test('a page whose script cannot be had says so, and loads again on demand', async ({ visit }) => {
  visit.expectProblem(/ERR_FAILED|Failed to fetch/);
  const page = await openList(visit, (route) => route.abort());
  await page.goto(`${visit.url}/organizations/acme`);
  await page.getByText('This page cannot go on').waitFor();

  await page.unroute(SCRIPT);
  await page.getByRole('button', { name: 'Load it again' }).click();

  await heading(page, 'Acme Corporation').waitFor();
});
