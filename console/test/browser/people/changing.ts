import type { Locator, Page } from 'playwright-core';
import type { Visit } from '../support/visit.ts';

/** The parts of the dialog in which people are changed, as a person finds them. */
export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
export const says = (page: Page, words: string | RegExp): Locator => page.getByText(words).first();
export const inDialog = (page: Page, name: string | RegExp): Locator => dialog(page).getByRole('button', { name });
export const results = (page: Page): Locator =>
  dialog(page).getByRole('table', { name: 'Results' }).locator('tbody').getByRole('row');
export const kept = (page: Page): Locator =>
  dialog(page).getByRole('table', { name: 'Unchanged' }).locator('tbody').getByRole('row');
export const changed = (page: Page): Locator =>
  dialog(page).getByRole('table', { name: 'To be changed' }).locator('tbody').getByRole('row');
/** One thing to look at. */
export const finding = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name}`) }).last();

/** Makes these people members of an organization, in no team. */
export async function addMembers(visit: Visit, organization: string, logins: readonly string[]): Promise<void> {
  for (const login of logins) {
    await visit.onCodeHost('world/addUser', { login });
    await visit.onCodeHost('world/addMembership', { organization, login });
  }
}

/** Notes what is sent to an address of the people of an organization. */
export function watchSent(page: Page, address: RegExp): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (address.test(request.url())) sent.push(request.postDataJSON());
  });
  return sent;
}
