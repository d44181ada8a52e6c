import { XIcon } from '@primer/octicons-react';
import './tables.css';

export interface FilterChip {
  readonly label: string;
  readonly onRemove: () => void;
}

interface FilterChipsProps {
  readonly chips: readonly FilterChip[];
  readonly onClear: () => void;
  readonly onFocus: () => void;
}

export function FilterChips({ chips, onClear, onFocus }: FilterChipsProps) {
  if (chips.length === 0) return null;
  return (
    <fieldset className="filter-chips" aria-label="Active filters">
      {chips.map(({ label, onRemove }) => (
        <button
          key={label}
          type="button"
          className="filter-chip"
          aria-label={`Remove filter: ${label}`}
          onClick={() => {
            onRemove();
            onFocus();
          }}
        >
          {label}
          <XIcon size={12} />
        </button>
      ))}
      <button
        type="button"
        className="filter-chips-clear"
        onClick={() => {
          onClear();
          onFocus();
        }}
      >
        Clear all
      </button>
    </fieldset>
  );
}
