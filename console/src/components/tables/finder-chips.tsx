import type { FinderChoiceProps } from './finder-bar.tsx';
import './finder-chips.css';

export function FinderChips<Value extends string>(props: FinderChoiceProps<Value>) {
  const { label, options, value, onChange, isDisabled = false } = props;
  return (
    <fieldset className="finder-chips" aria-label={label}>
      {options.map(([option, words]) => (
        <button
          key={option}
          type="button"
          className="finder-chip"
          aria-pressed={option === value}
          disabled={isDisabled}
          onClick={() => onChange(option)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}
