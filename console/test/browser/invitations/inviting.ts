import type { Locator, Page } from 'playwright-core';
import { ACCESS, untilAnswered, type Visit } from '../support/visit.ts';

export const PREVIEWS = '**/invitation-preview';

/** Locators of the invitation form. */
export const names = (page: Page): Locator => page.getByRole('textbox', { name: 'Usernames or email addresses' });
export const checkButton = (page: Page): Locator => page.getByRole('button', { name: /^Check\b(?! again)/ });
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: /^Send\b/ }).first();
export const previewed = (page: Page): Locator => page.locator('tbody').getByRole('row');
export const previewOf = (page: Page, person: string): Locator =>
  previewed(page).filter({ has: page.getByRole('button', { name: `Edit ${person}`, exact: true }) });
/** Usernames, addresses or texts of the rows. */
export const peopleShown = async (page: Page): Promise<readonly string[]> =>
  (await previewed(page).locator('.preview-table-who').allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
export const chip = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Status' }).getByRole('button', { name, exact: true });
export const hasFocus = (element: Element): boolean => element === element.ownerDocument.activeElement;
export const textOn = (page: Page, text: string): Locator => page.getByText(text, { exact: false });

/** Opens the invitation form as an admin and waits for its data. */
export async function openInvite(visit: Visit, organization = 'northwind', login = 'margaret'): Promise<Page> {
  const page = await visit.blankAs(login);
  await untilAnswered(page, ACCESS, () => page.goto(`${visit.url}/organizations/${organization}/invitations/invite`));
  await names(page).waitFor();
  return page;
}

/** Confirms the invitations and returns the request's people. Nothing is sent. */
export async function handedOver(page: Page): Promise<unknown> {
  await page.route('**/invitation-jobs', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, json: { error: 'Not in this test.' } })
      : route.continue(),
  );
  const sent = page.waitForRequest((request) => /invitation-jobs$/.test(request.url()) && request.method() === 'POST');
  await sendButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
  return (await sent).postDataJSON().rows;
}

/** Pastes text into a box. Typing thousands of lines by the driver takes the browser many seconds. */
export async function paste(page: Page, box: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await box.press('Control+V');
}

export const choose = (page: Page, name: string, text: string | Buffer): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
