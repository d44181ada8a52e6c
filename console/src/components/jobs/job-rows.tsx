import type { Job, JobRow, RowOutcome } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createAddressView } from '../../lib/address/address-view.ts';
import { useAddressView } from '../../lib/address/use-address-view.ts';
import { csvOf, downloadCsv } from '../../lib/download.ts';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { type ChoosableTeam, readTeams } from '../../lib/reading/all-teams.ts';
import { readFrom } from '../../lib/reading/read.ts';
import { ListOptions } from '../list/list-options.tsx';
import { ReadState } from '../list/read-state.tsx';
import { FailureNotice } from '../messages/failure-notice.tsx';
import { NoMatch } from '../messages/nothing.tsx';
import { FilterChips } from '../tables/filter-chips.tsx';
import { FinderBar, FinderChoice } from '../tables/finder-bar.tsx';
import { RESULTS, ResultTable } from '../tables/result-table.tsx';
import { allRows, jobAnchor, rowsKey, rowsQuery } from './get-jobs.ts';
import type { JobKindTexts, OutcomeBadge } from './job-kind.ts';
import { outcomeEntries, PEOPLE_ROWS } from './job-texts.ts';

const ROWS_A_PAGE = 100;
const REREAD_MS = 5_000;
const SKELETON_ROWS = 5;
const UNREADABLE = 'Couldn’t load the results';

/** The filter of one job: its ID, a dot and the outcome. */
const RESULT_VIEW = createAddressView<{ readonly result: string }>({ result: '' }, { result: null });

interface JobRowsProps {
  readonly login: string;
  readonly job: Job;
  readonly texts: JobKindTexts;
  readonly label: string;
}

export function JobRows({ login, job, texts, label }: JobRowsProps) {
  const queries = useQueryClient();
  // Row numbers before each visited page.
  const [pages, setPages] = useState<readonly number[]>([0]);
  const top = useRef<HTMLDivElement>(null);
  const { state, id } = job;
  const { view, change } = useAddressView(RESULT_VIEW);
  const outcomes = texts.outcomes(job);
  const outcome = outcomeEntries(outcomes).find(([each]) => view.result === `${id}.${each}`)?.[0] ?? null;
  const file = useJobCsv(login, job, texts);
  const reading = useQuery({
    ...rowsQuery({ login, id }, { state, after: pages.at(-1) ?? 0, limit: ROWS_A_PAGE, outcome }),
    refetchInterval: state === 'running' ? REREAD_MS : false,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows change with the state of their job.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: rowsKey({ login, id }) });
  }, [queries, login, id, state]);

  const show = (next: readonly number[]) => {
    setPages(next);
    // The pressed button may disappear.
    top.current?.focus();
  };
  const choose = (chosen: RowOutcome | 'all') => {
    change({ result: chosen === 'all' ? '' : `${id}.${chosen}` });
    setPages([0]);
  };
  const { rows, next } = reading.data ?? NOTHING;
  const about = texts.useAbout?.(login, rows);
  const count = outcome === null ? (job.progress.total ?? 0) : job.counts[outcome];
  const before = (pages.length - 1) * ROWS_A_PAGE;
  const rest = count - before - rows.length;
  const { heading, one, many, nameOf } = texts.rows ?? PEOPLE_ROWS;
  const read = readFrom(reading, { all: many, value: () => rows.length });
  const rowCount = counted(count, one, many);
  const choices = outcomeEntries(outcomes)
    .filter(([choice]) => job.counts[choice] > 0)
    .map(([choice, each]) => [choice, `${each.label} (${formatCount(job.counts[choice])})`] as const);

  const results = rows.map((row) => {
    const { label: text, variant, reason } = outcomes[row.outcome] ?? UNNAMED;
    return {
      key: row.row,
      name: nameOf(row),
      username: row.login,
      about: about?.(row),
      label: text,
      variant,
      reason: row.message ?? reason,
    };
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no set of fields.
    <div className="stack-12" ref={top} tabIndex={-1} role="group" aria-label={`Results: ${texts.title(job)}`}>
      <FinderBar
        count={
          count > ROWS_A_PAGE && rows.length > 0
            ? `${formatCount(before + 1)} to ${formatCount(before + rows.length)} of ${rowCount}`
            : rowCount
        }
        options={
          <ListOptions
            list={RESULTS[heading]}
            context={undefined}
            shown={results}
            read={read}
            link={() => `${RESULT_VIEW.href(view).replace(/#.*$/, '')}#${jobAnchor(job)}`}
            downloads={[{ label: 'Download CSV', onSelect: () => file.mutate(outcome) }]}
          />
        }
      >
        <FinderChoice
          label="Filter by result"
          options={[['all', 'All results'], ...choices]}
          value={outcome ?? 'all'}
          onChange={choose}
        />
      </FinderBar>
      <FilterChips
        chips={outcome === null ? [] : [{ label: outcomes[outcome]?.label ?? outcome, onRemove: () => choose('all') }]}
        onClear={() => choose('all')}
        onFocus={() => top.current?.focus()}
      />
      {file.error !== null && (
        <FailureNotice
          title="Couldn’t load the results"
          failure={file.error}
          onRetry={() => file.mutate(outcome)}
          isRetrying={file.isPending}
        />
      )}
      <ReadState reading={reading} failed={UNREADABLE} outdated={UNREADABLE} rows={SKELETON_ROWS} />
      {reading.data !== undefined && rows.length === 0 && (
        <NoMatch
          read={read}
          title={`No ${many} have this result`}
          clearLabel={`Show all ${many}`}
          onClear={() => choose('all')}
        >
          Results changed since the filter was set.
        </NoMatch>
      )}
      {rows.length > 0 && <ResultTable label={label} what={heading} results={results} />}
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

const NOTHING: { readonly rows: readonly JobRow[]; readonly next: number | null } = { rows: [], next: null };
const UNNAMED: OutcomeBadge = { label: 'Unknown', variant: 'secondary' };

/** Saves the rows with one result, or all. */
function useJobCsv(login: string, job: Job, texts: JobKindTexts) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (only: RowOutcome | null) => {
      const outcomes = outcomeEntries(texts.outcomes(job)).map(([outcome]) => outcome);
      const rows = await allRows(
        { login, id: job.id },
        outcomes.filter((outcome) => job.counts[outcome] > 0 && (only === null || only === outcome)),
      );
      const hasTeams = rows.some(({ teamIds }) => teamIds.length > 0);
      const teams = hasTeams ? await readTeams(queries, login) : new Map();
      downloadCsv(`${texts.noun.one}-${login}-${job.createdAt.slice(0, 10)}.csv`, jobCsv(job, rows, texts, teams));
    },
  });
}

type Teams = ReadonlyMap<number, ChoosableTeam>;

/** The first four are columns of the form for invitations, which ignores the others. */
const COLUMNS = ['Username', 'Email', 'Role', 'Teams', 'Result', 'Reason', 'Time'];

export function jobCsv(job: Job, rows: readonly JobRow[], { outcomes, roleLabel }: JobKindTexts, teams: Teams): string {
  const labels = outcomes(job);
  return csvOf([
    COLUMNS,
    ...rows.map((row) => {
      const result = labels[row.outcome];
      return [
        row.login ?? '',
        row.email ?? '',
        row.role === null ? '' : (roleLabel?.(row.role) ?? row.role),
        row.teamIds.map((id) => teamCell(teams, id)).join('; '),
        result?.label ?? row.outcome,
        row.message ?? result?.reason ?? '',
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
