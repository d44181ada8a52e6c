import type { PeopleChange, PreviewedPerson } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { changeTitle, effectsOf, notesOf, previewMessage } from '../../src/features/people/change/change-texts.ts';

const REMOVE: PeopleChange = { kind: 'remove' };
const CONTEXT = { organization: 'Acme', codeHost: 'code.example' };

const people = (count: number, verdict: PreviewedPerson['verdict']): readonly PreviewedPerson[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    login: `${verdict}-${index}`,
    role: 'member',
    verdict,
    teams: [],
    repositoryCount: 0,
    lostRepositories: [],
    keptRepositories: [],
    onlyMaintainerOf: [],
    sentInvitationCount: 0,
    notes: [],
  }));

describe('the message of a preview', () => {
  it('counts people who will change, and explains why others will not', () => {
    expect(previewMessage(REMOVE, [...people(7, 'will-change'), ...people(1, 'last-owner')])).toBe(
      '7 people will be removed, 1 will not: the last owner.',
    );
    expect(
      previewMessage({ kind: 'role', role: 'admin' }, [
        ...people(1, 'will-change'),
        ...people(2, 'nothing-to-do'),
        ...people(1, 'yourself'),
      ]),
    ).toBe('will-change-0 will become an owner, 3 will not: 1 yourself, 2 already owners.');
    expect(previewMessage(REMOVE, people(2, 'will-change'))).toBe('2 people will be removed.');
    expect(previewMessage(REMOVE, people(1, 'yourself'))).toBe('yourself-0 will not be removed.');
    expect(previewMessage(REMOVE, people(3, 'unknown'))).toBe('No one will be removed: couldn’t be checked.');
  });

  it('lists side effects, and data that could not be read', () => {
    const [person] = people(1, 'will-change');
    expect(person).toBeDefined();
    if (person === undefined) return;
    expect(effectsOf(person)).toEqual([]);
    expect(
      effectsOf({
        ...person,
        teams: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
        repositoryCount: 1,
        lostRepositories: ['api'],
        keptRepositories: [{ name: 'web', permission: 'WRITE' }],
        onlyMaintainerOf: ['crew'],
        sentInvitationCount: 2,
      }),
    ).toEqual([
      { text: 'Leaves the teams a, b, c, d, e and 2 more.', names: [] },
      { text: 'Only maintainer of the team crew.', names: [] },
      { text: 'Loses 1 repository', names: ['api'] },
      { text: 'Keeps access to 1 repository', names: ['web (write)'] },
      { text: '2 open invitations sent by this person will be cancelled.', names: [] },
    ]);
    expect(effectsOf({ ...person, teams: null, repositoryCount: null, sentInvitationCount: null })).toEqual([
      { text: 'Couldn’t load teams.', names: [] },
      { text: 'Repositories not counted.', names: [] },
      { text: 'Couldn’t load open invitations.', names: [] },
    ]);
  });

  it('adds a count to notes that do not apply to everybody', () => {
    const [one, other] = people(2, 'will-change');
    if (one === undefined || other === undefined) throw new Error('there are two');
    const noted = { ...one, notes: ['stays-in-enterprise' as const] };
    expect(notesOf([noted, noted], CONTEXT)).toEqual([
      'If Acme belongs to an enterprise, they stay in the enterprise.',
    ]);
    expect(notesOf([noted, other], CONTEXT)[0]).toMatch(/Applies to 1 of them[.]$/);
  });

  it('names one person and counts several', () => {
    expect(changeTitle({ kind: 'convert' }, [{ login: 'ada' }])).toBe('Convert ada to outside collaborator');
    expect(changeTitle({ kind: 'convert' }, [{ login: 'ada' }, { login: 'bob' }])).toBe(
      'Convert 2 people to outside collaborators',
    );
    expect(changeTitle({ kind: 'add-to-team', team: 'core', role: 'member' }, [{ login: 'ada' }])).toBe(
      'Add ada to team core',
    );
  });
});
