import { SearchIcon } from '@primer/octicons-react';
import { Select, SkeletonBox } from '@primer/react';
import type { ReactNode, Ref } from 'react';
import { SearchField } from '../controls/text-field.tsx';
import './tables.css';

interface FinderBarProps {
  readonly count: string;
  /** Not announced, because it changes too often. */
  readonly progress?: string;
  readonly children?: ReactNode;
  /** The list's menu, after its other controls. */
  readonly options?: ReactNode;
}

export function FinderBar({ count, progress = '', children, options }: FinderBarProps) {
  return (
    <div className="finder-bar">
      <div className="finder-bar-count">
        <span role="status">{count}</span> {progress}
      </div>
      <div className="finder-bar-controls">
        {children}
        {options}
      </div>
    </div>
  );
}

/** Reserves the height of the bar, so that the list does not move. */
export function FinderBarSkeleton({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="finder-bar">
      <SkeletonBox height="1.25rem" width="8rem" />
      <div className="finder-bar-controls">{children}</div>
    </div>
  );
}

interface FinderFilterProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly ref: Ref<HTMLInputElement>;
}

export function FinderFilter({ label, placeholder, value, onChange, ref }: FinderFilterProps) {
  return (
    <SearchField
      ref={ref}
      className="finder-bar-filter"
      icon={SearchIcon}
      label={label}
      placeholder={placeholder}
      value={value}
      onType={onChange}
    />
  );
}

export interface FinderChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isNarrowOnly?: boolean;
  readonly isDisabled?: boolean;
}

export function FinderChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
  isNarrowOnly = false,
  isDisabled = false,
}: FinderChoiceProps<Value>) {
  return (
    <span className="finder-bar-choice" data-narrow-only={isNarrowOnly ? '' : undefined}>
      <Select
        block
        aria-label={label}
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => {
          const chosen = options.find(([option]) => option === target.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {options.map(([option, label]) => (
          <Select.Option key={option} value={option}>
            {label}
          </Select.Option>
        ))}
      </Select>
    </span>
  );
}

export function FinderChips<Value extends string>(props: FinderChoiceProps<Value>) {
  const { label, options, value, onChange, isDisabled = false } = props;
  return (
    <fieldset className="finder-chips" aria-label={label}>
      {options.map(([option, label]) => (
        <button
          key={option}
          type="button"
          className="finder-chip"
          aria-pressed={option === value}
          disabled={isDisabled}
          onClick={() => onChange(option)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
