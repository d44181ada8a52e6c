import type { PeopleAcrossLine } from '@orgdesk/contract';
import { acrossColumns } from '@orgdesk/contract/people/across/columns';
import { type AcrossFilter, matchOf } from '@orgdesk/contract/people/across/filters';
import { createPeopleAcross } from '@orgdesk/contract/people/across/merge';
import { expect, test } from 'vitest';

const [ACME, LUMEN, VAULT] = [1, 2, 3];
const person = (id: number, role: 'admin' | 'member' | 'outside_collaborator' = 'member') => ({
  id,
  login: `person-${id}`,
  name: null,
  avatarUrl: null,
  role,
});
const finished = (organization: number, failure: 'single-sign-on' | null = null): PeopleAcrossLine => ({
  kind: 'finished',
  organization,
  isComplete: failure === null,
  failure: failure === null ? null : { reason: failure, message: null, retryAt: null, authorizeUrl: null },
});
const organization = (id: number, login: string) => ({ id, login, name: null, avatarUrl: null });

/** 11 owns acme, 12 is in both, 13 is outside both, 14 is without a second factor. */
function read(vault: 'whole' | 'unread' | 'none') {
  const across = createPeopleAcross();
  const vaultLine = vault === 'none' ? [] : [organization(VAULT, 'vault')];
  const lines: readonly PeopleAcrossLine[] = [
    { kind: 'organizations', organizations: [organization(ACME, 'acme'), organization(LUMEN, 'lumen'), ...vaultLine] },
    { kind: 'people', organization: ACME, people: [person(11, 'admin'), person(12), person(14)], total: 3 },
    { kind: 'people', organization: LUMEN, people: [person(12)], total: 1 },
    { kind: 'people', organization: ACME, people: [person(13, 'outside_collaborator')], total: null },
    { kind: 'people', organization: LUMEN, people: [person(13, 'outside_collaborator')], total: null },
    { kind: 'second-factors', organization: ACME, disabled: [14], insecure: [12] },
    { kind: 'second-factors', organization: LUMEN, disabled: [], insecure: null },
    {
      kind: 'team',
      organization: ACME,
      team: { id: 5, slug: 'crew', name: 'Crew', repositoryCount: 0 },
      people: [{ id: 12, role: 'maintainer' }],
    },
    finished(ACME),
    finished(LUMEN),
    ...(vault === 'none' ? [] : [finished(VAULT, vault === 'unread' ? 'single-sign-on' : null)]),
    { kind: 'end', isComplete: vault !== 'unread' },
  ];
  for (const line of lines) across.add(line);
  const matching = (...filters: readonly AcrossFilter[]) => {
    const all = [...across.people.values()];
    const of = (match: string) =>
      all.filter((each) => matchOf(each, filters, across.organizations) === match).map(({ id }) => id);
    return { yes: of('yes'), unknown: of('unknown') };
  };
  return { across, matching };
}

test('lines of several organizations become one row per account', () => {
  const { across } = read('none');
  expect([...across.people.keys()].toSorted()).toEqual([11, 12, 13, 14]);
  expect(across.people.get(12)).toMatchObject({ secondFactor: 'insecure' });
  expect(across.people.get(12)?.organizations.get(ACME)?.teams).toEqual([
    { slug: 'crew', name: 'Crew', role: 'maintainer' },
  ]);
  expect(across.people.get(14)).toMatchObject({ secondFactor: 'disabled' });
});

test('filters find people where everything was read', () => {
  for (const vault of ['none', 'whole'] as const) {
    const { matching } = read(vault);
    expect(matching({ kind: 'owner' })).toEqual({ yes: [11], unknown: [] });
    expect(matching({ kind: 'no-two-factor' })).toEqual({ yes: [14], unknown: [] });
    expect(matching({ kind: 'several' })).toEqual({ yes: [12, 13], unknown: [] });
    expect(matching({ kind: 'outside-only' })).toEqual({ yes: [13], unknown: [] });
    expect(matching({ kind: 'in', organization: ACME }, { kind: 'not-in', organization: LUMEN })).toEqual({
      yes: [11, 14],
      unknown: [],
    });
  }
});

test('nobody is missing from an organization that could not be read', () => {
  const { matching } = read('unread');
  expect(matching({ kind: 'owner' })).toEqual({ yes: [11], unknown: [12, 14, 13] });
  expect(matching({ kind: 'several' })).toEqual({ yes: [12, 13], unknown: [11, 14] });
  expect(matching({ kind: 'outside-only' })).toEqual({ yes: [], unknown: [13] });
  expect(matching({ kind: 'in', organization: ACME }, { kind: 'not-in', organization: VAULT })).toEqual({
    yes: [],
    unknown: [11, 12, 14, 13],
  });
  expect(matching({ kind: 'no-two-factor' })).toEqual({ yes: [14], unknown: [] });
});

test('an organization of which part of the people is withheld is not whole', () => {
  const across = createPeopleAcross();
  const withheld = { part: 'outside-collaborators', reason: 'rate-limited', message: null, subject: null } as const;
  across.add({ kind: 'organizations', organizations: [organization(ACME, 'acme')] });
  across.add({ kind: 'withheld', organization: ACME, withheld });
  across.add({ ...finished(ACME), isComplete: false } as PeopleAcrossLine);
  expect(across.organizations.get(ACME)).toMatchObject({ state: 'finished', isWhole: false, withheld: [withheld] });
});

test('a file has a row per person, and names what is unknown', () => {
  const { across } = read('unread');
  const names = { admin: 'owner', member: 'member', billing_manager: 'billing', outside_collaborator: 'outside' };
  const columns = acrossColumns(across.organizations, names);
  const row = across.people.get(12);
  if (row === undefined) throw new Error('nobody');
  expect(Object.fromEntries(Object.entries(columns).map(([name, cellOf]) => [name, cellOf(row)]))).toEqual({
    login: 'person-12',
    name: null,
    id: 12,
    'two-factor': 'insecure',
    organizations: 'acme (member), lumen (member)',
    teams: 'acme/crew',
    'last-invited': null,
    'not-checked': 'vault',
  });
});
