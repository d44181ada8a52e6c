import { Button } from '@primer/react';
import { type ReactNode, useMemo } from 'react';
import type { Selection } from '../../../components/list/use-selection.ts';
import { SelectionFrame } from '../../../components/tables/selection-frame.tsx';
import { formatCount } from '../../../lib/reader-locale.ts';

interface Selectable {
  readonly id: number;
}

export interface SelectedFrameProps<Row extends Selectable> {
  readonly selected: readonly Row[];
  readonly shown: readonly Row[];
  readonly selection: Selection<Selectable>;
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

/** Counts all selected people, including those hidden by filters. */
export function SelectedFrame<Row extends Selectable>(props: SelectedFrameProps<Row>) {
  const { selected, shown, selection, actions, children } = props;
  const { selected: ids } = selection;
  const selectedShown = useMemo(() => shown.filter(({ id }) => ids.has(id)).length, [shown, ids]);
  const hidden = selected.length - selectedShown;
  const hasSelected = selected.length > 0;
  return (
    <SelectionFrame
      allLabel={shown.length === 0 ? null : `Select all ${formatCount(shown.length)} shown`}
      isAll={shown.length > 0 && selectedShown === shown.length}
      isSome={selectedShown > 0}
      onSelectAll={(isSelected) => selection.change(shown, isSelected)}
      count={hasSelected ? countText(selected.length, hidden) : ''}
      actions={
        hasSelected && (
          <>
            <Button onClick={selection.clear}>Clear selection</Button>
            {actions}
          </>
        )
      }
    >
      {children}
    </SelectionFrame>
  );
}

function countText(selected: number, hidden: number): string {
  const text = `${formatCount(selected)} selected`;
  if (hidden === 0) return text;
  return hidden === selected ? `${text}, hidden by filters` : `${text}, ${formatCount(hidden)} hidden by filters`;
}
