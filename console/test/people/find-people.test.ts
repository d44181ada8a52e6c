import type { ListedTeam, Person, PersonRole } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { PEOPLE, type PeopleContext, type PeopleView } from '../../src/features/people/list/people-columns.tsx';
import { stringifyQuery } from '../../src/lib/address/address-view.ts';

const { whole } = PEOPLE.address;

let nextId = 1;
const person = (login: string, name: string | null = null, role: PersonRole = 'member'): Person => ({
  id: nextId++,
  login,
  name,
  avatarUrl: null,
  role,
});
const view = (part: Partial<PeopleView>): PeopleView => ({ ...whole, ...part });
const logins = (people: readonly Person[]) => people.map(({ login }) => login);
const NOTHING_LOADED: PeopleContext = { secondFactors: null, teams: null };

const find = (people: readonly Person[], part: Partial<PeopleView>, loaded = NOTHING_LOADED) =>
  logins(PEOPLE.found(people, view(part), loaded));
const sort = (people: readonly Person[], part: Partial<PeopleView>) => logins(PEOPLE.sorted(people, view(part)));

describe('finding people', () => {
  const people = [
    person('lberg', 'Łukasz Åberg'),
    person('ada', 'Ada Lovelace', 'admin'),
    person('GRACE-h', 'Grace Hopper'),
    person('weiss', 'Jürgen Weiß', 'outside_collaborator'),
    person('nameless'),
  ];

  it('searches logins and names, ignoring case, accents and letters with a stroke', () => {
    expect(find(people, { text: 'LUKASZ' })).toEqual(['lberg']);
    expect(find(people, { text: 'aberg' })).toEqual(['lberg']);
    expect(find(people, { text: 'Åberg' })).toEqual(['lberg']);
    expect(find(people, { text: 'jurgen weiss' })).toEqual(['weiss']);
    expect(find(people, { text: 'grace-H' })).toEqual(['GRACE-h']);
    expect(find(people, { text: 'nameless' })).toEqual(['nameless']);
  });

  it('requires every word in any order; blanks match all', () => {
    expect(find(people, { text: '  love ada ' })).toEqual(['ada']);
    expect(find(people, { text: 'ada hopper' })).toEqual([]);
    expect(find(people, { text: '  ' })).toHaveLength(people.length);
  });

  it('does not match across login and name', () => {
    expect(find([person('ann', 'Ada')], { text: 'nnad' })).toEqual([]);
  });

  it('filters by role', () => {
    expect(find(people, { role: 'admin' })).toEqual(['ada']);
    expect(find(people, { role: 'outside_collaborator' })).toEqual(['weiss']);
  });

  it('filters by second factor only if it is available', () => {
    const [without, insecure] = [new Set([people[0]?.id ?? 0]), new Set([people[2]?.id ?? 0])];
    const loaded = { secondFactors: { disabled: without, insecure }, teams: null };
    expect(find(people, { factor: 'disabled' }, loaded)).toEqual(['lberg']);
    expect(find(people, { factor: 'insecure' }, loaded)).toEqual(['GRACE-h']);
    expect(find(people, { factor: 'disabled' })).toHaveLength(people.length);
    const notApart = { secondFactors: { disabled: without, insecure: null }, teams: null };
    expect(find(people, { factor: 'insecure' }, notApart)).toHaveLength(people.length);
  });

  it('filters by team membership once teams are loaded', () => {
    const team: ListedTeam = { id: 7, slug: 'platform', name: 'Platform', repositoryCount: 2 };
    const read = { secondFactors: null, teams: new Map([[people[1]?.id ?? 0, [team]]]) };
    expect(find(people, { teams: 'some' }, read)).toEqual(['ada']);
    expect(find(people, { teams: 'none' }, read)).toEqual(['lberg', 'GRACE-h', 'weiss', 'nameless']);
    expect(find(people, { teams: 'none' })).toHaveLength(people.length);
  });
});

describe('sorting people', () => {
  const people = [
    person('zoe', 'Émile', 'admin'),
    person('user-10', 'Eva'),
    person('User-9', null),
    person('anna', 'zacharias', 'outside_collaborator'),
  ];

  it('keeps the code host’s order by default', () => {
    expect(sort(people, {})).toEqual(['zoe', 'user-10', 'User-9', 'anna']);
  });

  it('sorts by login, ignoring case, with numbers by value', () => {
    expect(sort(people, { sort: 'login' })).toEqual(['anna', 'User-9', 'user-10', 'zoe']);
    expect(sort(people, { sort: 'login', order: 'descending' })).toEqual(['zoe', 'user-10', 'User-9', 'anna']);
  });

  it('sorts by name, ignoring accents, or by login without a name', () => {
    expect(sort(people, { sort: 'name' })).toEqual(['zoe', 'user-10', 'User-9', 'anna']);
  });

  it('sorts by role with owners first, and equal roles by login in both orders', () => {
    expect(sort(people, { sort: 'role' })).toEqual(['zoe', 'User-9', 'user-10', 'anna']);
    expect(sort(people, { sort: 'role', order: 'descending' })).toEqual(['anna', 'User-9', 'user-10', 'zoe']);
  });
});

describe('the URL of a list of people', () => {
  it('contains only differences from the default, and keeps the rest', () => {
    const chosen = view({ text: 'ada', role: 'admin', teams: 'none', sort: 'name' });
    const query = stringifyQuery(PEOPLE.address.write('?x=1', chosen));
    expect(query).toBe('?x=1&text=ada&role=admin&teams=none&sort=name');
    expect(PEOPLE.address.read(query)).toEqual(chosen);
  });

  it('ignores unknown values', () => {
    expect(PEOPLE.address.read('?role=emperor&factor=none&order=up')).toEqual(whole);
  });
});
