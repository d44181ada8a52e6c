import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { createConsoleRouter } from '../src/app/router.ts';

/** The router of the console at a URL. */
const routerAt = (address: string) =>
  createConsoleRouter(new QueryClient(), createMemoryHistory({ initialEntries: [address] }));

/** The page at a URL, with its parameters. */
function pageAt(address: string) {
  const router = routerAt(address);
  const { routeId, params } = router.matchRoutes(router.latestLocation).at(-1) ?? {};
  return [routeId, params] as const;
}

const ORGANIZATION = '/organizations/$login';
const NOWHERE = '/$';

it.each([
  ['/organizations/acme', `${ORGANIZATION}/`, { login: 'acme' }],
  ['/organizations/acme/', `${ORGANIZATION}/`, { login: 'acme' }],
  ['/organizations/acme//', `${ORGANIZATION}/`, { login: 'acme' }],
  ['/organizations/acme/people', `${ORGANIZATION}/people`, { login: 'acme' }],
  [
    '/organizations/acme/repositories/a.js/contributors',
    `${ORGANIZATION}/repositories/$repository/contributors`,
    { login: 'acme', repository: 'a.js' },
  ],
  ['/organizations/acme/installation', `${ORGANIZATION}/installation`, { login: 'acme' }],
  ['/organizations/acme/invitations', `${ORGANIZATION}/invitations/`, { login: 'acme' }],
  ['/organizations/acme/invitations/sending', `${ORGANIZATION}/invitations/sending`, { login: 'acme' }],
  ['/organizations/acme/invitations/invite', `${ORGANIZATION}/invitations/invite`, { login: 'acme' }],
  ['/organizations', '/organizations', {}],
  ['/organizations/', '/organizations', {}],
  ['/installations/', '/installations', {}],
  ['/', '/', {}],
])('the address %s is the page %s', (address, routeId, params) => {
  expect(pageAt(address)).toEqual([routeId, params]);
});

it.each([
  '/organizations/acme/people/ada/teams',
  '/organizations/acme/people/ada/contributors',
  '/organizations/acme/repositories/api',
  '/organizations/acme/settings',
  '/organizations/acme/invite',
  '/organizations/acme/People',
  '/Installations',
  '/no/such/page',
])('there is no page at the address %s', (address) => {
  expect(pageAt(address)[0]).toBe(NOWHERE);
});

it('finds no page for a malformed URL and does not throw', () => {
  expect(pageAt('/organizations/%zz/people/%zz')[0]).toBe('__root__');
});

it('builds URLs that lead to their page', () => {
  const router = routerAt('/');
  const teams = router.buildLocation({ to: '/organizations/$login/teams', params: { login: 'a b' } });
  expect(pageAt(teams.href)).toEqual([`${ORGANIZATION}/teams`, { login: 'a b' }]);
  const mentionable = router.buildLocation({
    to: '/organizations/$login/repositories/$repository/contributors',
    params: { login: 'acme', repository: 'a.b/c?' },
  });
  expect(pageAt(mentionable.href)[1]).toEqual({ login: 'acme', repository: 'a.b/c?' });
});

it.each(['/?view=all&text=a%20b+c%C3%A4', '/organizations/acme/people?from=a%20b+c&from', '/installations?x=%zz'])(
  'keeps unknown parameters of %s byte for byte',
  (address) => {
    const { latestLocation, buildLocation } = routerAt(address);
    const { pathname } = latestLocation;
    expect(buildLocation({ to: pathname, search: true, params: true, _includeValidateSearch: true }).href).toBe(
      address,
    );
  },
);
