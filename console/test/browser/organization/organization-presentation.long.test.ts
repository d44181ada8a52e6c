import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, test } from '../support/visit.ts';
import { openTab, TABS } from './organization-tabs.ts';

test('axe finds nothing on any tab of an organization', async ({ visit }) => {
  const page = await visit.openAs('ada', '/');
  for (const [path, shown] of TABS) {
    await openTab(page, visit, path, shown);
    expect(await accessibilityProblems(page), path).toEqual([]);
  }
});

test('with forced colors, only the current tab and page are underlined', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/people', { forcedColors: 'active' });
  const colorsOf = (links: Locator) =>
    links.evaluateAll((all) => [...new Set(all.map((link) => getComputedStyle(link).borderBlockEndColor))]);
  const canvas = await page.evaluate(() => {
    document.documentElement.style.outlineColor = 'Canvas';
    return getComputedStyle(document.documentElement).outlineColor;
  });
  for (const [path, name] of [
    ['/organizations/acme/people', 'Pages of Acme Corporation'],
    ['/installations', 'Pages'],
  ] as const) {
    await page.goto(visit.url + path);
    const links = page.getByRole('navigation', { name, exact: true });
    await links.waitFor();
    expect(await colorsOf(links.locator('a:not([aria-current])')), name).toEqual([canvas]);
    expect(await colorsOf(links.locator('a[aria-current]')), name).not.toContain(canvas);
  }
});
