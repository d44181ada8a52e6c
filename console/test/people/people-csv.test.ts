import type { ListedTeam, Person } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { PEOPLE } from '../../src/features/people/table/columns.tsx';

const ADA: Person = { id: 1, login: 'ada', name: 'Ada, "the first"', avatarUrl: null, role: 'admin' };
const EVIL: Person = { id: 2, login: 'evil', name: '=HYPERLINK("x")', avatarUrl: null, role: 'outside_collaborator' };
const team = (slug: string): ListedTeam => ({ id: 1, slug, name: slug, repositoryCount: 0 });

describe('people as CSV', () => {
  it('has no column for data that was withheld or not requested', () => {
    expect(PEOPLE.csv([ADA], {})).toBe('login,name,id,role\r\nada,"Ada, ""the first""",1,Owner\r\n');
  });

  it('contains second factors and teams', () => {
    const secondFactors = { disabled: new Set([2]), insecure: null };
    const teams = new Map([[1, [team('platform'), team('web')]]]);
    expect(PEOPLE.csv([ADA, { ...EVIL, name: null }], { secondFactors, teams }).split('\r\n')).toEqual([
      'login,name,id,role,2FA,teams',
      'ada,"Ada, ""the first""",1,Owner,Enabled,"platform; web"',
      'evil,,2,Outside collaborator,Disabled,',
      '',
    ]);
  });

  it('escapes cells that look like a formula', () => {
    expect(PEOPLE.csv([EVIL], {})).toContain(`,"'=HYPERLINK(""x"")",`);
  });
});
