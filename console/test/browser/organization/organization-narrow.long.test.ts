import { expect } from 'vitest';
import { sidewaysScroll, test } from '../support/visit.ts';
import { inviteSome, openTab, TABS } from './organization-tabs.ts';

test.for([390, 320])('no organization scrolls sideways at a width of %i pixels', async (width, { visit }) => {
  await visit.onCodeHost('world/addRepository', { owner: 'acme', name: `a-${'very-'.repeat(15)}long-name-${width}` });
  const page = await visit.openAs('ada', '/', { viewport: { width, height: 844 }, hasTouch: true, isMobile: true });
  for (const [path, shown] of TABS) {
    await openTab(page, visit, path, shown);
    expect(await sidewaysScroll(page), path).toBe(0);
  }
  await inviteSome(page, visit);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: /^Check/ }).tap();
  await page.getByText(/^All 5\d people checked/).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});

test.for([640, 560])(
  'the tabs of an organization take at most two lines at a width of %i pixels',
  async (width, { visit }) => {
    const page = await visit.openAs('ada', '/organizations/acme', { viewport: { width, height: 844 } });
    const tabs = page.getByRole('navigation', { name: /^Pages of/ }).getByRole('link');
    await tabs.first().waitFor();
    const tops = await tabs.evaluateAll((all) => all.map((tab) => Math.round(tab.getBoundingClientRect().y)));
    expect(new Set(tops).size).toBeLessThanOrEqual(2);
  },
);
