import { expect } from 'vitest';
import { untilQuiet } from '../support/until-quiet.ts';
import { test } from '../support/visit.ts';

const PATHS = [
  '/people',
  '/people/ada',
  '/people-changes',
  '/people-review',
  '/repositories/api/access',
  '/repositories/access-exports',
  '/invitations',
  '/audit-trail',
];

test.for(['quiet-co', 'harbor-tools'])(
  'pages of %s, where the App does not work, send no request that is refused',
  async (login, { visit }) => {
    // Access checks are limited to ten a minute per person.
    visit.expectProblem(/429/);
    const page = await visit.openAs('ada', '/');
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${response.status()} ${response.url()}`);
    });
    for (const path of PATHS) {
      await page.goto(`${visit.url}/organizations/${login}${path}`);
      await page.getByRole('navigation', { name: /^Pages of/ }).waitFor();
      await untilQuiet(page);
      expect(refused, path).toEqual([]);
    }
  },
);
