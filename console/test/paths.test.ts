import { expect, it } from 'vitest';
import { knownPath, mentionableHref, organizationHref, organizationPlace } from '../src/lib/paths.ts';

it.each([
  ['/organizations/acme', { login: 'acme', tab: 'overview', repository: null }],
  ['/organizations/acme/', { login: 'acme', tab: 'overview', repository: null }],
  ['/organizations/acme/people', { login: 'acme', tab: 'people', repository: null }],
  ['/organizations/acme/repositories/a.js/contributors', { login: 'acme', tab: 'repositories', repository: 'a.js' }],
  ['/organizations/acme/installation', { login: 'acme', tab: 'installation', repository: null }],
  ['/organizations/acme/people/ada', null],
  ['/organizations/acme/people/ada/contributors', null],
  ['/organizations/acme/repositories/api', null],
  ['/organizations/acme/settings', null],
  ['/organizations/%zz', null],
  ['/organizations/', null],
  ['/organizations', null],
  ['/', null],
])('the address %s is a place on the page of an organization, or none', (path, place) => {
  expect(organizationPlace(path)).toEqual(place);
});

it('addresses lead to what they were written for', () => {
  expect(organizationPlace(organizationHref('a b', 'teams'))).toEqual({ login: 'a b', tab: 'teams', repository: null });
  expect(organizationPlace(mentionableHref('acme', 'a.b/c?'))?.repository).toBe('a.b/c?');
});

it.each([
  ['/', '/'],
  ['/organizations', '/'],
  ['/organizations/', '/'],
  ['/installations/', '/installations'],
  ['/organizations/acme//', '/organizations/acme'],
  ['/organizations/acme/people', '/organizations/acme/people'],
  ['/no/such/page', '/no/such/page'],
])('the page at %s is known by %s', (path, known) => {
  expect(knownPath(path)).toBe(known);
});
