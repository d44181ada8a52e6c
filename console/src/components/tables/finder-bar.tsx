import { SearchIcon } from '@primer/octicons-react';
import { Select, SkeletonBox } from '@primer/react';
import type { ReactNode, Ref } from 'react';
import './finder-bar.css';
import { TextField } from '../controls/text-field.tsx';

interface FinderBarProps {
  /** How much is shown, as a sentence; read aloud when it changes. */
  readonly count: string;
  /** How far the list has come, beside the count: changes too often to be read aloud. */
  readonly progress?: string;
  /** What narrows or orders the list, in the order of use. */
  readonly children?: ReactNode;
}

/** Above a list: how much it shows, and what changes that. */
export function FinderBar({ count, progress = '', children }: FinderBarProps) {
  return (
    <div className="finder-bar">
      <div className="finder-bar-count">
        <span role="status">{count}</span> {progress}
      </div>
      <div className="finder-bar-controls">{children}</div>
    </div>
  );
}

/** The place of a bar while its list is being read: the same height, with or without controls. */
export function FinderBarSkeleton({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="finder-bar">
      <SkeletonBox height="1.25rem" width="8rem" />
      <div className="finder-bar-controls">{children}</div>
    </div>
  );
}

interface FinderFilterProps {
  /** Read aloud, as in "Filter organizations by name". */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** A field for a part of a name. */
export function FinderFilter({ label, placeholder, value, onChange, ref }: FinderFilterProps) {
  return (
    <TextField
      ref={ref}
      className="finder-bar-filter"
      type="search"
      icon={SearchIcon}
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface FinderChoiceProps<Value extends string> {
  readonly label: string;
  /** Each choice with its words. */
  readonly options: readonly (readonly [value: Value, words: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Only where tables are cards, which have no headings to press. */
  readonly isNarrowOnly?: boolean;
  /** While it is not known whether there is something to choose. */
  readonly isDisabled?: boolean;
}

/** One of a few choices. */
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
        {options.map(([option, words]) => (
          <Select.Option key={option} value={option}>
            {words}
          </Select.Option>
        ))}
      </Select>
    </span>
  );
}
