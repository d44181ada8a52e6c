import type { CallOptions, InvitationJobRow } from '@orgdesk/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type TeamNames, teamName } from '../../../lib/reading/all-teams.ts';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import type { RowChange } from '../rows/review.ts';
import type { RowOutcome } from '../sending/job-words.ts';

export const ROWS_A_PAGE = 100;
const ROWS_AT_ONCE = 500;

interface JobPath {
  readonly login: string;
  readonly id: string;
}

interface RowsPage {
  /** Number of the last row of the page before. */
  readonly after: number;
  readonly outcome: RowOutcome | null;
}

/** One page of the rows of a job. */
export const rowsQuery = (path: JobPath, { after, outcome }: RowsPage) =>
  queryOptions({
    queryKey: personalKey('invitation-job-rows', path.login, path.id, outcome ?? '', String(after)),
    queryFn: async ({ signal }) => {
      const query = { after: String(after), limit: String(ROWS_A_PAGE), ...(outcome === null ? {} : { outcome }) };
      const call = (options: CallOptions) => client.listInvitationJobRows({ path, query, ...options });
      return (await answerOf(call, { signal })).data;
    },
    placeholderData: keepPreviousData,
  });

/** The outcomes of those who may be tried again: who was invited, or is there already, is none of them. */
export const AGAIN = ['cancelled', 'refused', 'not-found', 'failed'] as const satisfies readonly RowOutcome[];

/** Everybody in a job who may be tried again, as they were wanted. Whose address is no longer kept is not among them. */
export async function wantedAgain(path: JobPath, namesOf: () => Promise<TeamNames>): Promise<readonly RowChange[]> {
  const rows: InvitationJobRow[] = [];
  for (const outcome of AGAIN) rows.push(...(await allRows(path, outcome)));
  const names: TeamNames = rows.some(({ teamIds }) => teamIds.length > 0) ? await namesOf() : new Map();
  return rows
    .toSorted((one, other) => one.row - other.row)
    .flatMap(({ login, email, role, teamIds }) => {
      const person = login ?? email;
      return person === null ? [] : { person, role, teams: teamIds.map((id) => ({ id, name: teamName(names, id) })) };
    });
}

async function allRows(path: JobPath, outcome: RowOutcome, after = 0): Promise<readonly InvitationJobRow[]> {
  const query = { after: String(after), limit: String(ROWS_AT_ONCE), outcome };
  const call = (options: CallOptions) => client.listInvitationJobRows({ path, query, ...options });
  const { rows, next } = (await answerOf(call)).data;
  return next === null ? rows : [...rows, ...(await allRows(path, outcome, next))];
}
