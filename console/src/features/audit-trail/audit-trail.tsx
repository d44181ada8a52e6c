import type { AuditFilters } from '@orgdesk/client';
import { DownloadIcon, LogIcon } from '@primer/octicons-react';
import { Button, LinkButton, VisuallyHidden } from '@primer/react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { ListTable } from '../../components/list/list-table.tsx';
import { ReadState } from '../../components/list/read-state.tsx';
import { EmptyState } from '../../components/messages/empty-state.tsx';
import { NoMatch } from '../../components/messages/no-match.tsx';
import { SectionHeading } from '../../components/section-heading.tsx';
import { useAddressView } from '../../lib/address/use-address-view.ts';
import { useSettled } from '../../lib/moments/use-settled.ts';
import { client } from '../../lib/reading/http-client.ts';
import { counted, formatCount } from '../../lib/words/reader-locale.ts';
import './audit-trail.css';
import { TrailFinder } from './find/trail-finder.tsx';
import { filtersOf, TRAIL_VIEW, WHOLE_TRAIL } from './find/trail-view.ts';
import { useTrail } from './reading/get-trail.ts';
import { entriesIn } from './reading/trail-pages.ts';
import { useLiveTrail } from './reading/use-live-trail.ts';
import { useSearch } from './reading/use-search.ts';
import { SearchProgress } from './search-progress.tsx';
import { ENTRIES } from './table/entries.tsx';
import { useScrollAnchor } from './use-scroll-anchor.ts';

const SKELETON_ROWS = 8;
/** Delay between the last keystroke and the request. */
const TYPING_MS = 300;

interface AuditTrailProps {
  readonly login: string;
  readonly organization: string;
  readonly mayRead: boolean;
}

export function AuditTrail({ login, organization, mayRead }: AuditTrailProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { view, change } = useAddressView(TRAIL_VIEW);
  const settledFilters = useSettled(JSON.stringify(filtersOf(view)), TYPING_MS);
  const filters = useMemo(() => JSON.parse(settledFilters) as AuditFilters, [settledFilters]);
  const isWhole = Object.keys(filters).length === 0;

  const { data, error, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useTrail(login, filters, mayRead);
  const pages = data?.pages;
  const keptFor = counted(pages?.[0]?.keptDays ?? 0, 'day', 'days');
  const entries = useMemo(() => entriesIn(pages ?? []), [pages]);
  const anchorScroll = useScrollAnchor(list, entries);
  const arrived = useLiveTrail({ login, filters, pages, onChange: anchorScroll });
  const context = useMemo(() => ({ arrived }), [arrived]);
  const search = useSearch({
    of: filters,
    pages,
    isFetching,
    hasFailed: error !== null,
    fetchNext: () => void fetchNextPage(),
  });
  const isEmpty = pages !== undefined && entries.length === 0 && !hasNextPage;

  const [firstOlder, setFirstOlder] = useState<number | null>(null);
  useEffect(() => {
    // The pressed button may disappear.
    if (firstOlder === null) return;
    const first = entries.find(({ number }) => number < firstOlder);
    if (first === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-entry="${first.number}"] button`)?.focus({ preventScroll: true });
    setFirstOlder(null);
  }, [firstOlder, entries]);
  const showOlder = () => {
    setFirstOlder(entries.at(-1)?.number ?? null);
    search.goOn();
  };
  const showAll = () => {
    change(WHOLE_TRAIL);
    input.current?.focus();
  };

  return (
    <section className="audit-trail" aria-labelledby={id}>
      <SectionHeading
        id={id}
        heading={heading}
        title={
          <>
            {' '}
            Audit log <VisuallyHidden> of {organization}</VisuallyHidden>
          </>
        }
      >
        {mayRead && <Exports login={login} filters={filters} />}
      </SectionHeading>
      {mayRead && (
        <TrailFinder
          view={view}
          onChange={change}
          count={pages === undefined ? '' : countWords(entries.length, hasNextPage)}
          input={input}
        />
      )}
      <VisuallyHidden role="status">{arrived.size === 0 ? '' : newWords(arrived.size)}</VisuallyHidden>
      {mayRead && (
        <ReadState
          reading={{ data, error, isFetching, refetch: () => (isFetchNextPageError ? fetchNextPage() : refetch()) }}
          failed="Couldn’t load the audit log"
          focus={heading}
          loading="Loading the audit log"
          rows={SKELETON_ROWS}
        />
      )}
      {isEmpty && isWhole && (
        <EmptyState icon={LogIcon} title="No entries yet">
          Changes made through orgdesk appear here, along with changes to members, teams, repositories, and the App of{' '}
          {organization}.
        </EmptyState>
      )}
      {isEmpty && !isWhole && (
        <NoMatch title="No matching entries" clearWords="Show all entries" onClear={showAll}>
          Enter the full name. Entries are kept for {keptFor}.
        </NoMatch>
      )}
      {entries.length > 0 && (
        <div className="audit-trail-list" ref={list}>
          <ListTable label={id} list={ENTRIES} rows={entries} context={context} />
          {hasNextPage && search.state === 'none' && (
            <div className="audit-trail-end">
              <Button onClick={showOlder} inactive={isFetchingNextPage}>
                {isFetchingNextPage ? 'Loading…' : 'Show older entries'}
              </Button>
            </div>
          )}
          {!hasNextPage && <p className="audit-trail-end">End of list. Entries are kept for {keptFor}.</p>}
        </div>
      )}
      <SearchProgress search={search} />
    </section>
  );
}

const FILES = [
  { id: 'downloadAuditTrailCsv', words: 'CSV', title: 'For spreadsheets' },
  { id: 'downloadAuditTrailNdjson', words: 'NDJSON', title: 'For programs: one line of JSON per entry' },
] as const;

function Exports({ login, filters }: { readonly login: string; readonly filters: AuditFilters }) {
  return (
    <div className="audit-trail-exports">
      {FILES.map((file) => (
        <LinkButton
          key={file.id}
          leadingVisual={DownloadIcon}
          href={client.addressOf(file.id, { path: { login }, query: filters })}
          download=""
          title={file.title}
        >
          <VisuallyHidden>Export as </VisuallyHidden>
          {file.words}
        </LinkButton>
      ))}
    </div>
  );
}

const countWords = (count: number, hasMore: boolean): string => {
  if (hasMore) return `The newest ${formatCount(count)} entries`;
  return count === 0 ? '' : counted(count, 'entry', 'entries');
};

const newWords = (count: number): string => counted(count, 'new entry', 'new entries');
