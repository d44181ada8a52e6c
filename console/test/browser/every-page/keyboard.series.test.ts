import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  heading,
  installation,
  organizationRow,
  organizationRows,
  person,
  signInLink,
  signOutButton,
  test,
} from '../support/visit.ts';

const TABS_MAX = 32;

/** Presses Tab until the element has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, element: Locator, tabsMax = TABS_MAX): Promise<void> {
  for (let tabs = 0; tabs < tabsMax; tabs += 1) {
    await page.keyboard.press('Tab');
    if (!(await hasFocus(element))) continue;
    expect(await element.evaluate(showsFocus)).toBe(true);
    return;
  }
  throw new Error(`${tabsMax} times Tab did not lead to ${element}`);
}

/** Text fields show the focus by the outline of their frame. */
const showsFocus = (found: Element): boolean => {
  const isOutlined = (element: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && outlineWidth !== '0px';
  };
  return isOutlined(found) || isOutlined(found.parentElement ?? found) || getComputedStyle(found).boxShadow !== 'none';
};

const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((found) => found === found.ownerDocument.activeElement);

test('a person signs in, reads the list and signs out without a mouse', async ({ visit }) => {
  const page = await visit.open();
  await signInLink(page).waitFor();

  await tabTo(page, signInLink(page));
  await page.keyboard.press('Enter');
  await person(page, 'ada').waitFor();
  await tabTo(page, person(page, 'ada'));
  await page.keyboard.press('Space');
  await heading(page, 'Organizations').waitFor();
  await organizationRows(page).first().waitFor();

  await tabTo(page, signOutButton(page));
  await page.keyboard.press('Enter');
  await page.getByText('You signed out.').waitFor();
  await expect.poll(() => hasFocus(heading(page, 'Sign in to orgdesk'))).toBe(true);
  await page.reload();
  await signInLink(page).waitFor();
});

test('a person cancels on the code host’s page and dismisses the notice without a mouse', async ({ visit }) => {
  const page = await visit.open();
  await tabTo(page, signInLink(page));
  await page.keyboard.press('Enter');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  await tabTo(page, cancel);
  await page.keyboard.press('Enter');

  await page.getByRole('alert').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Dismiss' }));
  await page.keyboard.press('Enter');

  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('a person installs the App and opens its repositories without a mouse', async ({ visit }) => {
  const page = await visit.openAs('ada');
  const row = organizationRow(page, 'quiet-co');

  const start = row.getByRole('link', { name: 'Install the App on quiet-co' });
  await start.waitFor();
  await tabTo(page, start);
  await page.keyboard.press('Enter');
  const ada = page.getByRole('link', { name: /\(ada\)/ });
  await ada.waitFor();
  await tabTo(page, ada);
  await page.keyboard.press('Enter');
  const install = page.getByRole('button', { name: 'Install' });
  await install.waitFor();
  await tabTo(page, install);
  await page.keyboard.press('Enter');
  const repositories = row.getByRole('link', { name: /repositor.* of quiet-co$/ });
  await repositories.waitFor();
  await tabTo(page, repositories);
  await page.keyboard.press('Enter');

  await installation(page, 'quiet-co').getByRole('link', { name: 'whisper' }).waitFor();
});

test('a person sorts, filters and opens the explanation of missing organizations without a mouse', async ({
  visit,
}) => {
  await visit.onCodeHost('world/addUser', { login: 'many', signInNote: 'belongs to many' });
  await visit.onCodeHost('world/addMembership', { organization: 'acme', login: 'many', role: 'admin' });
  await visit.onCodeHost('world/enlarge', 'many', { organizations: 12 });
  const page = await visit.openAs('many');
  await organizationRows(page).first().waitFor();
  const first = () => organizationRows(page).first().innerText();

  const role = page.getByLabel('Filter by your role');
  await tabTo(page, role);
  await page.keyboard.press('ArrowDown');
  await page.getByText('1 of 13 organizations').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByText('12 of 13 organizations').waitFor();
  const app = page.getByLabel('Filter by App status');
  await tabTo(page, app);
  await page.keyboard.type('Sus');
  const clear = page.getByRole('button', { name: 'Show all organizations' });
  await clear.waitFor();
  await tabTo(page, clear);
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(page.getByRole('searchbox'))).toBe(true);
  await page.keyboard.type('crowd');
  await page.getByText('12 of 13 organizations').waitFor();

  const byName = page.getByRole('button', { name: 'Organization', exact: true });
  await tabTo(page, byName);
  await page.keyboard.press('Enter');
  await expect.poll(first).toContain('Organization 12 of crowd');
  expect(await hasFocus(byName)).toBe(true);
  await page.keyboard.press('Space');
  await expect.poll(first).toContain('Organization 1 of crowd');

  const missing = page.locator('summary');
  await tabTo(page, missing, 40);
  await page.keyboard.press('Enter');
  await page.getByText('Nothing has changed since you signed in').waitFor();
  expect(await hasFocus(missing)).toBe(true);
  const field = page.getByRole('textbox', { name: 'Organization name' });
  await tabTo(page, field);
  await page.keyboard.type('vaultworks');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${visit.url}/organizations/vaultworks`);
});

test('the first Tab reaches the skip link, which leads to the content', async ({ visit }) => {
  const page = await visit.open();
  await signInLink(page).waitFor();
  const skip = page.getByRole('link', { name: 'Skip to content' });

  await page.keyboard.press('Tab');
  expect(await hasFocus(skip)).toBe(true);
  expect((await skip.boundingBox())?.height).toBeGreaterThan(20);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');

  expect(await hasFocus(signInLink(page))).toBe(true);
});
