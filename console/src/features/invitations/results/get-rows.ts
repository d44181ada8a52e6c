import type { CallOptions, InvitationJobRow } from '@orgdesk/client';
import { JOB_ROWS_PAGE_MAX } from '@orgdesk/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type TeamNames, teamName } from '../../../lib/reading/all-teams.ts';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import type { RowChange } from '../rows/review.ts';
import type { RowOutcome } from '../sending/job-words.ts';

export const ROWS_A_PAGE = 100;

interface JobPath {
  readonly login: string;
  readonly id: string;
}

interface RowsPage {
  /** Last row number of the previous page. */
  readonly after: number;
  readonly outcome: RowOutcome | null;
}

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

/** Outcomes that can be tried again. */
export const AGAIN = ['cancelled', 'refused', 'not-found', 'failed'] as const satisfies readonly RowOutcome[];

/** Omits people whose address was deleted. */
export async function rowsToRetry(path: JobPath, namesOf: () => Promise<TeamNames>): Promise<readonly RowChange[]> {
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
  const query = { after: String(after), limit: String(JOB_ROWS_PAGE_MAX), outcome };
  const call = (options: CallOptions) => client.listInvitationJobRows({ path, query, ...options });
  const { rows, next } = (await answerOf(call)).data;
  return next === null ? rows : [...rows, ...(await allRows(path, outcome, next))];
}
