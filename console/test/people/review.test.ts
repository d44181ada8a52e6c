import type { Person } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { isOpen, reviewMessage } from '../../src/features/people/review/findings.ts';
import type { ReviewFinding, ReviewResult } from '../../src/features/people/review/get-review.ts';
import { reviewCsv } from '../../src/features/people/review/review-csv.ts';

const person = (login: string): Person => ({ id: 1, login, name: null, avatarUrl: null, role: 'admin' });
const owners = (count: number): ReviewFinding => ({
  kind: 'finding',
  finding: 'owners',
  people: Array.from({ length: count }, (_, index) => person(`owner-${index}`)),
});
const OUTSIDE: ReviewFinding = {
  kind: 'finding',
  finding: 'outside-collaborators',
  people: [
    {
      ...person('=cmd'),
      role: 'outside_collaborator',
      name: 'A, B',
      repositories: [
        { name: 'one', permission: 'WRITE' },
        { name: 'two', permission: 'READ' },
      ],
    },
    { ...person('nowhere'), role: 'outside_collaborator', repositories: [] },
  ],
};
const TEAMS: ReviewFinding = {
  kind: 'finding',
  finding: 'team-without-people',
  teams: [{ id: 5, slug: 'old', name: 'Old', repositoryCount: 2 }],
};
const reviewOf = (findings: readonly ReviewFinding[], hasEnded = true): ReviewResult => ({
  findings: new Map(findings.map((finding) => [finding.finding, finding])),
  withheld: [],
  hasEnded,
});

describe('the access review', () => {
  it('reports too many owners only above the limit', () => {
    expect(isOpen(owners(3), 3)).toBe(false);
    expect(isOpen(owners(4), 3)).toBe(true);
    expect(isOpen(owners(4), 5)).toBe(false);
  });

  it('reports its progress, and missing data at the end', () => {
    expect(reviewMessage(reviewOf([owners(4)], false), 3)).toBe('1 of 7 checks completed, 1 finding so far…');
    expect(reviewMessage(reviewOf([owners(4), TEAMS]), 9)).toBe('1 finding, 1 check passed. 5 checks failed.');
    expect(reviewMessage(reviewOf([owners(1)]), 9)).toBe('No findings. 6 checks failed.');
  });

  it('writes a row for each person, team and repository, safe for spreadsheets', () => {
    expect(reviewCsv([OUTSIDE, TEAMS, owners(1)]).split('\r\n')).toEqual([
      'finding,login,name,role,team,repository,permission',
      `Outside collaborators,"'=cmd","A, B",Outside collaborator,,one,Write`,
      `Outside collaborators,"'=cmd","A, B",Outside collaborator,,two,Read`,
      'Outside collaborators,nowhere,,Outside collaborator,,,',
      'Teams without members,,,,old,,',
      'Owners,owner-0,,Owner,,,',
      '',
    ]);
  });
});
