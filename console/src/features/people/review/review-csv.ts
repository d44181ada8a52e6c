import { csvOf } from '../../../lib/keeping/csv.ts';
import { PERMISSION_WORDS } from '../access/access-words.ts';
import { ROLE_WORDS } from '../people-words.ts';
import { FINDINGS } from './findings.ts';
import type { ReviewFinding } from './get-review.ts';

const HEADINGS = ['Finding', 'Username', 'Name', 'Role', 'Team', 'Repository', 'Permission'] as const;

/** Outside collaborators have one row per repository. */
export const reviewCsv = (findings: readonly ReviewFinding[]): string => csvOf([HEADINGS, ...findings.flatMap(rowsOf)]);

/** With the organization of each finding. */
export const reviewAcrossCsv = (
  places: readonly { readonly login: string; readonly findings: readonly ReviewFinding[] }[],
): string =>
  csvOf([
    ['Organization', ...HEADINGS],
    ...places.flatMap(({ login, findings }) => findings.flatMap(rowsOf).map((row) => [login, ...row])),
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
