import type { Locator, Page } from 'playwright-core';
import { ACCESS, untilAnswered, type Visit } from '../support/visit.ts';

/** Locators of open and failed invitations. */
export const rows = (page: Page): Locator =>
  page
    .getByRole('table', { name: /^Invitations/ })
    .locator('tbody')
    .getByRole('row');
export const row = (page: Page, invitee: string): Locator =>
  rows(page).filter({ has: page.getByRole('rowheader', { name: invitee, exact: true }) });
export const box = (page: Page, invitee: string): Locator => page.getByRole('checkbox', { name: invitee, exact: true });
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
export const changes = (page: Page): Locator =>
  page.getByRole('table', { name: 'Results' }).locator('tbody').getByRole('row');

/** Presses a button and confirms. */
export async function pressAndConfirm(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

/** Creates these people with invitations to an organization, each a day older than the previous one. */
export async function inviteAll(visit: Visit, organization: string, logins: readonly string[]): Promise<void> {
  for (const [index, login] of logins.entries()) {
    const createdAt = new Date(Date.now() - (index + 0.2) * 86_400_000).toISOString();
    await visit.onCodeHost('world/addUser', { login });
    await visit.onCodeHost('world/invite', { organization, login, createdAt });
  }
}

/** Opens the list as an admin and waits until it is complete. */
export async function openList(visit: Visit, organization: string, login: string, query = ''): Promise<Page> {
  const page = await visit.blankAs(login);
  await untilAnswered(page, ACCESS, () => page.goto(`${visit.url}/organizations/${organization}/invitations${query}`));
  await page.getByRole('heading', { name: /^Invitations of/ }).waitFor();
  return page;
}
