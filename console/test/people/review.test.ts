import type { DismissedFinding, FindingMark, Person } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import {
  isOpen,
  type ReviewFinding,
  type ReviewResult,
  reviewCsv,
  reviewMessage,
} from '../../src/features/people/review/findings.ts';
import { withoutDismissed } from '../../src/features/people/review/get-dismissed.ts';

const mark = (key: string) => ({ key, seal: `seal of ${key}` });
const person = (login: string): Person & FindingMark => ({
  id: 1,
  login,
  name: null,
  avatarUrl: null,
  role: 'admin',
  ...mark(login),
});
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
  teams: [{ id: 5, slug: 'old', name: 'Old', repositoryCount: 2, ...mark('old') }],
};
const reviewOf = (findings: readonly ReviewFinding[], hasEnded = true): ReviewResult => ({
  findings: new Map(findings.map((finding) => [finding.finding, finding])),
  withheld: [],
  hasEnded,
});

const dismissed = (key: string): DismissedFinding => ({
  key,
  finding: 'owners',
  target: { kind: 'person', id: 1, name: key },
  reason: 'Known',
  until: '2027-01-01T00:00:00.000Z',
  dismissedAt: '2026-01-01T00:00:00.000Z',
  dismissedBy: { id: 1, login: 'ada' },
});

describe('dismissed findings', () => {
  it('are left out, and listed only while they are found', () => {
    const review = reviewOf([owners(4), TEAMS]);
    const { open, dismissedIn, dismissedCount } = withoutDismissed(review, ['owner-1', 'old', 'gone'].map(dismissed));
    expect(reviewMessage(open, 2)).toBe('1 finding, 1 check passed. 5 checks failed.');
    expect(dismissedIn('owners').map(({ key }) => key)).toEqual(['owner-1']);
    expect(dismissedIn('in-no-team')).toEqual([]);
    expect(dismissedCount).toBe(2);
  });
});

describe('the access review', () => {
  it('reports too many owners only above the limit', () => {
    expect(isOpen(owners(3), 3)).toBe(false);
    expect(isOpen(owners(4), 3)).toBe(true);
    expect(isOpen(owners(4), 5)).toBe(false);
  });

  it('reports its progress, and missing data at the end', () => {
    expect(reviewMessage(reviewOf([owners(4)], false), 3)).toBe('1 of 7 checks completed, 1 finding so far…');
    expect(reviewMessage(reviewOf([], false), 3)).toBe('Checking…');
    expect(reviewMessage(reviewOf([owners(1)], false), 3)).toBe('1 of 7 checks completed');
    expect(reviewMessage(reviewOf([owners(4), TEAMS]), 9)).toBe('1 finding, 1 check passed. 5 checks failed.');
    expect(reviewMessage(reviewOf([owners(1)]), 9)).toBe('1 check passed. 6 checks failed.');
    expect(reviewMessage(reviewOf([]), 9)).toBe('Nothing could be checked.');
  });

  it('writes a row for each person, team and repository, safe for spreadsheets', () => {
    expect(reviewCsv([OUTSIDE, TEAMS, owners(1)], ['in-no-team']).split('\r\n')).toEqual([
      'Finding,Username,Name,Role,Team,Repository,Permission',
      `Outside collaborators,"'=cmd","A, B",Outside collaborator,,one,Write`,
      `Outside collaborators,"'=cmd","A, B",Outside collaborator,,two,Read`,
      'Outside collaborators,nowhere,,Outside collaborator,,,',
      'Teams without members,,,,old,,',
      'Owners,owner-0,,Owner,,,',
      'Members without a team: not checked,,,,,,',
      '',
    ]);
  });
});
