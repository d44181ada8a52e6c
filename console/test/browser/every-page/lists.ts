import type { Locator, Page } from 'playwright-core';
import type { Visit } from '../support/visit.ts';

/** A list of the console. Add new ones here: every test of lists walks all of them. */
export interface WalkedList {
  readonly name: string;
  readonly login: string;
  readonly path: string;
  /** The part of the page that holds the list and its menu. Defaults to the main part. */
  readonly part?: (page: Page) => Locator;
  /** Creates the rows, once. */
  readonly prepare?: (page: Page, visit: Visit) => Promise<void>;
  /** Headings of the CSV file; null if the service writes the file. */
  readonly csv: readonly string[] | null;
  /** A column that can be switched off; null if the list has no columns. */
  readonly column: string | null;
  readonly hasPeople: boolean;
  /** A filter that leaves fewer rows. */
  readonly filter?: { readonly label: string; readonly option: string | RegExp; readonly chip: string };
  /** True if the page keeps a connection open. */
  readonly isLive?: true;
  /** True if its rows lead to pages. */
  readonly leads: boolean;
}

/** Invites two people, one of whom doesn't answer. */
async function invite(_: Page, { onCodeHost }: Visit): Promise<void> {
  for (const login of ['wanda', 'walter']) {
    await onCodeHost('world/addUser', { login });
    await onCodeHost('world/invite', { organization: 'acme', login });
  }
  await onCodeHost('world/failInvitation', 'acme', 'walter');
}

/** Changes teams on the code host and here, without success. */
async function change(page: Page, { url, onCodeHost }: Visit): Promise<void> {
  await onCodeHost('platform/createTeam', { organization: 'acme', name: 'Night Watch', members: [] }, 'ada');
  await post(page, `${url}/api/organizations/acme/mass-invite`, { userLogins: ['nobody-at-all'] });
}

const startJob = (page: Page, { url }: Visit): Promise<void> =>
  post(page, `${url}/api/organizations/lumen-labs/invitation-jobs`, {
    key: 'walked',
    rows: [{ login: 'nobody-at-all' }, { login: 'katherine' }],
  });

async function post(page: Page, url: string, body: unknown): Promise<void> {
  const session = (await page.context().cookies()).find(({ name }) => name === 'host_session');
  const { ok, status } = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${session?.value}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!ok) throw new Error(`${url} answered ${status}`);
}

const finding = (title: string) => (page: Page) => page.getByRole('region', { name: new RegExp(`^${title}`) }).last();

export const LISTS: readonly WalkedList[] = [
  {
    name: 'organizations',
    login: 'ada',
    path: '/?sort=role',
    csv: ['Organization', 'Username', 'Your role', 'App', 'Repositories'],
    column: 'Your role',
    hasPeople: false,
    filter: { label: 'Filter by App status', option: 'Suspended', chip: 'Suspended' },
    leads: true,
  },
  {
    name: 'people',
    login: 'ada',
    path: '/organizations/acme/people',
    csv: ['Name', 'Username', 'Role', '2FA'],
    column: 'Role',
    hasPeople: true,
    filter: { label: 'Filter by role', option: 'Owners', chip: 'Owners' },
    leads: true,
  },
  {
    name: 'people of all organizations',
    login: 'ada',
    path: '/people',
    csv: ['login', 'name', 'id', 'organizations', 'not-checked', 'two-factor'],
    column: 'Organizations',
    hasPeople: true,
    filter: { label: 'Filter by role', option: 'Owner of any organization', chip: 'Owner of any organization' },
    leads: true,
  },
  {
    name: 'repositories',
    login: 'ada',
    path: '/organizations/acme/repositories',
    csv: ['Repository', 'Description', 'Visibility', 'Archived', 'Language', 'Last push'],
    column: 'Language',
    hasPeople: false,
    leads: true,
  },
  {
    name: 'open invitations',
    login: 'ada',
    path: '/organizations/acme/invitations',
    prepare: invite,
    csv: ['Username', 'Email', 'Role', 'Teams', 'Sent', 'Sent by', 'Status', 'Expires', 'Reason'],
    column: 'Sent',
    hasPeople: true,
    filter: { label: 'Filter by status', option: 'Failed', chip: 'Failed' },
    leads: false,
  },
  {
    name: 'people of the access review',
    login: 'ada',
    path: '/organizations/acme/people-review',
    part: finding('Members without a team'),
    csv: ['Finding', 'Username', 'Name', 'Role', 'Team', 'Repository', 'Permission'],
    column: 'Role',
    hasPeople: true,
    leads: true,
  },
  {
    name: 'teams of the access review',
    login: 'ada',
    path: '/organizations/acme/people-review',
    part: finding('Teams without repositories'),
    csv: ['Finding', 'Username', 'Name', 'Role', 'Team', 'Repository', 'Permission'],
    column: 'Repositories',
    hasPeople: false,
    leads: false,
  },
  {
    name: 'who has access',
    login: 'ada',
    path: '/organizations/acme/repositories/api/access',
    csv: ['Name', 'Username', 'Permission', 'Granted by'],
    column: 'Granted by',
    hasPeople: true,
    filter: { label: 'Filter by permission', option: 'Triage', chip: 'Triage' },
    leads: true,
  },
  {
    name: 'repositories of a person',
    login: 'ada',
    path: '/organizations/acme/people/grace',
    part: (page) => page.getByRole('region', { name: 'Repositories' }),
    csv: ['Repository', 'Private', 'Archived', 'Permission', 'Granted by'],
    column: 'Permission',
    hasPeople: false,
    filter: { label: 'Filter by source', option: 'Direct', chip: 'Direct' },
    leads: true,
  },
  {
    name: 'rows of a batch',
    login: 'ada',
    path: '/organizations/lumen-labs/invitations/sending',
    prepare: startJob,
    part: (page) => page.getByRole('region', { name: '2 people' }),
    csv: ['Username', 'Email', 'Role', 'Teams', 'Result', 'Reason', 'Time'],
    column: 'Reason',
    hasPeople: true,
    filter: { label: 'Filter by result', option: /Not found/, chip: 'Not found' },
    leads: false,
  },
  {
    name: 'audit log',
    login: 'ada',
    path: '/organizations/acme/audit-trail',
    prepare: change,
    isLive: true,
    csv: null,
    column: 'Source',
    hasPeople: false,
    filter: { label: 'Filter by outcome', option: 'Refused', chip: 'Refused' },
    leads: false,
  },
  {
    name: 'sessions',
    login: 'ada',
    path: '/sessions',
    csv: ['Client', 'Signed in', 'Last used'],
    column: 'Last used',
    hasPeople: false,
    leads: false,
  },
  {
    name: 'installations',
    login: 'ada',
    path: '/installations',
    csv: ['Account', 'Repository', 'Visibility'],
    column: null,
    hasPeople: false,
    leads: true,
  },
  {
    name: 'covered repositories',
    login: 'ada',
    path: '/organizations/acme/installation',
    part: (page) => page.getByRole('region', { name: 'Covered repositories' }),
    csv: ['Account', 'Repository', 'Visibility'],
    column: null,
    hasPeople: false,
    leads: true,
  },
];

export const partOf = (page: Page, { part }: WalkedList): Locator => part?.(page) ?? page.locator('#main');
export const rowsOf = (page: Page, list: WalkedList): Locator => partOf(page, list).locator('[data-index]');
export const optionsOf = (page: Page, list: WalkedList): Locator =>
  partOf(page, list).getByRole('button', { name: 'List options' });
