import type { Locator, Page } from 'playwright-core';
import type { Visit } from '../../support/visit.ts';

export const LIST = '**/api/people?*';

export interface Owned {
  readonly owner: string;
  readonly organizations: readonly string[];
  readonly installationIds: readonly number[];
  /** Belongs to all of them. */
  readonly everywhere: string;
}

/** Creates an owner of so many organizations with the App, and a member of all of them. */
export async function addOwned({ onCodeHost }: Visit, owner: string, count: number): Promise<Owned> {
  await onCodeHost('world/addUser', { login: owner, signInNote: 'owns several' });
  const crowd = { organizations: count, installations: count, role: 'admin', prefix: owner };
  const created = await onCodeHost('world/enlarge', owner, crowd);
  const { organizations, installationIds } = created as Pick<Owned, 'organizations' | 'installationIds'>;
  const everywhere = `zq-of-${owner}`;
  await onCodeHost('world/addUser', { login: everywhere });
  for (const organization of organizations)
    await onCodeHost('world/addMembership', { organization, login: everywhere });
  return { owner, organizations, installationIds, everywhere };
}

/** Adds a person with a role in an organization, or an outside collaborator. */
export async function addTo(
  { onCodeHost }: Visit,
  organization: string,
  login: string,
  role: 'admin' | 'member' | 'outside',
): Promise<void> {
  await onCodeHost('world/addUser', { login });
  if (role !== 'outside') return void (await onCodeHost('world/addMembership', { organization, login, role }));
  await onCodeHost('world/addRepository', { owner: organization, name: `for-${login}` });
  await onCodeHost('world/setDirectAccess', organization, `for-${login}`, login, 'READ');
}

/** Holds answers of the code host until the returned function is called. */
export async function holdOnCodeHost({ onCodeHost }: Visit, path: string): Promise<() => Promise<unknown>> {
  const { id } = (await onCodeHost('call/hold', { path })) as { readonly id: number };
  return () => onCodeHost(`holds/${id}/release`);
}

export const updated = (page: Page): Promise<void> => page.getByText(/^Updated at/).waitFor();
export const row = (page: Page, login: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: login, exact: true }) });
export const logins = (page: Page): Promise<readonly string[]> =>
  page.getByRole('table').locator('tbody').getByRole('rowheader').getByRole('link').allInnerTexts();
export const line = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('list', { name: 'Organizations' }).getByRole('listitem').filter({ hasText: text });
export const summary = (page: Page): Locator => page.locator('.organization-lines-summary');
