import { expect } from 'vitest';
import { accessibilityProblems, GRAPHQL, holdRequests, PEOPLE, test } from '../support/visit.ts';

test('axe finds nothing on empty pages', async ({ visit }) => {
  visit.expectProblem(/500/);
  const page = await visit.openAs('ada', '/organizations/quiet-co/people');
  await page.getByText('The App is not installed').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto(`${visit.url}/organizations/nobody`);
  await page.getByRole('heading', { name: 'isn’t in your list of organizations' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  for (const path of ['', '/people', '/repositories']) {
    await page.unrouteAll();
    const refuse = await holdRequests(page, path === '/people' ? PEOPLE : GRAPHQL, (route) =>
      route.fulfill({ status: 500, json: { error: 'A pause.' } }),
    );
    await page.goto(`${visit.url}/organizations/acme${path}`);
    await page
      .getByText(/^Loading (overview|people|repositories)/)
      .first()
      .waitFor({ state: 'attached' });
    expect(await accessibilityProblems(page)).toEqual([]);
    refuse();
    await page.getByRole('alert').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  }
});

test('axe finds nothing for a member who may not invite, and without a reason', async ({ visit }) => {
  const page = await visit.openAs('grace', '/organizations/northwind/invitations/invite');
  await page.getByRole('link', { name: 'Margaret Hamilton' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.route(GRAPHQL, (route) => {
    const errors = [{ message: 'Something is withheld.', type: 'FORBIDDEN', path: ['organization'] }];
    return route.fulfill({ json: { data: { organization: null }, errors } });
  });
  await page.goto(`${visit.url}/organizations/northwind/teams`);
  await page.getByText('No problem found').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  visit.expectProblem(/403/);
  await page.route(PEOPLE, (route) => route.fulfill({ status: 403, json: { error: 'Something is withheld.' } }));
  await page.goto(`${visit.url}/organizations/northwind/people`);
  await page.getByText('aren’t available').waitFor();
  await page.getByText('No problem found').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
