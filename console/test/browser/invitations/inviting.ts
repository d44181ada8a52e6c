import type { Locator, Page } from 'playwright-core';
import { ACCESS, untilAnswered, type Visit } from '../support/visit.ts';

/** The parts of the page where people are invited, as a person finds them. */
export const names = (page: Page): Locator => page.getByRole('textbox', { name: 'Logins' });
export const inviteButton = (page: Page): Locator => page.getByRole('button', { name: /^Invite/ });
export const invitees = (page: Page): Locator =>
  page.getByRole('region', { name: 'Who will be invited' }).getByRole('listitem');
export const leftOut = (page: Page): Locator => page.getByRole('region', { name: 'Left out' }).getByRole('listitem');
export const hasFocus = (element: Element): boolean => element === element.ownerDocument.activeElement;
export const says = (page: Page, words: string): Locator => page.getByText(words, { exact: false });
export const results = (page: Page): Locator =>
  page.getByRole('table', { name: 'Results' }).locator('tbody').getByRole('row');
export const reasonOf = (page: Page, login: string): Promise<string> =>
  results(page)
    .filter({ has: page.getByRole('rowheader', { name: login, exact: true }) })
    .innerText();

/** Logins nobody has. */
export const unknown = (count: number): string[] => Array.from({ length: count }, (_, index) => `nobody-${index + 1}`);

/** Sizes of the requests for invitations, in the order they were sent. */
export function watchRequests(page: Page): readonly number[] {
  const sizes: number[] = [];
  page.on('request', (request) => {
    if (/\/mass-invite\?/.test(request.url())) sizes.push(request.postDataJSON().userLogins.length);
  });
  return sizes;
}

/** Lets no request for invitations through until it is opened, once for each of them. */
export async function gate(page: Page): Promise<() => void> {
  let [opened, waiting] = [0, [] as (() => void)[]];
  await page.route('**/mass-invite?*', async (route) => {
    if (opened > 0) opened -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    await route.continue();
  });
  return () => {
    const [first, ...rest] = waiting;
    waiting = rest;
    if (first === undefined) opened += 1;
    else first();
  };
}

/** Opens the page where an admin invites people, and waits for all that it asks for. */
export async function openInvite(visit: Visit, organization = 'northwind', login = 'margaret'): Promise<Page> {
  const page = await visit.blankAs(login);
  await untilAnswered(page, ACCESS, () => page.goto(`${visit.url}/organizations/${organization}/invite`));
  await names(page).waitFor();
  return page;
}

/** Sends 60 names, of which the first fifty are answered; the others are when it is opened. */
export async function sendHalf(visit: Visit): Promise<{ readonly page: Page; readonly open: () => void }> {
  const page = await openInvite(visit);
  const open = await gate(page);
  await names(page).fill(unknown(60).join(' '));
  await inviteButton(page).click();
  open();
  await says(page, '50 of 60 processed').waitFor();
  return { page, open };
}
