import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { shoot } from '../support/shoot.ts';
import { accessibilityProblems, heading, sidewaysScroll, test } from '../support/visit.ts';
import { focus, press } from './without-a-mouse.ts';

const NORTHWIND = 'Northwind Traders International';

async function positions(page: Page) {
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  const tabs = await page
    .getByRole('navigation', { name: /^Pages of/ })
    .getByRole('link')
    .all();
  const boxes = await Promise.all(tabs.map((tab) => tab.boundingBox()));
  const tops = new Set(boxes.map((box) => Math.round(box?.y ?? 0)));
  const middle = (title?.y ?? 0) + (title?.height ?? 0) / 2;
  const isBeside = boxes.every((box) => box !== null && box.y < middle && box.y + box.height > middle);
  return { lines: tops.size, isBeside };
}

test.for([1280, 1920])('name, role, App and tabs are one row at a width of %i pixels', async (width, { visit }) => {
  for (const [login, organization] of [
    ['ada', 'acme'],
    ['margaret', 'northwind'],
  ] as const) {
    const page = await visit.openAs(login, `/organizations/${organization}`, { viewport: { width, height: 900 } });
    await page.getByText('App installed').and(page.locator(':visible')).waitFor();
    expect(await positions(page), organization).toEqual({ lines: 1, isBeside: true });
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await shoot(page, `header-${organization}-${width}`);
  }
});

test('on narrower screens the tabs follow below', async ({ visit }) => {
  for (const width of [1100, 768, 390, 320]) {
    const page = await visit.openAs('margaret', '/organizations/northwind', { viewport: { width, height: 900 } });
    await heading(page, NORTHWIND).waitFor();
    expect((await positions(page)).isBeside, `${width}`).toBe(false);
    expect(await sidewaysScroll(page)).toBe(0);
    await shoot(page, `header-${width}`);
  }
});

test('the header says whether the App works, and nothing moves when that is known', async ({ visit }) => {
  const page = await visit.blankAs('ada');
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route('**/api/organizations/harbor-tools', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto(`${visit.url}/organizations/harbor-tools`);
  const texts = page.locator('.organization-header :is(h1, .organization-header-labels > :first-child, nav a)');
  await texts.first().waitFor();
  const boxes = () => texts.evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
  const before = await boxes();
  open();
  await page.getByText('App suspended', { exact: true }).waitFor();
  expect(await boxes()).toEqual(before);
  await page.goto(`${visit.url}/organizations/quiet-co`);
  await page.getByText('No App', { exact: true }).waitFor();
});

test('a change of tab moves the focus to the heading of the page and announces it', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme');
  await page.getByText('Anvils, rockets').waitFor();
  for (const [name, title] of [
    ['People', 'People of Acme Corporation'],
    ['Teams', 'Teams of Acme Corporation'],
    ['Repositories', 'Repositories of Acme Corporation'],
    ['Installation', 'Installation of Acme Corporation'],
    ['Invitations', 'Invitations of Acme Corporation'],
    ['Audit log', 'Audit log of Acme Corporation'],
  ] as const) {
    await press(page, page.getByRole('navigation').getByRole('link', { name, exact: true }));
    await focus(page.getByRole('heading', { level: 2, name: title, exact: true }));
    await page.locator('[aria-live="polite"]').getByText(`${title} · orgdesk`).waitFor({ state: 'attached' });
  }
  await press(page, page.getByRole('navigation').getByRole('link', { name: 'Overview', exact: true }));
  await focus(heading(page, 'Acme Corporation'));
});
