import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, heading, test } from '../support/visit.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Go to' });
const search = (page: Page) => dialog(page).getByRole('combobox');
const results = (page: Page) => dialog(page).getByRole('option');

/** Presses keys one by one, and counts them. */
async function press(page: Page, ...keys: readonly string[]): Promise<number> {
  for (const key of keys) await page.keyboard.press(key);
  return keys.length;
}

test('somebody is found from home and made an owner in under 20 keys', async ({ visit }) => {
  const page = await visit.openAs('ada', '/');
  await heading(page, 'Organizations').waitFor();

  let keys = await press(page, 'Control+k');
  await search(page).waitFor();
  keys += await press(page, ...'alan own');
  const action = results(page).filter({ hasText: 'Make alan an owner of Acme Corporation' });
  await action.waitFor();
  expect(await results(page).first().textContent()).toContain('Make alan an owner of Acme Corporation');
  keys += await press(page, 'Enter');
  const change = page.getByRole('dialog', { name: /alan/ });
  const confirm = change.getByRole('button', { name: /^Make alan/ });
  await confirm.waitFor();
  expect(new URL(page.url()).pathname).toBe('/organizations/acme/people/alan');
  while (!(await confirm.evaluate((button) => button === document.activeElement))) {
    keys += await press(page, 'Tab');
    expect(keys).toBeLessThan(19);
  }
  keys += await press(page, 'Enter');

  await page.getByText('Owner', { exact: true }).last().waitFor();
  expect(keys).toBeLessThan(20);
  expect(new URL(page.url()).search).toBe('');
});

test('one of many repositories and who has access to it are three actions away', async ({ visit }) => {
  const page = await visit.openAs('ada', '/installations');
  await page.getByRole('button', { name: 'Go to…' }).click();
  await search(page).fill('anvil');
  await results(page).filter({ hasText: 'anvil-firmware' }).waitFor();
  await page.keyboard.press('Enter');

  await page.waitForURL('**/organizations/acme/repositories/anvil-firmware/access');
});

test('the search of everything is accessible, moves by arrow keys and leaves by Escape', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/teams', { viewport: { width: 320, height: 640 } });
  const opener = page.getByRole('button', { name: 'Go to…' });
  await opener.focus();
  await page.keyboard.press('Control+k');
  await results(page).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  const names = await results(page).evaluateAll((options) => options.map(({ id }) => id));
  await page.keyboard.press('ArrowDown');
  expect(await search(page).getAttribute('aria-activedescendant')).toBe(names[1]);
  expect(await results(page).nth(1).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowUp');
  expect(await search(page).getAttribute('aria-activedescendant')).toBe(names[0]);

  await search(page).fill('there is nothing like it');
  // One of ada's organizations has no App, so that its people and teams cannot be read.
  await dialog(page).getByText('No result in what was loaded.').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('actions are offered to owners only, and no request is refused', async ({ visit }) => {
  const page = await visit.openAs('grace', '/');
  await page.keyboard.press('Control+k');
  await search(page).fill('alan own');
  await dialog(page)
    .getByText(/^No results\.$/)
    .waitFor();

  await search(page).fill('alan');
  await results(page).filter({ hasText: 'alan' }).first().waitFor();
  await search(page).fill('invite');
  await dialog(page)
    .getByText(/^No results\./)
    .waitFor();
});

test('a person’s page opens no dialog for a change that is not offered', async ({ visit }) => {
  const page = await visit.openAs('ada', '/organizations/acme/people/grace?change=admin&x=1');
  await page.getByRole('dialog', { name: /grace/ }).waitFor();
  await page.waitForURL((url) => url.search === '?x=1');
  await page.keyboard.press('Escape');

  for (const address of ['grace?change=member', 'grace?change=nonsense', 'ada?change=member']) {
    await page.goto(`${visit.url}/organizations/acme/people/${address}`);
    await page.waitForURL((url) => url.search === '');
    expect(await page.getByRole('dialog').count(), address).toBe(0);
  }
});
