import type { Person } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { createListReader } from '../../src/features/people/list/get-people.ts';

const person = (id: number): Person => ({ id, login: `p-${id}`, name: null, avatarUrl: null, role: 'member' });
const team = { id: 1, slug: 'a', name: 'A', repositoryCount: 0 };

describe('a streamed list of people', () => {
  it('grows, lists nobody twice, and returns immutable snapshots', () => {
    const reader = createListReader({ withTeams: false });
    reader.take({ kind: 'people', people: [person(1), person(2)], total: 3 });
    const before = reader.list();
    reader.take({ kind: 'people', people: [person(2), person(3)], total: null });
    reader.take({ kind: 'end', isComplete: true });

    expect(before.people.map(({ id }) => id)).toEqual([1, 2]);
    expect(before.hasEnded).toBe(false);
    expect(reader.list()).toMatchObject({ total: 3, hasEnded: true, secondFactors: null, teams: null });
    expect(reader.list().people.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('collects team members from several lines of a team', () => {
    const reader = createListReader({ withTeams: true });
    const other = { ...team, id: 2, slug: 'b' };
    reader.take({ kind: 'team', team, people: [{ id: 1, role: 'member' }] });
    reader.take({ kind: 'team', team, people: [{ id: 2, role: 'maintainer' }] });
    reader.take({ kind: 'team', team: other, people: [{ id: 1, role: 'member' }] });
    const slugs = (id: number) =>
      reader
        .list()
        .teams?.get(id)
        ?.map(({ slug }) => slug);
    expect(slugs(1)).toEqual(['a', 'b']);
    expect(slugs(2)).toEqual(['a']);
    expect(slugs(3)).toBeUndefined();
  });
});
