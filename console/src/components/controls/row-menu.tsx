import { KebabHorizontalIcon } from '@primer/octicons-react';
import type { Column, RowControls } from '../list/list.ts';
import { Menu } from './lazy-menus.ts';
import { MenuButton, type MenuEntry } from './menu-button.tsx';

interface RowMenuProps extends Pick<RowControls, 'stop'> {
  readonly of: string;
  readonly entries: () => readonly MenuEntry[];
}

export function RowMenu({ of, entries, stop }: RowMenuProps) {
  return (
    <MenuButton
      {...stop}
      icon={KebabHorizontalIcon}
      label={`Actions for ${of}`}
      menu={(open) => <Menu {...open} groups={[{ entries: entries() }]} />}
    />
  );
}

interface RowActions<Row, Context> {
  readonly of: (row: Row) => string;
  readonly entries: (row: Row, context: Context) => readonly MenuEntry[];
  readonly isShown?: (context: Context) => boolean;
}

/** The last column of a list whose rows have several actions. */
export const menuColumn = <Row, Context>({
  of,
  entries,
  ...column
}: RowActions<Row, Context>): Column<Row, Context> => ({
  ...column,
  heading: 'Actions',
  width: 'menu',
  isFixed: true,
  className: 'data-table-menu',
  cell: (row, context, { stop }) => <RowMenu of={of(row)} entries={() => entries(row, context)} stop={stop} />,
});
