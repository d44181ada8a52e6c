import type { CoveredRepositoryView } from '@orgdesk/client';
import type { ListRows } from '../../../components/list/list.ts';
import { ListOptions } from '../../../components/list/list-options.tsx';
import { createAddressView } from '../../../lib/address/address-view.ts';
import type { Read } from '../../../lib/reading/read.ts';

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
