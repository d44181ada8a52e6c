import { Checkbox } from '@primer/react';
import { type ReactNode, useId } from 'react';
import './tables.css';

interface SelectionFrameProps {
  /** Label of the "select all" checkbox; null if no rows show. */
  readonly allLabel: string | null;
  readonly isAll: boolean;
  readonly isSome: boolean;
  readonly onSelectAll: (isSelected: boolean) => void;
  readonly count: string;
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

export function SelectionFrame(props: SelectionFrameProps) {
  const { allLabel, isAll, isSome, onSelectAll, count, actions, children } = props;
  const id = useId();
  return (
    <div className="selection-frame">
      {allLabel !== null && (
        <label className="selection-frame-all" htmlFor={id}>
          <Checkbox id={id} checked={isAll} indeterminate={isSome && !isAll} onChange={() => onSelectAll(!isAll)} />
          {allLabel}
        </label>
      )}
      <p className="selection-frame-count" role="status">
        {count}
      </p>
      <div className="selection-frame-actions">{actions}</div>
      {children}
    </div>
  );
}

export function SelectionHint({ children }: { readonly children: ReactNode }) {
  return <p className="selection-frame-hint">{children}</p>;
}
