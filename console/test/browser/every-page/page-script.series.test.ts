import { heading, holdRequests, signOutButton, test } from '../support/visit.ts';

const SCRIPT = '**/assets/organization-page-*.js';

test('an organization’s page appears once its script is loaded', async ({ visit }) => {
  const page = await visit.openAs('ada', '/');
  const letThrough = await holdRequests(page, SCRIPT);
  const scriptRequest = page.waitForRequest(SCRIPT);
  await page.goto(`${visit.url}/organizations/acme`, { waitUntil: 'commit' });

  await scriptRequest;
  // Shows once the session is loaded: then only the script is missing.
  await signOutButton(page).waitFor();
  await page.getByText('Loading').waitFor();
  letThrough();

  await heading(page, 'Acme Corporation').waitFor();
});

test('a page whose script fails to load shows a message, and reloads on demand', async ({ visit }) => {
  visit.expectProblem(/ERR_FAILED|Failed to fetch/);
  const page = await visit.openAs('ada', '/');
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto(`${visit.url}/organizations/acme`);
  await heading(page, 'Couldn’t load this page').waitFor();

  await page.unroute(SCRIPT);
  await page.getByRole('button', { name: 'Try again' }).click();

  await heading(page, 'Acme Corporation').waitFor();
});
