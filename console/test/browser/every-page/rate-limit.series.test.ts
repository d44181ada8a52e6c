import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, test, type Visit } from '../support/visit.ts';

const LIMIT_SECONDS = 1_800;
const PEOPLE = '/organizations/acme/people';
const retry = (page: Page): Locator => page.getByRole('alert').getByRole('button', { name: 'Try again' });

/** Opens the people page with its own clock, while the code host limits requests for half an hour. */
async function openLimited(visit: Visit, time: string, options: Parameters<Visit['open']>[1] = {}): Promise<Page> {
  visit.expectProblem(/50[03]/);
  await visit.faultOnCodeHost({ kind: 'primary-rate-limit', match: { operation: 'OrganizationMembers' } });
  const page = await visit.blankAs('ada', options);
  await page.clock.install({ time: new Date(time) });
  await page.goto(visit.url + PEOPLE);
  await page.getByRole('alert').getByText('API rate limit exceeded').waitFor();
  return page;
}

/** Counts later requests that lead to code host calls: queries and the list of people. */
function countQueries(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (/\/api\/(github\/graphql$|organizations\/[^/]+\/people\?)/.test(request.url())) count += 1;
  });
  return () => count;
}

test('a rate-limited list shows until when, and can be retried from then on [GP-16]', async ({ visit }) => {
  const page = await openLimited(visit, '2030-05-05T10:10:20Z');
  const queries = countQueries(page);

  await page.getByText('You can try again at 10:41 AM.', { exact: true }).waitFor();
  expect(await retry(page).getAttribute('aria-disabled')).toBe('true');
  await retry(page).click({ force: true });
  await retry(page).press('Enter');
  expect(queries()).toBe(0);

  await visit.onCodeHost('call/clearFaults');
  await page.clock.fastForward(LIMIT_SECONDS * 1000);
  await page.locator('[role=alert] button:not([aria-disabled=true])').waitFor();
  await retry(page).click();
  await page.getByText(/^5 people\b/).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(queries()).toBe(1);
});

test('a rate-limited list is not requested automatically before that', async ({ visit }) => {
  await visit.faultOnCodeHost({ kind: 'primary-rate-limit', match: { operation: 'OrganizationSummary' } });
  const page = await openLimited(visit, '2030-05-05T10:10:20Z');
  await page.goto(`${visit.url}/organizations/acme`);
  await page.getByRole('alert').getByText('API rate limit exceeded').waitFor();
  const queries = countQueries(page);

  for (let returns = 0; returns < 3; returns += 1) {
    const organizationResponse = page.waitForResponse(/\/api\/organizations\/acme$/);
    await page.clock.fastForward(31_000);
    await page.evaluate(() => void window.dispatchEvent(new Event('focus')));
    await organizationResponse;
  }

  expect(queries()).toBe(0);
});

test('a rate limit that ends on another day shows the day', async ({ visit }) => {
  const page = await openLimited(visit, '2030-05-05T23:45:20Z');
  await page.getByText('You can try again at May 6, 2030, 12:16 AM.', { exact: true }).waitFor();
});

test('a rate-limited list is accessible and shows the time in the reader’s locale', async ({ visit }) => {
  const page = await openLimited(visit, '2030-05-05T13:10:20Z', { locale: 'de-DE' });
  await page.getByText('You can try again at 13:41.', { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
