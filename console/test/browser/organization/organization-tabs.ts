import type { Page } from 'playwright-core';
import { untilQuiet } from '../support/until-quiet.ts';
import type { Visit } from '../support/visit.ts';

/** Every tab of a page, with an element that shows once it is complete. */
export const TABS = [
  ['', 'Anvils, rockets'],
  ['/people', 'Grace Hopper'],
  ['/people-changes', 'No changes yet'],
  ['/teams#platform', 'Maintainer'],
  ['/repositories', 'rocket-skates'],
  ['/repositories/api/contributors', 'Grace Hopper'],
  ['/repositories/access-exports', 'No exports yet'],
  ['/installation', 'rocket-skates'],
  ['/invitations', 'newcomer@mail.example'],
  ['/invitations/sending', 'No batches yet'],
  ['/invitations/invite', 'Invite people to Acme Corporation'],
  ['/audit-trail', 'Audit log'],
] as const;

/** Opens a tab of the organization acme and waits until it is complete. */
export async function openTab(page: Page, { url }: Visit, path: string, shown: string): Promise<void> {
  // An open stream would keep the network busy.
  await page.route('**/audit-trail/events', (route) => route.fulfill({ body: '' }));
  await page.goto(`${url}/organizations/acme${path}`);
  await page.getByRole('main').getByText(shown).filter({ visible: true }).last().waitFor();
  await untilQuiet(page);
}

/** Enters various logins into acme's invitation form. */
export async function inviteSome(page: Page, { url }: Visit): Promise<void> {
  await page.goto(`${url}/organizations/acme/invitations/invite`);
  const logins = Array.from({ length: 55 }, (_, index) => `nobody-${index}`);
  const lines = [`grace, ${'x'.repeat(45)}, who@mail.example`, '"Grace Hopper"', ...logins];
  await page.getByRole('textbox').fill(lines.join('\n'));
  await page.getByText('56 usernames and 1 email address to invite · 2 rows to fix').waitFor();
}
