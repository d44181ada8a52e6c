import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { test } from '../support/visit.ts';

test('entries of the organization switcher are clicked where they cover the selection bar of a list', async ({
  visit,
}) => {
  await visit.onCodeHost('world/addUser', { login: 'switching' });
  await visit.onCodeHost('world/addMembership', { organization: 'acme', login: 'switching', role: 'admin' });
  await visit.onCodeHost('world/enlarge', 'switching', { organizations: 15, prefix: 'switch' });
  const page = await visit.openAs('switching', '/organizations/acme/people');
  await page.getByRole('table', { name: 'People of Acme Corporation' }).waitFor();
  await page.getByRole('button', { name: /, switch organization$/ }).click();
  const bar = await boxOf(page.locator('.selection-frame'));
  const entries = await Promise.all((await page.locator('.organization-switcher-choice').all()).map(boxOf));
  const covering = entries.find(({ middle }) => middle > bar.top && middle < bar.bottom);
  expect(covering).toBeDefined();
  // A click of a locator would scroll until nothing covers it.
  await page.mouse.click(covering?.left ?? 0, covering?.middle ?? 0);
  await page.waitForURL(/\/organizations\/switch-\d+/);
});

async function boxOf(element: Locator) {
  const { x, y, height } = (await element.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  return { left: x + 20, top: y, bottom: y + height, middle: y + height / 2 };
}
