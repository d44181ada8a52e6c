import type { PersonAcross } from '@orgdesk/contract/people/across/merge';
import { ORGANIZATION_TABS } from '../../features/organization/organization-tabs.ts';
import type { Entry, FindablePerson } from '../../features/quick-find/entries.ts';
import { organizationPath, personPath } from '../../lib/address/paths.ts';
import { formatCount } from '../../lib/reader-locale.ts';

export interface SearchedOrganization {
  readonly login: string;
  readonly name: string;
  readonly isOwner: boolean;
  readonly people: readonly FindablePerson[];
  readonly teams: readonly { readonly slug: string; readonly name: string }[];
  readonly repositories: readonly string[];
}

export const PAGE_ENTRIES: readonly Entry[] = [
  { kind: 'page', name: 'Organizations', detail: '', href: '/', synonyms: 'home' },
  { kind: 'page', name: 'Installations', detail: '', href: '/installations', synonyms: 'app' },
  { kind: 'page', name: 'Your sessions', detail: '', href: '/sessions', synonyms: 'sign out' },
];

const PEOPLE_PAGE: Entry = {
  kind: 'page',
  name: 'People of all organizations',
  detail: '',
  href: '/people',
  synonyms: 'across',
};

interface FoundPerson extends Pick<FindablePerson, 'login' | 'name'> {
  readonly count: number;
}

export function acrossEntries(
  organizations: readonly SearchedOrganization[],
  read: readonly PersonAcross[],
): readonly Entry[] {
  const owned = organizations.filter(({ isOwner }) => isOwner);
  if (owned.length === 0) return [];
  const found = new Map<string, FoundPerson>();
  for (const { login, name } of owned.flatMap(({ people }) => people)) {
    const before = found.get(login);
    found.set(login, { login, name: name ?? before?.name ?? null, count: (before?.count ?? 0) + 1 });
  }
  for (const { login, name, organizations } of read) {
    const before = found.get(login);
    const count = Math.max(organizations.size, before?.count ?? 0);
    found.set(login, { login, name: name ?? before?.name ?? null, count });
  }
  return [
    PEOPLE_PAGE,
    ...[...found.values()]
      .filter(({ count }) => count > 1)
      .map(
        ({ login, name, count }): Entry => ({
          kind: 'person',
          name: name ?? login,
          detail: `${name === null ? '' : `${login} · `}${formatCount(count)} organizations`,
          href: `/people/${encodeURIComponent(login)}`,
        }),
      ),
  ];
}

/** Pages beside the tabs. */
const OWNERS_PAGES = [
  { kind: 'action', name: 'Invite people to', path: '/invitations/invite', synonyms: 'add' },
  { kind: 'page', name: 'Batches of invitations of', path: '/invitations/sending', synonyms: 'jobs' },
  { kind: 'page', name: 'Access review of', path: '/people-review', synonyms: '2fa findings' },
  { kind: 'page', name: 'Changes of people of', path: '/people-changes', synonyms: 'jobs' },
  {
    kind: 'action',
    name: 'Export access list of',
    path: '/repositories/access-exports',
    synonyms: 'csv who has access',
  },
] as const;

export function entriesOf({
  login,
  name,
  isOwner,
  people,
  teams,
  repositories,
}: SearchedOrganization): readonly Entry[] {
  const path = organizationPath(login);
  const tabs = ORGANIZATION_TABS.filter((tab) => isOwner || !('isForAdmins' in tab && tab.isForAdmins));
  return [
    { kind: 'organization', name, detail: login, href: path },
    ...tabs
      .filter((tab) => tab.name !== 'Overview')
      .map(
        (tab): Entry => ({
          kind: 'page',
          name: `${tab.name} of ${name}`,
          detail: login,
          href: tab.to.replace('$login', encodeURIComponent(login)),
        }),
      ),
    ...(isOwner ? OWNERS_PAGES : []).map(
      (page): Entry => ({
        kind: page.kind,
        name: `${page.name} ${name}`,
        detail: login,
        href: path + page.path,
        synonyms: page.synonyms,
      }),
    ),
    ...people.map(
      (person): Entry => ({
        kind: 'person',
        name: person.name ?? person.login,
        detail: person.name === null ? name : `${person.login} · ${name}`,
        href: personPath(login, person.login),
      }),
    ),
    ...teams.map(
      (team): Entry => ({
        kind: 'team',
        name: team.name,
        detail: name,
        href: `${path}/teams#${encodeURIComponent(team.slug)}`,
        synonyms: team.slug,
      }),
    ),
    ...repositories.map(
      (repository): Entry => ({
        kind: 'repository',
        name: repository,
        detail: isOwner ? `Who has access · ${name}` : name,
        href: `${path}/repositories/${encodeURIComponent(repository)}/${isOwner ? 'access' : 'contributors'}`,
      }),
    ),
  ];
}
