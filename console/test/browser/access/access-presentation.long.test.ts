import { expect } from 'vitest';
import { untilQuiet } from '../support/until-quiet.ts';
import { accessibilityProblems, holdRequests, sidewaysScroll, test } from '../support/visit.ts';

/** Blocked pages: person, path, and message. */
const STATES = [
  ['ada', 'quiet-co/installation', 'Not checked: App not installed'],
  ['ada', 'quiet-co/people', 'The App is not installed on quiet-co'],
  ['ada', 'harbor-tools/installation', 'All requested permissions granted'],
  ['ada', 'harbor-tools', 'The App is suspended on Harbor Tools'],
  ['ada', 'acme/repositories/nothing/contributors', 'Repository “nothing” not found'],
  ['ada', 'acme/teams#nothing', 'Team “nothing” not found'],
  ['alan', 'lumen-labs/installation', 'spectra'],
  ['alan', 'lumen-labs/invitations/invite', 'Ada Lovelace'],
  ['katherine', 'vaultworks', 'requires single sign-on'],
  ['katherine', 'a-name-without-any-blank-that-is-very-long', 'You aren’t a member of'],
] as const;

const NARROW = [390, 320] as const;

test.for([...new Set(STATES.map(([login]) => login))])(
  'blocked pages of %s are accessible on every screen',
  async (login, { visit }) => {
    const page = await visit.openAs(login, '/', { viewport: { width: 1280, height: 800 } });
    for (const [who, organization, shown] of STATES) {
      if (who !== login) continue;
      await page.goto(`${visit.url}/organizations/${organization}`);
      await page.getByRole('main').getByText(shown).last().waitFor();
      await untilQuiet(page);
      expect(await accessibilityProblems(page), organization).toEqual([]);
      for (const width of NARROW) {
        await page.setViewportSize({ width, height: 844 });
        expect(await sidewaysScroll(page), `${organization} at ${width}`).toBe(0);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  },
);

test('axe finds nothing while access is checked, and when the check fails', async ({ visit }) => {
  visit.expectProblem(/500/);
  const page = await visit.openAs('ada');
  for (const organization of ['acme/installation', 'nobody']) {
    const fail = await holdRequests(page, '**/access', (route) =>
      route.fulfill({ status: 500, json: { error: 'A pause.' } }),
    );
    await page.goto(`${visit.url}/organizations/${organization}`);
    await page.getByText('Checking…').waitFor();
    expect(await accessibilityProblems(page), organization).toEqual([]);
    fail();
    await page.getByRole('alert').waitFor();
    expect(await accessibilityProblems(page), organization).toEqual([]);
    await page.unroute('**/access');
  }
});
