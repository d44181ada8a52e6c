import type { Withheld } from '@orgdesk/client';
import { Button } from '@primer/react';
import { type ReactNode, type RefObject, useMemo, useState } from 'react';
import type { List } from '../../../components/list/list.ts';
import { FoundTable, ListFinder, NothingFound } from '../../../components/list/list-finder.tsx';
import { type Reading, ReadState } from '../../../components/list/read-state.tsx';
import { useList } from '../../../components/list/use-list.ts';
import { FinderBar } from '../../../components/tables/finder-bar.tsx';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { download } from '../../../lib/keeping/download.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { WithheldNotice } from '../withheld/withheld-notice.tsx';
import './access-list.css';

const SKELETON_ROWS = 5;
const ROWS_AT_ONCE = 100;

interface AccessListProps<Row extends object, Context, Name extends string> {
  readonly list: List<Row, Context, Name>;
  /** Memoize what cells need besides their row. */
  readonly context: Context;
  readonly reading: Reading & {
    readonly data: { readonly withheld: readonly Withheld[]; readonly hasEnded: boolean } | undefined;
  };
  /** The rows loaded so far. */
  readonly rows: readonly Row[];
  /** Singular and plural. */
  readonly nouns: readonly [string, string];
  /** Announced until the first rows arrive. */
  readonly begun: string;
  /** Follows the count while rows are arriving. */
  readonly progress: string;
  /** Shown if nothing was found. */
  readonly empty: ReactNode;
  /** Without the ending. */
  readonly file: string;
  /** ID of the element that names the list. */
  readonly label: string;
  readonly section: RefObject<HTMLElement | null>;
}

/** A list of accesses that shows while it loads. */
export function AccessList<Row extends object, Context, Name extends string>(
  props: AccessListProps<Row, Context, Name>,
) {
  const { list, context, reading, rows, nouns, begun, progress, empty, file, label, section } = props;
  const { data, error } = reading;
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const found = useList(list, useAddressView(list.address), rows, context);
  const { shown, isAll } = found;
  const first = useMemo(() => shown.slice(0, limit), [shown, limit]);
  const all = counted(rows.length, ...nouns);
  const count = isAll ? all : `${formatCount(shown.length)} of ${all}`;
  return (
    <>
      <ReadState
        reading={reading}
        failed={`Couldn’t load ${nouns[1]}`}
        outdated={`Couldn’t load all ${nouns[1]}`}
        focus={section}
        rows={SKELETON_ROWS}
      >
        <FinderBar count={begun} />
      </ReadState>
      {data !== undefined && <WithheldNotice withheld={data.withheld} />}
      {data !== undefined && rows.length === 0 && empty}
      {data !== undefined && rows.length > 0 && (
        <>
          <ListFinder found={found} count={data.hasEnded ? count : `${count} ${progress}`} />
          {shown.length === 0 && (
            <NothingFound found={found}>
              {data.hasEnded ? list.noMatch.words : 'None of those loaded so far match these filters.'}
            </NothingFound>
          )}
        </>
      )}
      {shown.length > 0 && (
        <>
          <FoundTable found={found} label={label} rows={first} />
          <div className="access-list-steps">
            {shown.length > limit && (
              <Button onClick={() => setLimit(limit + ROWS_AT_ONCE)}>
                Show {formatCount(Math.min(ROWS_AT_ONCE, shown.length - limit))} more {nouns[1]}
              </Button>
            )}
            {data?.hasEnded === true && error === null && (
              <Button onClick={() => download(`${file}.csv`, list.csv(shown, context))}>
                Download {isAll ? '' : 'shown '}as CSV
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
}
