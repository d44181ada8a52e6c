import type { RefObject } from 'react';
import { NoMatch } from '../../../components/messages/nothing.tsx';
import { FinderFilter } from '../../../components/tables/finder-bar.tsx';
import type { Read } from '../../../lib/reading/read.ts';

interface RepositoryFilterProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

export function RepositoryFilter({ input, typed, onType }: RepositoryFilterProps) {
  return (
    <FinderFilter
      ref={input}
      label="Filter repositories by name"
      placeholder="Filter repositories"
      value={typed}
      onChange={onType}
    />
  );
}

interface NoRepositoryMatchesProps extends Pick<RepositoryFilterProps, 'input' | 'onType'> {
  readonly text: string;
  /** The repositories that were searched. */
  readonly read: Read<unknown>;
}

export function NoRepositoryMatches({ text, read, input, onType }: NoRepositoryMatchesProps) {
  const clear = () => {
    onType('');
    input.current?.focus();
  };
  return (
    <NoMatch read={read} title="No matching repositories" onClear={clear}>
      No covered repository has “{text}” in its name.
    </NoMatch>
  );
}
