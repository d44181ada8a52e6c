import type { Job, RowOutcome } from '@orgdesk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { downloadCsv } from '../../lib/download.ts';
import { readTeams } from '../../lib/reading/all-teams.ts';
import { allRows } from './get-jobs.ts';
import { jobCsv } from './job-csv.ts';
import type { JobKindWords } from './job-kind.ts';
import { wordsOf } from './job-words.ts';

/** Saves the rows with one result, or all. */
export function useJobCsv(login: string, job: Job, words: JobKindWords) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (only: RowOutcome | null) => {
      const outcomes = wordsOf(words.outcomes(job)).map(([outcome]) => outcome);
      const rows = await allRows(
        { login, id: job.id },
        outcomes.filter((outcome) => job.counts[outcome] > 0 && (only === null || only === outcome)),
      );
      const hasTeams = rows.some(({ teamIds }) => teamIds.length > 0);
      const teams = hasTeams ? await readTeams(queries, login) : new Map();
      downloadCsv(`${words.noun.one}-${login}-${job.createdAt.slice(0, 10)}.csv`, jobCsv(job, rows, words, teams));
    },
  });
}
