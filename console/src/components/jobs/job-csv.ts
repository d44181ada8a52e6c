import type { Job, JobRow } from '@orgdesk/client';
import { csvOf } from '../../lib/download.ts';
import type { ChoosableTeam } from '../../lib/reading/all-teams.ts';
import type { JobKindWords } from './job-kind.ts';

type Teams = ReadonlyMap<number, ChoosableTeam>;

/** The first four are columns of the form for invitations, which ignores the others. */
const COLUMNS = ['Username', 'Email', 'Role', 'Teams', 'Result', 'Reason', 'Time'];

export function jobCsv(job: Job, rows: readonly JobRow[], { outcomes, roleWords }: JobKindWords, teams: Teams): string {
  const words = outcomes(job);
  return csvOf([
    COLUMNS,
    ...rows.map((row) => {
      const result = words[row.outcome];
      return [
        row.login ?? '',
        row.email ?? '',
        row.role === null ? '' : (roleWords?.(row.role) ?? row.role),
        row.teamIds.map((id) => teamCell(teams, id)).join('; '),
        result?.words ?? row.outcome,
        row.words ?? result?.reason ?? '',
        row.settledAt ?? '',
      ];
    }),
  ]);
}

/** The form splits a cell at these characters, and accepts slugs. */
function teamCell(teams: Teams, id: number): string {
  const team = teams.get(id);
  if (team === undefined) return `team ${id}`;
  return /[;|,]/.test(team.name) ? team.slug : team.name;
}
