import type { Locator, Page } from 'playwright-core';
import type { Visit } from '../support/visit.ts';

/** Locators of the dialog that changes people. */
export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
export const textOn = (page: Page, text: string | RegExp): Locator => page.getByText(text).first();
export const inDialog = (page: Page, name: string | RegExp): Locator => dialog(page).getByRole('button', { name });
export const results = (page: Page): Locator => dialog(page).getByRole('table').locator('tbody').getByRole('row');
export const kept = (page: Page): Locator =>
  dialog(page).getByRole('table', { name: 'Unchanged' }).locator('tbody').getByRole('row');
export const changed = (page: Page): Locator =>
  dialog(page).getByRole('table', { name: 'To be changed' }).locator('tbody').getByRole('row');
/** A finding of the access review. */
export const finding = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name}`) }).last();

/** Adds these people to an organization, without teams. */
export async function addMembers(visit: Visit, organization: string, logins: readonly string[]): Promise<void> {
  for (const login of logins) {
    await visit.onCodeHost('world/addUser', { login });
    await visit.onCodeHost('world/addMembership', { organization, login });
  }
}

/** Records request bodies sent to a people endpoint. */
export function watchSent(page: Page, address: RegExp): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (address.test(request.url())) sent.push(request.postDataJSON());
  });
  return sent;
}
