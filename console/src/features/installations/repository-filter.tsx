import { SearchIcon } from '@primer/octicons-react';
import { Button, TextInput } from '@primer/react';
import type { RefObject } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import './repository-filter.css';

interface RepositoryFilterProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** A text field that filters repositories by name. */
export function RepositoryFilter({ input, typed, onType }: RepositoryFilterProps) {
  return (
    <TextInput
      ref={input}
      className="repository-filter"
      type="search"
      leadingVisual={SearchIcon}
      aria-label="Filter repositories by name"
      placeholder="Filter repositories"
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

interface NoRepositoryMatchesProps extends Pick<RepositoryFilterProps, 'input' | 'onType'> {
  /** What was looked for. */
  readonly text: string;
}

/** Stands where the repositories would be when none of them matches. */
export function NoRepositoryMatches({ text, input, onType }: NoRepositoryMatchesProps) {
  const clear = () => {
    onType('');
    input.current?.focus();
  };
  return (
    <EmptyState
      icon={SearchIcon}
      title="No repository matches"
      actions={<Button onClick={clear}>Clear the filter</Button>}
    >
      None of the covered repositories has “{text}” in its name.
    </EmptyState>
  );
}
