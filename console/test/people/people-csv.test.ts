import type { ListedTeam, Person } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { csvOfRows, unreadLines } from '../../src/components/list/list-menu.tsx';
import { PEOPLE } from '../../src/features/people/list/people-columns.tsx';
import { readFrom } from '../../src/lib/reading/read.ts';

const ADA: Person = { id: 1, login: 'ada', name: 'Ada, "the first"', avatarUrl: null, role: 'admin' };
const EVIL: Person = { id: 2, login: 'evil', name: '=HYPERLINK("x")', avatarUrl: null, role: 'outside_collaborator' };
const team = (slug: string): ListedTeam => ({ id: 1, slug, name: slug, repositoryCount: 0 });

describe('people as CSV', () => {
  it('has no column for data that was withheld or not requested', () => {
    expect(csvOfRows(PEOPLE, [ADA], {})).toBe('Name,Username,Role\r\n"Ada, ""the first""",ada,Owner\r\n');
  });

  it('contains second factors and teams', () => {
    const secondFactors = { disabled: new Set([2]), insecure: null };
    const teams = new Map([[1, [team('platform'), team('web')]]]);
    expect(csvOfRows(PEOPLE, [ADA, { ...EVIL, name: null }], { secondFactors, teams }).split('\r\n')).toEqual([
      'Name,Username,Role,2FA,Teams',
      '"Ada, ""the first""",ada,Owner,Enabled,"platform; web"',
      ',evil,Outside collaborator,Disabled,',
      '',
    ]);
  });

  it('has no column that was switched off, except the row header', () => {
    expect(csvOfRows(PEOPLE, [EVIL], {}, new Set(['Name', 'Role', 'Nothing']))).toMatch(/^Name,Username\r\n/);
  });

  it('escapes cells that look like a formula', () => {
    expect(csvOfRows(PEOPLE, [EVIL], {})).toContain(`\r\n"'=HYPERLINK(""x"")",`);
  });

  it('ends with what was not read', () => {
    const readOf = (...unread: readonly string[]) =>
      readFrom({ data: [ADA], error: null }, { all: 'people', value: ({ length }) => length, unread: () => unread });
    expect(unreadLines(readOf())).toBe('');
    expect(unreadLines(readOf('globex', 'teams of acme', 'globex'))).toBe(
      'Not loaded: globex\r\nNot loaded: teams of acme\r\n',
    );
  });
});
