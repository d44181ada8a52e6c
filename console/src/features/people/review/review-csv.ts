import { csvOf } from '../../../lib/csv.ts';
import type { Finding } from './get-review.ts';

const HEADINGS = ['finding', 'login', 'name', 'role', 'team', 'repository', 'permission'] as const;

/** Findings as a table for spreadsheets: a row for each person or team, of an outside collaborator for each repository. */
export const reviewCsv = (findings: readonly Finding[]): string => csvOf([HEADINGS, ...findings.flatMap(rowsOf)]);

function rowsOf(finding: Finding): readonly (readonly string[])[] {
  if (finding.finding === 'outside-collaborators') {
    return finding.people.flatMap(({ login, name, role, repositories }) => {
      const person = [finding.finding, login, name ?? '', role, ''];
      if (repositories.length === 0) return [[...person, '', '']];
      return repositories.map(({ name: repository, permission }) => [...person, repository, permission]);
    });
  }
  if ('teams' in finding) return finding.teams.map(({ slug }) => [finding.finding, '', '', '', slug, '', '']);
  return finding.people.map(({ login, name, role }) => [finding.finding, login, name ?? '', role, '', '', '']);
}
