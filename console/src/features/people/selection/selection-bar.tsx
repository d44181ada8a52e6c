import type { Person } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useMemo, useState } from 'react';
import { SelectionFrame } from '../../../components/tables/selection-frame.tsx';
import { download } from '../../../lib/keeping/download.ts';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import type { ChangeName } from '../change/change-choice.tsx';
import { ChangePeopleDialog } from '../change/change-people-dialog.tsx';
import type { PeopleList } from '../reading/people-list.ts';
import { peopleCsv } from './people-csv.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  readonly login: string;
  readonly organization: string;
  /** According to the session. */
  readonly mayChange: boolean;
  readonly list: PeopleList;
  readonly shown: readonly Person[];
  readonly selection: Selection;
  /** Whether the list is completely loaded. */
  readonly isWhole: boolean;
}

/** Acts on all selected people, including those hidden by the filter. */
export function SelectionBar(props: SelectionBarProps) {
  const { login, organization, mayChange, list, shown, selection, isWhole } = props;
  const [asked, setAsked] = useState<ChangeName | 'any' | null>(null);
  const { selected: ids } = selection;
  const selected = useMemo(() => amongPeople(list.people, ids), [list.people, ids]);
  const selectedShown = useMemo(() => amongPeople(shown, ids).length, [shown, ids]);
  const hidden = selected.length - selectedShown;
  const hasSelected = selected.length > 0;
  const isReady = hasSelected || isWhole;
  return (
    <SelectionFrame
      allWords={shown.length === 0 ? null : `Select all ${formatCount(shown.length)} shown`}
      isAll={shown.length > 0 && selectedShown === shown.length}
      isSome={selectedShown > 0}
      onSelectAll={(isSelected) => selection.change(shown, isSelected)}
      count={hasSelected ? countWords(selected.length, hidden) : ''}
      actions={
        <>
          {hasSelected && <Button onClick={selection.clear}>Clear selection</Button>}
          {(shown.length > 0 || hasSelected) && (
            <Button
              inactive={!isReady}
              onClick={
                isReady
                  ? () => download(`people-of-${login}.csv`, peopleCsv(hasSelected ? selected : shown, list))
                  : undefined
              }
            >
              {hasSelected ? 'CSV of those selected' : 'CSV of all shown'}
            </Button>
          )}
          {mayChange && hasSelected && (
            <>
              <Button onClick={() => setAsked('any')}>Change…</Button>
              <Button variant="danger" onClick={() => setAsked('remove')}>
                Remove…
              </Button>
            </>
          )}
        </>
      }
    >
      {asked !== null && (
        <ChangePeopleDialog
          login={login}
          organization={organization}
          people={selected}
          change={asked === 'any' ? null : asked}
          onDone={(results) => {
            setAsked(null);
            selection.change(
              results.filter(({ outcome }) => SETTLED.has(outcome)),
              false,
            );
          }}
        />
      )}
    </SelectionFrame>
  );
}

const amongPeople = (people: readonly Person[], ids: ReadonlySet<number>): readonly Person[] =>
  ids.size === 0 ? [] : people.filter(({ id }) => ids.has(id));

/** Outcomes that leave nothing to do. */
const SETTLED: ReadonlySet<string> = new Set(['done', 'nothing-to-do', 'under-way']);

function countWords(selected: number, hidden: number): string {
  const words = `${formatCount(selected)} selected`;
  if (hidden === 0) return words;
  return hidden === selected ? `${words}, not shown here` : `${words}, ${formatCount(hidden)} of them not shown here`;
}
