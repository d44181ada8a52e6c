import type { CoveredRepositoryView } from '@orgdesk/client';
import type { RefObject } from 'react';
import type { ListRows } from '../../components/list/list.ts';
import { ListOptions } from '../../components/list/list-options.tsx';
import { NoMatch } from '../../components/messages/nothing.tsx';
import { FinderFilter } from '../../components/tables/finder-bar.tsx';
import { createAddressView } from '../../lib/address/address-view.ts';
import type { Read } from '../../lib/reading/read.ts';
import { hasWords } from '../../lib/words/fold.ts';

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

/** Words to find in the names of repositories. */
export const COVERED_VIEW = createAddressView<{ readonly repository: string }>(
  { repository: '' },
  { repository: null },
);

const COVERED = {
  name: 'covered-repositories',
  keyOf: ({ nameWithOwner }) => nameWithOwner,
  columns: [
    {
      heading: 'Account',
      width: 'rest',
      isFixed: true,
      cell: () => null,
      csv: ({ nameWithOwner }) => nameWithOwner.slice(0, nameWithOwner.indexOf('/')),
    },
    {
      heading: 'Repository',
      width: 'rest',
      isFixed: true,
      cell: () => null,
      csv: ({ nameWithOwner }) => nameWithOwner.slice(nameWithOwner.indexOf('/') + 1),
    },
    {
      heading: 'Visibility',
      width: 'rest',
      isFixed: true,
      cell: () => null,
      csv: ({ isPrivate }) => (isPrivate ? 'Private' : 'Public'),
    },
  ],
} as const satisfies ListRows<CoveredRepositoryView>;

interface CoveredOptionsProps {
  readonly shown: readonly CoveredRepositoryView[];
  readonly read: Read<unknown>;
  readonly typed: string;
}

export function CoveredOptions({ shown, read, typed }: CoveredOptionsProps) {
  return (
    <ListOptions
      list={COVERED}
      context={undefined}
      shown={shown}
      read={read}
      link={() => COVERED_VIEW.href({ repository: typed })}
    />
  );
}

const UNFILTERED_MAX = 15;
const FIRST_SHOWN = 100;
const NEXT_SHOWN = 1_000;

export const isWorthFiltering = (count: number): boolean => count > UNFILTERED_MAX;

/** Finds every word, without regard to case and accents. */
export function matching(
  repositories: readonly CoveredRepositoryView[],
  text: string,
): readonly CoveredRepositoryView[] {
  if (text.trim() === '') return repositories;
  return repositories.filter(({ nameWithOwner }) => hasWords(nameWithOwner, text));
}

export const stepsTo = (index: number): number => Math.max(0, Math.ceil((index + 1 - FIRST_SHOWN) / NEXT_SHOWN));

/** `steps` counts presses of "Show more". */
export const shownAfter = (steps: number, count: number): number => Math.min(count, FIRST_SHOWN + steps * NEXT_SHOWN);
