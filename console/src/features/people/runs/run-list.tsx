import type { ListedRun } from '@orgdesk/client';
import { PeopleIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { PageLink, PageLinkButton } from '../../../components/controls/page-link.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { ReadState } from '../../../components/list/read-state.tsx';
import { Nothing } from '../../../components/messages/nothing.tsx';
import { ListFrame } from '../../../components/tables/list-frame.tsx';
import { OUTDATED_LIST } from '../../../lib/failure-texts.ts';
import { formatMinute } from '../../../lib/reader-locale.ts';
import { readFrom } from '../../../lib/reading/read.ts';
import { listedState, runsQuery, runTitle } from './runs.ts';

const TITLE = 'runs-title';
const SKELETON_ROWS = 3;

const RUNS: ListRows<ListedRun> = {
  name: 'runs',
  keyOf: ({ id }) => id,
  columns: [
    {
      heading: 'Change',
      width: 'rest',
      cell: (run, _context, { stop }) => (
        <PageLink to="/runs/$run" params={{ run: run.id }} {...stop}>
          {runTitle(run)}
        </PageLink>
      ),
    },
    { heading: 'Organizations', width: 'third', cell: listedState },
    {
      heading: 'Started',
      width: 'quarter',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMinute(createdAt) ?? createdAt}</time>,
    },
  ],
};

export function RunList() {
  const page = useRef<HTMLElement>(null);
  const reading = useQuery(runsQuery());
  return (
    <ListFrame
      ref={page}
      titleId={TITLE}
      title="Changes in several organizations"
      action={<PageLinkButton to="/people">People</PageLinkButton>}
    >
      <ReadState
        reading={reading}
        failed="Couldn’t load changes"
        outdated={OUTDATED_LIST}
        focus={page}
        loading="Loading changes"
        rows={SKELETON_ROWS}
      />
      <Nothing
        read={readFrom(reading, { all: 'your changes', value: ({ length }) => length })}
        what="changes"
        icon={PeopleIcon}
        title="No changes yet"
        onRetry={() => void reading.refetch()}
        isRetrying={reading.isFetching}
      >
        Select people on the page People to change them in several organizations at once.
      </Nothing>
      {reading.data !== undefined && reading.data.length > 0 && (
        <ListTable label={TITLE} list={RUNS} rows={reading.data} />
      )}
    </ListFrame>
  );
}
