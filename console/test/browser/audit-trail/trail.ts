import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ACCESS, untilAnswered, type Visit } from '../support/visit.ts';

/** The parts of the page with the audit log, as a person finds them. */
export const rows = (page: Page): Locator =>
  page
    .getByRole('table', { name: /^Audit log/ })
    .locator('tbody')
    .getByRole('row');
/** Rows that tell this, as a part of a message. */
export const entryRow = (page: Page, words: string): Locator =>
  rows(page).filter({ has: page.getByRole('button', { name: words }) });
/** The newest row, once it is one like this. */
export const newest = (page: Page, like: RegExp): Locator => rows(page).first().filter({ hasText: like });
/** The message of a row, which opens it. */
export const opener = (row: Locator): Locator => row.getByRole('button');
export const says = (page: Page, words: string): Locator => page.getByRole('main').getByText(words).first();

/** Opens the page as an admin, and waits until it is complete. */
export async function openTrail(visit: Visit, organization: string, login: string, query = ''): Promise<Page> {
  const page = await visit.blankAs(login);
  await untilAnswered(page, ACCESS, () => page.goto(`${visit.url}/organizations/${organization}/audit-trail${query}`));
  await page.getByRole('heading', { name: /^Audit log of/ }).waitFor();
  return page;
}

/** Invites people as whoever a page belongs to, as a program does. */
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

/** Makes these people known to the code host. */
export async function addPeople({ onCodeHost }: Visit, logins: readonly string[]): Promise<void> {
  for (const login of logins) await onCodeHost('world/addUser', { login });
}

/** What is down the page, in its order. */
export const messages = (page: Page): Promise<readonly string[]> => rows(page).getByRole('button').allInnerTexts();
