import type { ListedInvitation } from '@orgdesk/client';
import { type KeyboardEvent, memo, useCallback, useDeferredValue, useState } from 'react';
import { DataTable } from '../../../../components/tables/data-table.tsx';
import type { SortOrder } from '../../../../components/tables/sort-heading.tsx';
import { placeAfter } from '../../../../lib/address/place-after.ts';
import type { InvitationsView, SortColumn } from '../find/invitations-view.ts';
import { InvitationRow } from './invitation-row.tsx';
import './invitation-table.css';

/** More than fit on a screen. */
const FIRST_ROWS = 40;
const COLUMNS = [
  { sort: 'person', name: 'Invitation', width: 'rest', firstOrder: 'ascending' },
  { sort: 'role', name: 'Role', width: 'role', firstOrder: 'ascending' },
  { sort: 'sent', name: 'Sent', width: 'sent', firstOrder: 'descending' },
  { sort: 'state', name: 'State', width: 'state', firstOrder: 'ascending' },
] as const satisfies readonly { readonly sort: SortColumn; readonly [name: string]: unknown }[];

interface InvitationTableProps {
  readonly label: string;
  readonly invitations: readonly ListedInvitation[];
  readonly view: Pick<InvitationsView, 'sort' | 'order'>;
  readonly onSort: (sorting: Pick<InvitationsView, 'sort' | 'order'>) => void;
  readonly selected: ReadonlySet<number>;
  /** Must be a stable function. */
  readonly onSelect: (id: number, isSelected: boolean) => void;
  /** When the list was read, in epoch milliseconds. */
  readonly now: number;
}

/** The table is one tab stop; arrow keys move between rows. */
export function InvitationTable(props: InvitationTableProps) {
  const { label, invitations, view, onSort, selected, onSelect, now } = props;
  const columns = COLUMNS.map(({ sort, ...column }) => ({
    ...column,
    sorting: {
      order: view.sort === sort ? view.order : null,
      firstOrder: column.firstOrder,
      onSort: (order: SortOrder) => onSort({ sort, order }),
    },
  }));
  return (
    <DataTable label={label} columns={columns}>
      <InvitationRows invitations={invitations} selected={selected} onSelect={onSelect} now={now} />
    </DataTable>
  );
}

type InvitationRowsProps = Pick<InvitationTableProps, 'invitations' | 'selected' | 'onSelect' | 'now'>;

/** Renders the first rows at once and only changed rows again, for fast typing. */
const InvitationRows = memo(({ invitations, selected, onSelect, now }: InvitationRowsProps) => {
  const [current, setCurrent] = useState<number | null>(null);
  const count = useDeferredValue(invitations.length, FIRST_ROWS);
  const shown = invitations.slice(0, count);
  const stop = shown.find(({ id }) => id === current)?.id ?? shown[0]?.id;
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>) => {
    const boxes = [...(event.currentTarget.closest('tbody')?.querySelectorAll('input') ?? [])];
    const to = placeAfter(event.key, boxes.indexOf(event.target as HTMLInputElement), boxes.length);
    if (to === null) return;
    event.preventDefault();
    boxes[to]?.focus();
  }, []);
  return shown.map((invitation) => (
    <InvitationRow
      key={invitation.id}
      invitation={invitation}
      isSelected={selected.has(invitation.id)}
      isStop={invitation.id === stop}
      onSelect={onSelect}
      onFocus={setCurrent}
      onKeyDown={onKeyDown}
      now={now}
    />
  ));
});
InvitationRows.displayName = 'InvitationRows';
