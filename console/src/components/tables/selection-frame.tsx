import { Checkbox } from '@primer/react';
import { type ReactNode, useId } from 'react';
import './selection-frame.css';

interface SelectionFrameProps {
  /** Words beside the box that chooses everything, as in "Select all 12"; null where nothing shows. */
  readonly allWords: string | null;
  /** Whether everything that shows is chosen, or something of it. */
  readonly isAll: boolean;
  readonly isSome: boolean;
  readonly onSelectAll: (isSelected: boolean) => void;
  /** How much is chosen, read aloud when it changes; blank for nothing. */
  readonly count: string;
  /** What can be done with it. */
  readonly actions: ReactNode;
  /** What is to be known before. */
  readonly children?: ReactNode;
}

/** Above rows to choose from: it stays in view while they are scrolled. */
export function SelectionFrame(props: SelectionFrameProps) {
  const { allWords, isAll, isSome, onSelectAll, count, actions, children } = props;
  const id = useId();
  return (
    <div className="selection-frame">
      {allWords !== null && (
        <label className="selection-frame-all" htmlFor={id}>
          <Checkbox id={id} checked={isAll} indeterminate={isSome && !isAll} onChange={() => onSelectAll(!isAll)} />
          {allWords}
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

/** A sentence below what can be done. */
export function SelectionHint({ children }: { readonly children: ReactNode }) {
  return <p className="selection-frame-hint">{children}</p>;
}
