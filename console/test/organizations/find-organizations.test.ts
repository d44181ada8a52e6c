import { describe, expect, it } from 'vitest';
import { LIST_VIEW, type OrganizationsView } from '../../src/features/organizations/list-view.ts';
import { type ListedOrganization, ORGANIZATIONS } from '../../src/features/organizations/organization-columns.tsx';
import { stringifyQuery } from '../../src/lib/address/address-view.ts';
import { organizationView as organization } from './organization-view.ts';

const { whole: WHOLE_LIST } = LIST_VIEW;
const view = (part: Partial<OrganizationsView>): OrganizationsView => ({ ...WHOLE_LIST, ...part });

const found = (organizations: readonly ListedOrganization[], chosen: OrganizationsView) =>
  ORGANIZATIONS.found(ORGANIZATIONS.sorted(organizations, chosen), chosen, { isReading: false, isUnknown: false });
const sortedByLogin = (organizations: readonly ListedOrganization[]) => found(organizations, WHOLE_LIST);

const { read: readListView } = LIST_VIEW;
const withListView = (query: string, chosen: OrganizationsView) => stringifyQuery(LIST_VIEW.write(query, chosen));

const logins = (organizations: readonly { readonly login: string }[]) => organizations.map(({ login }) => login);

describe('a list of organizations', () => {
  it('is sorted by login, ignoring case, with numbers by value', () => {
    const organizations = ['team-10', 'Zebra', 'acme', 'team-9', 'Beta'].map((login) => organization(login));
    expect(logins(sortedByLogin(organizations))).toEqual(['acme', 'Beta', 'team-9', 'team-10', 'Zebra']);
  });

  it('is filtered by login or name, ignoring case and surrounding spaces', () => {
    const organizations = [
      organization('acme', { name: 'Roadrunner Ltd' }),
      organization('beta'),
      organization('gamma', { name: 'ACME Labs' }),
    ];
    expect(logins(found(organizations, view({ text: ' Acme ' })))).toEqual(['gamma', 'acme']);
    expect(logins(found(organizations, view({ text: 'road' })))).toEqual(['acme']);
    expect(found(organizations, view({ text: '  ' }))).toHaveLength(3);
    expect(found(organizations, view({ text: 'nothing like it' }))).toEqual([]);
  });

  const four = [
    organization('Delta', { hasAppInstalled: true, repositoryCount: 12, viewerCanAdminister: true }),
    organization('alpha', { hasAppInstalled: true, suspendedAt: '2026-02-03T00:00:00Z', repositoryCount: 3 }),
    organization('zeta', { name: 'Beta', viewerCanAdminister: true }),
    organization('gamma', { hasAppInstalled: true, repositoryCount: 100 }),
  ];

  it.each([
    [{ role: 'admin' }, ['zeta', 'Delta']],
    [{ role: 'member' }, ['alpha', 'gamma']],
    [{ app: 'installed' }, ['Delta', 'gamma']],
    [{ app: 'not-installed' }, ['zeta']],
    [{ app: 'suspended' }, ['alpha']],
    [{ app: 'installed', role: 'admin', text: 'gam' }, []],
  ] as const)('filtered by %o is %j', (part, expected) => {
    expect(logins(found(four, view(part)))).toEqual(expected);
  });

  it.each([
    ['name', ['alpha', 'zeta', 'Delta', 'gamma'], ['gamma', 'Delta', 'zeta', 'alpha']],
    ['role', ['zeta', 'Delta', 'alpha', 'gamma'], ['alpha', 'gamma', 'zeta', 'Delta']],
    ['app', ['Delta', 'gamma', 'zeta', 'alpha'], ['alpha', 'zeta', 'Delta', 'gamma']],
    ['repositories', ['alpha', 'Delta', 'gamma', 'zeta'], ['gamma', 'Delta', 'alpha', 'zeta']],
  ] as const)('sorted by %s lists equal rows by name and unknown counts last', (sort, up, down) => {
    expect(logins(found(four, view({ sort, order: 'ascending' })))).toEqual(up);
    expect(logins(found(four, view({ sort, order: 'descending' })))).toEqual(down);
  });

  it.each([
    {},
    { order: 'descending' },
    { sort: 'role' },
    { sort: 'role', order: 'descending' },
    { role: 'admin' },
  ] as const)('with the view %o keeps its order when App states arrive', (part) => {
    const memberships = four.map(({ id, login, name, avatarUrl, viewerCanAdminister }) => ({
      id,
      login,
      name,
      avatarUrl,
      viewerCanAdminister,
    }));
    expect(logins(found(memberships, view(part)))).toEqual(logins(found(four, view(part))));
  });
});

describe('the view in the URL', () => {
  it('is the same after being written and read', () => {
    const chosen = view({ text: 'a b&c=ä', role: 'admin', app: 'not-installed', sort: 'app', order: 'descending' });
    expect(readListView(withListView('', chosen))).toEqual(chosen);
  });

  it('omits defaults and keeps other parameters byte for byte', () => {
    expect(withListView('', WHOLE_LIST)).toBe('');
    expect(withListView('?from=a%20b+c&role=admin&x', view({ app: 'suspended' }))).toBe(
      '?from=a%20b+c&x&app=suspended',
    );
    expect(withListView('?role=admin&role=member', WHOLE_LIST)).toBe('');
  });

  it.each(['?role=owner&app=no&sort=constructor&order=up', '?role=&sort', '?%zz=%zz', ''])(
    'ignores unknown values: %s',
    (query) => expect(readListView(query)).toEqual(WHOLE_LIST),
  );
});
