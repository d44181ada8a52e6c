import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, test } from '../support/visit.ts';

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');
const selected = (page: Page) => page.getByRole('checkbox', { checked: true });

test('a list is walked, selected in ranges and opened by single keys', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/people');
  await page.getByRole('checkbox', { name: /grace/i }).waitFor();
  await rows(page).nth(0).getByRole('checkbox').focus();

  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await page.getByText('3 selected').waitFor();
  expect(await rows(page).nth(0).getByRole('checkbox').isChecked()).toBe(false);
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await page.getByText('2 selected').waitFor();

  await page.keyboard.press('Enter');
  await page.waitForURL(/\/people\/[a-z-]+$/);
});

test('the search of a list takes the focus at a slash, which can be turned off', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/people');
  await page.getByRole('checkbox', { name: /grace/i }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('a/j');
  const field = page.getByRole('searchbox', { name: /Find/ });
  expect(await field.inputValue()).toBe('a/j');
  await field.fill('');
  expect(await selected(page).count()).toBe(0);

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(false);
  expect(await dialog.count()).toBe(0);
});
