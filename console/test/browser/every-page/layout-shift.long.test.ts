import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paintFigures, watchPaint } from '../../../../scripts/paint/paint-figures.ts';
import { untilQuiet } from '../support/until-quiet.ts';
import {
  GRAPHQL,
  holdRequests,
  organizationRow,
  organizationRows,
  signIn,
  signInLink,
  test,
  untilAnswered,
} from '../support/visit.ts';

const SHIFT_MAX = 0.1;

async function shiftOf(page: Page): Promise<number> {
  await untilQuiet(page);
  // Layout shifts are reported after painting.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  return (await paintFigures(page)).shift;
}

test.for([1280, 800, 390])(
  'nothing shifts while the first pages load at a width of %i pixels',
  async (width, { visit }) => {
    const page = await visit.open('/', { viewport: { width, height: 844 } });
    await watchPaint(page);
    await page.reload();
    await signInLink(page).waitFor();
    expect(await shiftOf(page)).toBeLessThan(SHIFT_MAX);

    await untilAnswered(page, GRAPHQL, () => signIn(page, 'ada'));
    await untilAnswered(page, GRAPHQL, () => page.reload());
    await organizationRows(page).first().waitFor();
    expect(await shiftOf(page)).toBeLessThan(SHIFT_MAX);
  },
);

test('a slow answer fills the space reserved for it', async ({ visit }) => {
  const page = await visit.openAs('ada', '/');
  await watchPaint(page);
  const answer = await holdRequests(page, '**/api/organizations');
  await page.reload();
  const rowTops = () =>
    page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().y));
  await page.getByRole('link', { name: 'quiet-co' }).waitFor();
  const before = await rowTops();
  answer();
  await organizationRows(page).first().waitFor();

  expect(await rowTops()).toEqual(before);
  expect(await shiftOf(page)).toBeLessThan(SHIFT_MAX);
});

test('the notice after installing shifts nothing, on wide and narrow screens', async ({ visit }) => {
  const page = await visit.openAs('ada', '/', { viewport: { width: 390, height: 844 } });
  await page.getByRole('link', { name: 'Install the App on quiet-co' }).click();
  await page.getByRole('link', { name: /\(ada\)/ }).click();
  const answer = await holdRequests(page, '**/api/install/status');
  await page.getByRole('button', { name: 'Install' }).click();
  await page.getByText('Loading…').waitFor();
  const title = page.getByRole('heading', { level: 1, name: 'Organizations' });
  const before = await title.boundingBox();

  answer();
  await page.getByText('orgdesk can now access quiet-co.').waitFor();

  expect(await title.boundingBox()).toEqual(before);
});

test.for([704, 760, 820, 900])(
  'a suspended organization is no higher than others at a width of %i pixels',
  async (width, { visit }) => {
    const page = await visit.openAs('ada', '/', { viewport: { width, height: 844 } });
    await organizationRows(page).first().waitFor();

    const height = async (login: string) => (await organizationRow(page, login).boundingBox())?.height;
    expect(await height('harbor-tools')).toBe(await height('acme'));
  },
);
