import type { AuditFilters } from '@orgdesk/client';
import { LogIcon } from '@primer/octicons-react';
import { Button, VisuallyHidden } from '@primer/react';
import { type RefObject, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ListOptions } from '../../components/list/list-options.tsx';
import { ListTable } from '../../components/list/list-table.tsx';
import { ReadState } from '../../components/list/read-state.tsx';
import { NoMatch, Nothing } from '../../components/messages/nothing.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { SectionHeading } from '../../components/section-heading.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { useAddressView } from '../../lib/address/use-address-view.ts';
import { counted, formatCount, formatMinute } from '../../lib/reader-locale.ts';
import { client } from '../../lib/reading/http-client.ts';
import { readFrom } from '../../lib/reading/read.ts';
import { ENTRIES } from './entries.tsx';
import { entriesIn, useLiveTrail, useTrail } from './get-trail.ts';
import { HeadNote, HeadWarning, useSignedHead } from './signed-head.tsx';
import { filtersOf, TRAIL_VIEW, TrailFinder, WHOLE_TRAIL } from './trail-finder.tsx';
import { SearchProgress, useSearch } from './trail-search.tsx';
import './audit-trail.css';

const SKELETON_ROWS = 8;
/** Delay between the last keystroke and the request. */
const TYPING_MS = 300;

interface AuditTrailProps {
  readonly login: string;
  readonly organization: string;
  readonly organizationId: number | null;
}

export function AuditTrail({ login, organization, organizationId }: AuditTrailProps) {
  const mayRead = organizationId !== null;
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
  const missingSince = pages?.[0]?.missingSince ?? null;
  const keptDays = pages?.[0]?.keptDays ?? null;
  const keptText = keptDays === null ? '' : `Entries are kept for ${counted(keptDays, 'day', 'days')}.`;
  const entries = useMemo(() => entriesIn(pages ?? []), [pages]);
  const anchorScroll = useScrollAnchor(list, entries);
  const arrived = useLiveTrail({ login, filters, mayRead, pages, onChange: anchorScroll });
  const context = useMemo(() => ({ arrived }), [arrived]);
  const search = useSearch({
    of: filters,
    pages,
    isFetching,
    hasFailed: error !== null,
    fetchNext: () => void fetchNextPage(),
  });
  const signed = useSignedHead(login, organizationId);
  const read = readFrom(
    { data: pages, error },
    {
      all: `the audit log of ${organization}`,
      value: () => entries.length,
      unread: () =>
        missingSince === null ? [] : [`what happened since ${formatMinute(missingSince) ?? missingSince}`],
    },
  );
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
    <section className="stack-16" aria-labelledby={id}>
      <SectionHeading id={id} heading={heading} title="Audit log" of={organization} />
      <HeadWarning {...signed} />
      {missingSince !== null && <MissingNotice since={missingSince} />}
      {mayRead && (
        <TrailFinder
          view={view}
          onChange={change}
          count={pages === undefined ? '' : countText(entries.length, hasNextPage)}
          input={input}
          onClear={showAll}
          options={
            <ListOptions
              list={ENTRIES}
              context={context}
              shown={entries}
              read={read}
              link={() => TRAIL_VIEW.href(view)}
              downloads={FILES.map(({ id: file, label }) => ({
                label,
                href: client.addressOf(file, { path: { login }, query: filters }),
                isDownload: true,
              }))}
            />
          }
        />
      )}
      <VisuallyHidden role="status">{arrived.size === 0 ? '' : newEntriesText(arrived.size)}</VisuallyHidden>
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
        <Nothing
          read={read}
          what="entries"
          icon={LogIcon}
          title="No entries yet"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          Changes made through orgdesk appear here, along with changes to members, teams, repositories, and the App of{' '}
          {organization}.
        </Nothing>
      )}
      {isEmpty && !isWhole && (
        <NoMatch read={read} title="No matching entries" clearLabel="Show all entries" onClear={showAll}>
          Enter the full name. {keptText}
        </NoMatch>
      )}
      {entries.length > 0 && (
        <div className="stack-12" ref={list}>
          <ListTable label={id} list={ENTRIES} rows={entries} context={context} />
          {hasNextPage && search.state === 'none' && (
            <div className="audit-trail-end">
              <Button onClick={showOlder} inactive={isFetchingNextPage}>
                {isFetchingNextPage ? 'Loading…' : 'Show older entries'}
              </Button>
            </div>
          )}
          {!hasNextPage && <p className="audit-trail-end">End of list. {keptText}</p>}
        </div>
      )}
      <SearchProgress search={search} />
      <HeadNote head={signed.head} />
    </section>
  );
}

function MissingNotice({ since }: { readonly since: string }) {
  const { name: codeHost } = useCodeHost();
  return (
    <Notice tone="warning" title={`Entries since ${formatMinute(since) ?? since} may be missing`}>
      <p>
        Webhooks didn’t arrive. orgdesk asks {codeHost} to redeliver them. If this keeps happening, ask the operator of
        orgdesk to run <code>orgdesk doctor</code>.
      </p>
    </Notice>
  );
}

const FILES = [
  { id: 'downloadAuditTrailCsv', label: 'Download CSV' },
  { id: 'downloadAuditTrailNdjson', label: 'Download NDJSON (JSON lines)' },
] as const;

const countText = (count: number, hasMore: boolean): string => {
  if (hasMore) return `The newest ${formatCount(count)} entries`;
  return count === 0 ? '' : counted(count, 'entry', 'entries');
};

const newEntriesText = (count: number): string => counted(count, 'new entry', 'new entries');

/** Debounces a value; the first one applies at once. */
function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

interface Anchor {
  readonly row: Element;
  /** Distance from the viewport's top in pixels. */
  readonly top: number;
}

/** Keeps the focused, hovered or first visible row in place. Call the returned function before rows change. */
function useScrollAnchor(list: RefObject<HTMLElement | null>, rows: unknown): () => void {
  const anchor = useRef<Anchor | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the rows that moves them.
  useLayoutEffect(() => {
    if (anchor.current === null) return;
    const { row, top } = anchor.current;
    anchor.current = null;
    if (row.isConnected) window.scrollBy(0, row.getBoundingClientRect().top - top);
  }, [rows]);

  return useCallback(() => {
    const row = list.current === null ? null : anchorRow(list.current);
    anchor.current = row === null ? null : { row, top: row.getBoundingClientRect().top };
  }, [list]);
}

function anchorRow(list: HTMLElement): Element | null {
  const inUse = list.querySelector('tr:focus-within, tbody tr:hover');
  if (inUse !== null) return inUse;
  const rows = [...list.querySelectorAll('tbody tr')];
  const isAbove = (row: Element | undefined) => row !== undefined && row.getBoundingClientRect().top < 0;
  return isAbove(rows[0]) ? (rows.find((row) => !isAbove(row)) ?? null) : null;
}
