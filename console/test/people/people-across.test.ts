import type { OrganizationMembershipView } from '@orgdesk/client';
import type { PeopleAcrossLine } from '@orgdesk/contract/people/across/list-across';
import { describe, expect, it } from 'vitest';
import { createAcrossList, filtersOf } from '../../src/features/people/across/across-columns.tsx';
import { budgetText, namesOf, readingText, uncheckedOf } from '../../src/features/people/across/across-texts.ts';
import { createAcrossReader } from '../../src/features/people/across/get-people-across.ts';

const organization = (id: number) => ({ id, login: `org-${id}`, name: null, avatarUrl: null });
const people = (of: number, ...ids: readonly number[]): PeopleAcrossLine => ({
  kind: 'people',
  organization: of,
  people: ids.map((id) => ({ id, login: `p-${id}`, name: null, avatarUrl: null, role: 'member' })),
  total: null,
});
const finished = (id: number): PeopleAcrossLine => ({
  kind: 'finished',
  organization: id,
  isComplete: true,
  failure: null,
});
const limited = (id: number): PeopleAcrossLine => ({
  kind: 'finished',
  organization: id,
  isComplete: false,
  failure: { reason: 'limit', message: null, retryAt: null, authorizeUrl: null },
});

const readerOf = (...lines: readonly PeopleAcrossLine[]) => {
  const reader = createAcrossReader();
  reader.take({ kind: 'organizations', organizations: [organization(1), organization(2), organization(3)] });
  for (const line of lines) reader.take(line);
  return reader;
};
const owned = [1, 2, 3].map((id) => ({ ...organization(id), viewerCanAdminister: true }) as OrganizationMembershipView);

describe('a streamed list of people of several organizations', () => {
  it('returns snapshots that later lines do not change, with the people of each organization counted', () => {
    const reader = readerOf(people(1, 1, 2));
    const before = reader.list();
    reader.take(people(2, 2, 3));
    reader.take({ kind: 'end', isComplete: true });

    expect(before.people.map(({ id }) => id)).toEqual([1, 2]);
    expect(before.people[1]?.organizations.size).toBe(1);
    expect(before.hasEnded).toBe(false);
    const after = reader.list();
    expect(after.hasEnded).toBe(true);
    expect(after.people.map(({ organizations }) => organizations.size)).toEqual([1, 2, 1]);
    expect([...after.organizations.values()].map(({ count }) => count)).toEqual([2, 2, 0]);
  });

  it('takes nobody to be missing from an organization that was not read', () => {
    const list = createAcrossList(owned);
    const { people: rows, organizations } = readerOf(
      people(1, 1, 2),
      people(2, 2),
      finished(1),
      finished(2),
      limited(3),
    ).list();
    const view = { ...list.address.whole, in: 'org-1' };
    const found = (without: string, showsUnsure: boolean) =>
      list
        .found(
          rows,
          { ...view, without },
          {
            organizations,
            unchecked: new Map(),
            showsUnsure,
            hasTeams: false,
            hasInvitations: false,
            onOpen: () => undefined,
          },
        )
        .map(({ id }) => id);
    expect(found('org-2', false)).toEqual([1]);
    expect(found('org-3', false)).toEqual([]);
    expect(found('org-3', true)).toEqual([1, 2]);
    expect(filtersOf({ ...view, without: 'org-3' }, owned)).toEqual([
      { kind: 'in', organization: 1 },
      { kind: 'not-in', organization: 3 },
    ]);
  });
});

describe('words about reading', () => {
  it('name organizations that were not read only once they are no longer read', () => {
    const { organizations } = readerOf(people(1, 1), finished(1), limited(3)).list();
    const all = [...organizations.values()];
    expect(uncheckedOf(all, true).map(({ id }) => id)).toEqual([3]);
    expect(uncheckedOf(all, false).map(({ id }) => id)).toEqual([2, 3]);
    expect(readingText(all, 3, true)).toBe('1 of 3 organizations loaded. Incomplete: org-3');
    expect(readingText(all.slice(0, 1), 1, false)).toBe('1 organization loaded');
    expect(namesOf([1, 2, 3, 4, 5].map(organization))).toBe('org-1, org-2, org-3 and 2 more');
  });

  it('count calls of each limit, also where there is none', () => {
    const budget = { kind: 'budget', unchanged: 3, reserve: 1_000, resetAt: null } as const;
    const core = { ...budget, resource: 'core', used: 34, remaining: 4_966, limit: 5_000 } as const;
    expect(budgetText([])).toBe('');
    expect(budgetText([core])).toBe('Used 34 of 5,000 API calls, 4,966 left');
    expect(budgetText([core, { ...core, resource: 'graphql', used: 2, remaining: null, limit: null }])).toBe(
      'Used 34 of 5,000 API calls, 4,966 left; 2 GraphQL calls',
    );
  });
});
