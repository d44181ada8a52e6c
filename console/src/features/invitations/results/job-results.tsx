import type { InvitationJob, InvitationJobRow } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ReadState } from '../../../components/list/read-state.tsx';
import { NoMatch } from '../../../components/messages/no-match.tsx';
import { ResultTable, type ShownResult } from '../../../components/run/result-table.tsx';
import { FinderBar, FinderChoice } from '../../../components/tables/finder-bar.tsx';
import { type TeamNames, teamName, useTeamNames } from '../../../lib/reading/all-teams.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { roleWords } from '../listed/invitation-words.ts';
import { totalOf } from '../sending/get-jobs.ts';
import { OUTCOME_ORDER, outcomesOf, peopleIn, type RowOutcome, reasonOf } from '../sending/job-words.ts';
import { ROWS_A_PAGE, rowsQuery } from './get-rows.ts';
import './job-results.css';

/** Refetch interval while the job runs. */
const REREAD_MS = 5_000;
const SKELETON_ROWS = 5;

interface JobResultsProps {
  readonly login: string;
  readonly job: InvitationJob;
  readonly label: string;
}

export function JobResults({ login, job, label }: JobResultsProps) {
  const path = { login, id: job.id };
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<RowOutcome | null>(null);
  // Row numbers before each visited page.
  const [pages, setPages] = useState<readonly number[]>([0]);
  const top = useRef<HTMLDivElement>(null);
  const reading = useQuery({
    ...rowsQuery(path, { after: pages.at(-1) ?? 0, outcome }),
    refetchInterval: job.state === 'running' ? REREAD_MS : false,
  });
  const { data } = reading;
  const { state, id } = job;

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows change with the state of their job.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: personalKey('invitation-job-rows', login, id) });
  }, [queries, login, id, state]);

  const show = (next: readonly number[]) => {
    setPages(next);
    // The pressed button may disappear.
    top.current?.focus();
  };
  const choose = (chosen: RowOutcome | 'all') => {
    setOutcome(chosen === 'all' ? null : chosen);
    setPages([0]);
  };
  const count = outcome === null ? totalOf(job.counts) : job.counts[outcome];
  const first = (pages.length - 1) * ROWS_A_PAGE + 1;
  const { rows, next } = data ?? NOTHING;
  const rest = count - (first - 1) - rows.length;
  const teams = useTeamNames(
    login,
    rows.some(({ teamIds }) => teamIds.length > 0),
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no set of fields.
    <div className="job-results" ref={top} tabIndex={-1} role="group" aria-label={`Results for ${peopleIn(job)}`}>
      <FinderBar
        count={count > ROWS_A_PAGE ? pageWords(first, rows.length, count) : counted(count, 'person', 'people')}
      >
        <FinderChoice
          label="Filter by result"
          options={[['all', 'All results'], ...choicesOf(job)]}
          value={outcome ?? 'all'}
          onChange={choose}
        />
      </FinderBar>
      <ReadState
        reading={reading}
        failed="Couldn’t load the people in this batch"
        outdated="Couldn’t load the people in this batch"
        rows={SKELETON_ROWS}
      />
      {data !== undefined && rows.length === 0 && (
        <NoMatch title="No one has this result" clearWords="Show everyone" onClear={() => choose('all')}>
          Results changed since the filter was set.
        </NoMatch>
      )}
      {rows.length > 0 && (
        <ResultTable label={label} what="Person" results={rows.map((row) => resultOf(row, job, teams))} />
      )}
      {count > ROWS_A_PAGE && (
        <div className="job-actions">
          {pages.length > 1 && <Button onClick={() => show(pages.slice(0, -1))}>{`Previous ${ROWS_A_PAGE}`}</Button>}
          {next !== null && rest > 0 && (
            <Button onClick={() => show([...pages, next])}>{`Next ${Math.min(ROWS_A_PAGE, rest)}`}</Button>
          )}
        </div>
      )}
    </div>
  );
}

const NOTHING: { readonly rows: readonly InvitationJobRow[]; readonly next: number | null } = { rows: [], next: null };

const pageWords = (first: number, shown: number, count: number): string =>
  `${formatCount(first)} to ${formatCount(first + shown - 1)} of ${counted(count, 'person', 'people')}`;

const choicesOf = ({ counts, addsPeople }: InvitationJob) =>
  OUTCOME_ORDER.filter((outcome) => counts[outcome] > 0).map(
    (outcome) => [outcome, `${outcomesOf({ addsPeople })[outcome].words} (${formatCount(counts[outcome])})`] as const,
  );

/** `teams` is null until loaded. */
function resultOf(
  { row, login, email, role, teamIds, outcome, words: reason }: InvitationJobRow,
  job: InvitationJob,
  teams: TeamNames | null,
): ShownResult {
  const { words, variant } = outcomesOf(job)[outcome];
  const names = teams === null ? [] : teamIds.map((id) => teamName(teams, id));
  const teamWords = teams === null ? counted(teamIds.length, 'team', 'teams') : names.join(', ');
  return {
    key: row,
    name: login ?? email ?? 'Email address no longer stored',
    about: `${roleWords(role)}${teamIds.length > 0 ? ` · ${teamWords}` : ''}`,
    words,
    variant,
    reason: reason ?? reasonOf(outcome, job),
  };
}
