import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, sidewaysScroll, test } from '../support/visit.ts';
import { answerPeople, choose, rows, search, somebody } from './people.ts';

const LONG = 'x'.repeat(120);

const select = async (page: Page): Promise<void> => {
  await rows(page).first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Clear selection' }).waitFor();
};

test('axe finds nothing in a list of people with any filter', async ({ visit }) => {
  const page = await visit.openAs('margaret', '/organizations/northwind/people');
  await page.getByText(/^Updated at/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await select(page);
  await choose(page, 'Filter by teams', 'In a team');
  await page.getByRole('columnheader', { name: 'Teams' }).waitFor();
  await page.getByText(/^Updated at/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.evaluate(() => window.scrollTo(0, 5_000));
  expect(await accessibilityProblems(page)).toEqual([]);
  await search(page).fill('nobody is called so');
  await page.getByRole('heading', { name: 'No matching people' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('axe finds nothing in a member’s list', async ({ visit }) => {
  const page = await visit.openAs('grace', '/organizations/acme/people');
  await page.getByText(/^Updated at/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.for([390, 320])('no list of people scrolls sideways at a width of %i pixels', async (width, { visit }) => {
  const page = await visit.blankAs('ada', { viewport: { width, height: 844 }, hasTouch: true, isMobile: true });
  await answerPeople(page, [
    {
      kind: 'people',
      people: [somebody(1, { name: LONG, login: LONG.slice(0, 39) }), somebody(2, { role: 'outside_collaborator' })],
      total: 2,
    },
    { kind: 'second-factors', disabled: [1], insecure: [2] },
    { kind: 'end', isComplete: true },
  ]);
  await page.goto(`${visit.url}/organizations/acme/people`);
  await page.getByText(/^Updated at/).waitFor();
  await select(page);
  expect(await sidewaysScroll(page)).toBe(0);
});

test.for([1280, 390])(
  'nothing shifts while a list of people loads at a width of %i pixels',
  async (width, { visit }) => {
    const page = await visit.blankAs('margaret', { viewport: { width, height: 800 } });
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources } = entry as PerformanceEntry & {
            readonly value: number;
            readonly sources: readonly { readonly node: Element | null }[];
          };
          shifts.push(`${value.toFixed(4)} ${sources.map(({ node }) => node?.className).join(' ')}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${visit.url}/organizations/northwind/people`);
    await page.getByText(/^Updated at/).waitFor();
    const shifts = await page.evaluate(() => (globalThis as { readonly shifts?: readonly string[] }).shifts ?? []);
    // The footer moves down as the page grows.
    expect(shifts.filter((shift) => !shift.includes('layout-footer'))).toEqual([]);
  },
);
