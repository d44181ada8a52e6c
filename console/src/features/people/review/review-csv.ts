import { csvOf } from '../../../lib/download.ts';
import { PERMISSION_WORDS } from '../access/access-words.ts';
import { ROLE_WORDS } from '../people-words.ts';
import { FINDING_NAMES, FINDINGS } from './findings.ts';
import type { FindingName, ReviewFinding, ReviewResult } from './get-review.ts';

const HEADINGS = ['Finding', 'Username', 'Name', 'Role', 'Team', 'Repository', 'Permission'] as const;

/** Findings that could not be read. */
export const uncheckedIn = ({ findings }: Pick<ReviewResult, 'findings'>): readonly FindingName[] =>
  FINDING_NAMES.filter((name) => !findings.has(name));

/** Outside collaborators have one row per repository, and findings that were not checked a row each. */
export const reviewCsv = (findings: readonly ReviewFinding[], unchecked: readonly FindingName[]): string =>
  csvOf([HEADINGS, ...findings.flatMap(rowsOf), ...unchecked.map(uncheckedRow)]);

const uncheckedRow = (name: FindingName): readonly string[] => [
  `${FINDINGS[name].title}: not checked`,
  ...HEADINGS.slice(1).map(() => ''),
];

/** With the organization of each finding. */
export const reviewAcrossCsv = (
  places: readonly {
    readonly login: string;
    readonly findings: readonly ReviewFinding[];
    readonly unchecked: readonly FindingName[];
  }[],
): string =>
  csvOf([
    ['Organization', ...HEADINGS],
    ...places.flatMap(({ login, findings, unchecked }) =>
      [...findings.flatMap(rowsOf), ...unchecked.map(uncheckedRow)].map((row) => [login, ...row]),
    ),
  ]);

function rowsOf(finding: ReviewFinding): readonly (readonly string[])[] {
  const { title } = FINDINGS[finding.finding];
  if (finding.finding === 'outside-collaborators') {
    return finding.people.flatMap(({ login, name, role, repositories }) => {
      const person = [title, login, name ?? '', ROLE_WORDS[role], ''];
      if (repositories.length === 0) return [[...person, '', '']];
      return repositories.map(({ name: repository, permission }) => [
        ...person,
        repository,
        PERMISSION_WORDS[permission],
      ]);
    });
  }
  if ('teams' in finding) return finding.teams.map(({ slug }) => [title, '', '', '', slug, '', '']);
  return finding.people.map(({ login, name, role }) => [title, login, name ?? '', ROLE_WORDS[role], '', '', '']);
}
