import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, heading, sidewaysScroll, test } from '../../support/visit.ts';
import { choose, search, waitForStatus } from '../people.ts';
import { addOwned, addTo, holdOnCodeHost, row, updated } from './across.ts';

/** Collects layout shifts of the next pages. */
async function watchShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          readonly value: number;
          readonly sources: readonly { readonly node: Element | null }[];
        };
        shifts.push(
          `${value.toFixed(4)} ${sources.map(({ node }) => node?.className || node?.textContent?.slice(0, 60)).join(' ')}`,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    const shifts = await page.evaluate(() => (globalThis as { readonly shifts?: readonly string[] }).shifts ?? []);
    // The footer moves down as the page grows.
    return shifts.filter((shift) => !shift.includes('layout-footer'));
  };
}

test('axe finds nothing among people of several organizations, and on one person’s page', async ({ visit }) => {
  visit.expectProblem(/404/);
  const { owner, organizations, everywhere } = await addOwned(visit, 'owner-for-axe', 4);
  const [first = '', second = ''] = organizations;
  await addTo(visit, first, 'outside-for-axe', 'outside');
  const page = await visit.blankAs(owner);
  await visit.onCodeHost('world/updateOrganization', second, { samlEnforced: true });
  await page.goto(`${visit.url}/people?teams=true&invitations=true`);
  await updated(page);
  await page.mouse.move(0, 0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await choose(page, 'Filter by number of organizations', 'In more than one');
  await waitForStatus(page, /may match/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await search(page).fill('nobody is called so');
  await page.getByRole('heading', { name: 'No matching people' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(`${visit.url}/people/${everywhere}`);
  await waitForStatus(page, /^In 3 organizations you own, not checked in/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto(`${visit.url}/people/nobody-is-called-so`);
  await heading(page, 'nobody-is-called-so not found').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('no page of people across organizations scrolls sideways at a width of 320 pixels', async ({ visit }) => {
  const { owner, organizations, everywhere } = await addOwned(visit, `${'very-'.repeat(5)}long`, 3);
  const [, second = ''] = organizations;
  const page = await visit.blankAs(owner, {
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  await visit.onCodeHost('world/updateOrganization', second, { samlEnforced: true });
  await page.goto(`${visit.url}/people?teams=true&invitations=true`);
  await updated(page);
  await page.getByText(/organizations loaded/).click();
  await page.getByText('requires single sign-on').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await row(page, everywhere).getByRole('link').tap();
  await waitForStatus(page, /^In 2 organizations you own/);
  expect(await sidewaysScroll(page)).toBe(0);
});

test.for([1280, 390])(
  'nothing shifts while organizations are read at a width of %i pixels',
  async (width, { visit }) => {
    const { owner, organizations, everywhere } = await addOwned(visit, `owner-unmoved-${width}`, 12);
    const [, second = ''] = organizations;
    const page = await visit.blankAs(owner, { viewport: { width, height: 800 } });
    await visit.onCodeHost('world/updateOrganization', second, { samlEnforced: true });
    const shifts = await watchShifts(page);
    // What was not checked is known last, after the rows are shown.
    const release = await holdOnCodeHost(visit, `/user/memberships/orgs/${second}`);
    await page.goto(`${visit.url}/people`);
    await row(page, everywhere).getByText('and 8 more').waitFor();
    expect(await page.getByText('Not checked in').count()).toBe(0);
    await release();
    await row(page, everywhere).getByText('Not checked in').waitFor();
    await updated(page);
    expect(await shifts()).toEqual([]);

    await page.goto(`${visit.url}/people/${everywhere}`);
    await waitForStatus(page, /^In 11 organizations you own/);
    expect(await shifts()).toEqual([]);
  },
);
