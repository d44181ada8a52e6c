import { expect } from 'vitest';
import { accessibilityProblems, heading, organizationRows, signIn, signInLink, test } from '../support/visit.ts';
import { addPerson } from './people.ts';

test('axe finds nothing on nearly empty pages', async ({ visit }) => {
  const page = await visit.open('/');
  await signInLink(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await signIn(page, 'edsger');
  await page.getByRole('heading', { name: 'No organizations' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByText('You still have no organizations').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(`${visit.url}/no/such/page`);
  await heading(page, 'Page not found').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('axe finds nothing in a long list, sorted, filtered, without a match and while loading', async ({ visit }) => {
  const login = await addPerson(visit, 'belongs-to-many');
  const page = await visit.openAs(login, '/?role=member&sort=app&order=descending');
  await organizationRows(page).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByRole('heading', { name: 'No matching organizations' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.route('**/api/organizations', () => undefined);
  for (const query of ['', '?sort=app']) {
    await page.goto(`${visit.url}/${query}`);
    await page.getByText('Loading App status').waitFor({ state: 'attached' });
    expect(await accessibilityProblems(page), query).toEqual([]);
  }
});

test('axe finds nothing in the explanation of missing organizations', async ({ visit }) => {
  const page = await visit.openAs('katherine', '/');
  await page.getByText('Missing an organization?').click();
  await page.getByText('1 organization is hidden by single sign-on').waitFor();
  // The pointer would add the design system's hover color.
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Find out why' }).click();
  await page.getByRole('alert').waitFor();
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.for([320, 390, 480])(
  'the parts of the header do not overlap at a width of %i pixels',
  async (width, { visit }) => {
    const page = await visit.openAs('ada', '/', { viewport: { width, height: 640 } });
    const parts = page.locator(
      '.layout-brand, .layout-account > :first-child, .account-menu-person img, .account-menu > button',
    );
    const boxes = await parts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    expect(boxes).toHaveLength(4);
    expect(boxes.map(({ right }, index) => right <= (boxes[index + 1]?.left ?? width))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  },
);
