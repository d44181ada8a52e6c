import { expect } from 'vitest';
import { test } from '../support/visit.ts';
import { rows, search, waitForStatus } from './people.ts';

test('one of 10,000 people is found, and keys move from the first to the last', async ({ visit }) => {
  await visit.onCodeHost('world/addLargeOrganization', { login: 'colossus', owner: 'ada' });
  const page = await visit.openAs('ada', '/organizations/colossus/people');
  await rows(page).first().waitFor();
  await page.getByText(/^Updated at/).waitFor();
  await waitForStatus(page, /^10,000 people, \d+ outside$/);
  const total = Number(await page.getByRole('table').getAttribute('aria-rowcount')) - 1;
  expect(total).toBeGreaterThanOrEqual(10_000);
  expect(await rows(page).count()).toBeLessThan(60);

  const row = (index: number) => page.locator(`tr[aria-rowindex="${index + 2}"]`);
  const hasFocus = (index: number) =>
    expect.poll(() => row(index).evaluate((found) => found.contains(document.activeElement))).toBe(true);
  await row(0).getByRole('checkbox').focus();
  await page.keyboard.press('ArrowDown');
  await hasFocus(1);
  await page.keyboard.press('End');
  await hasFocus(total - 1);
  await page.keyboard.press('Space');
  await waitForStatus(page, '1 selected');
  // The focused row stays rendered.
  await page.evaluate(() => window.scrollTo(0, 0));
  await row(0).waitFor();
  await hasFocus(total - 1);
  await page.keyboard.press('Home');
  await hasFocus(0);
  expect(await rows(page).count()).toBeLessThan(60);

  await search(page).fill('lena 7777');
  await expect.poll(() => rows(page).getByRole('rowheader').count()).toBeLessThan(5);
  await search(page).fill('9999');
  await page.getByRole('cell', { name: /^colossus.*-9999$/ }).waitFor();
  await waitForStatus(page, '1 selected, hidden by filters');
});
