import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ACCESS, untilAnswered, type Visit } from '../support/visit.ts';

/** Locators of the audit log. */
export const rows = (page: Page): Locator =>
  page
    .getByRole('table', { name: /^Audit log/ })
    .locator('tbody')
    .getByRole('row');
/** Rows whose message contains this. */
export const entryRow = (page: Page, text: string): Locator =>
  rows(page).filter({ has: page.getByRole('button', { name: text }) });
/** The newest row, once its message contains this. */
export const newest = (page: Page, like: RegExp): Locator => rows(page).first().filter({ hasText: like });
/** The button that opens a row. */
export const opener = (row: Locator): Locator => row.getByRole('button');
export const textOn = (page: Page, text: string): Locator => page.getByRole('main').getByText(text).first();

/** Opens the page as an admin and waits until it is complete. */
export async function openTrail(visit: Visit, organization: string, login: string, query = ''): Promise<Page> {
  const page = await visit.blankAs(login);
  await untilAnswered(page, ACCESS, () => page.goto(`${visit.url}/organizations/${organization}/audit-trail${query}`));
  await page.getByRole('heading', { name: /^Audit log of/ }).waitFor();
  return page;
}

/** Invites people through the API with the page's session. */
export async function inviteByProgram(
  page: Page,
  { url }: Visit,
  organization: string,
  userLogins: readonly string[],
): Promise<void> {
  const session = (await page.context().cookies()).find(({ name }) => name === 'host_session');
  const { status } = await fetch(`${url}/api/organizations/${organization}/mass-invite`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session?.value}`, 'content-type': 'application/json' },
    body: JSON.stringify({ userLogins }),
  });
  expect(status).toBe(200);
}

/** Creates these people on the code host. */
export async function addPeople({ onCodeHost }: Visit, logins: readonly string[]): Promise<void> {
  for (const login of logins) await onCodeHost('world/addUser', { login });
}

/** Messages of all rows from top to bottom. */
export const messages = (page: Page): Promise<readonly string[]> => rows(page).getByRole('button').allInnerTexts();
