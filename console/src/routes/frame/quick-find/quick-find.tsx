import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { peopleAcrossIn } from '../../../features/people/across/reading/get-people-across.ts';
import { personActions } from '../../../features/quick-find/person-actions.ts';
import { QuickFindDialog } from '../../../features/quick-find/quick-find-dialog.tsx';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import { acrossEntries, entriesOf, PAGE_ENTRIES } from './entries.ts';
import { type Search, useSearched } from './use-searched.ts';

/** Lists are read only once somebody searches. */
const TYPED_MIN = 2;

interface QuickFindProps {
  /** Login of the organization whose page is open; null elsewhere. */
  readonly here: string | null;
  readonly onClose: () => void;
}

export function QuickFind({ here, onClose }: QuickFindProps) {
  const { history } = useRouter();
  const [typed, setTyped] = useState('');
  const search = useSearched(here, typed.trim().length >= TYPED_MIN);
  const { organizations } = search;
  const queries = useQueryClient();
  const entries = useMemo(
    () => [
      ...PAGE_ENTRIES,
      ...acrossEntries(organizations, peopleAcrossIn(queries)?.people ?? []),
      ...organizations.flatMap(entriesOf),
    ],
    [organizations, queries],
  );
  const actions = useMemo(
    () =>
      organizations
        .filter(({ isOwner }) => isOwner)
        .flatMap((organization) => personActions(organization.people, organization, typed)),
    [organizations, typed],
  );
  return (
    <QuickFindDialog
      entries={actions.length === 0 ? entries : [...actions, ...entries]}
      missing={search.missing}
      note={noteOf(search)}
      onType={setTyped}
      onClose={(href) => {
        onClose();
        if (href !== null) history.push(href);
      }}
    />
  );
}

function noteOf({ total, searched, failed, isReading }: Search): string | null {
  const notes = [
    isReading && `Searching people and teams: ${formatCount(searched)} of ${formatCount(total)} organizations.`,
    failed.length > 0 && `Couldn’t search people and teams of ${failed.join(', ')}.`,
    !isReading &&
      searched > 0 &&
      searched < total &&
      `People and teams of ${formatCount(total - searched)} more organizations are found from their pages.`,
  ].filter((note) => note !== false);
  return notes.length === 0 ? null : notes.join(' ');
}
