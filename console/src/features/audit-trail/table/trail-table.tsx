import type { AuditEntry } from '@orgdesk/client';
import { type KeyboardEvent, memo, useCallback, useState } from 'react';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { placeAfter } from '../../../lib/address/place-after.ts';
import { EntryRow } from './entry-row.tsx';
import './trail-table.css';

const COLUMNS = [
  { name: 'When', width: 'time' },
  { name: 'What happened', width: 'rest' },
  { name: 'How', width: 'way' },
  { name: 'Outcome', width: 'outcome' },
] as const;

interface TrailTableProps {
  readonly label: string;
  readonly entries: readonly AuditEntry[];
  /** Entries that arrived while the page was open. */
  readonly arrived: ReadonlySet<number>;
}

/** The table is one tab stop; arrow keys move between rows. */
export const TrailTable = memo(({ label, entries, arrived }: TrailTableProps) => {
  const [current, setCurrent] = useState<number | null>(null);
  const stop = entries.find(({ number }) => number === current)?.number ?? entries[0]?.number;
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>) => {
    const rows = [
      ...(event.currentTarget.closest('tbody')?.querySelectorAll<HTMLElement>('.trail-table-disclosure') ?? []),
    ];
    const to = placeAfter(event.key, rows.indexOf(event.currentTarget), rows.length);
    if (to === null) return;
    event.preventDefault();
    rows[to]?.focus();
  }, []);
  return (
    <DataTable label={label} columns={COLUMNS}>
      {entries.map((entry) => (
        <EntryRow
          key={entry.number}
          entry={entry}
          isNew={arrived.has(entry.number)}
          isStop={entry.number === stop}
          onFocus={setCurrent}
          onKeyDown={onKeyDown}
        />
      ))}
    </DataTable>
  );
});
TrailTable.displayName = 'TrailTable';
