import type { Person } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useMemo, useState } from 'react';
import { CsvButton } from '../../../components/list/csv-button.tsx';
import type { RowKey } from '../../../components/list/list.ts';
import type { Selection } from '../../../components/list/use-selection.ts';
import { SelectionFrame } from '../../../components/tables/selection-frame.tsx';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import type { ChangeName } from '../change/change-choice.tsx';
import { ChangePeopleDialog } from '../change/change-people-dialog.tsx';
import type { PeopleList } from '../reading/people-list.ts';
import { PEOPLE } from '../table/columns.tsx';

interface PeopleSelectionBarProps {
  readonly login: string;
  readonly organization: string;
  /** According to the session. */
  readonly mayChange: boolean;
  readonly list: PeopleList;
  readonly shown: readonly Person[];
  readonly selection: Selection<Pick<Person, 'id'>>;
  /** True once the list is completely loaded. */
  readonly isWhole: boolean;
}

/** Acts on all selected people, including those hidden by the filter. */
export function SelectionBar(props: PeopleSelectionBarProps) {
  const { login, organization, mayChange, list, shown, selection, isWhole } = props;
  const [requestedChange, setRequestedChange] = useState<ChangeName | 'any' | null>(null);
  const { selected: ids } = selection;
  const selected = useMemo(() => amongPeople(list.people, ids), [list.people, ids]);
  const selectedShown = useMemo(() => amongPeople(shown, ids).length, [shown, ids]);
  const hidden = selected.length - selectedShown;
  const hasSelected = selected.length > 0;
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
            <CsvButton
              file={`people-of-${login}`}
              list={PEOPLE}
              // Unknown data gets no column.
              context={{ secondFactors: list.secondFactors ?? undefined, teams: list.teams ?? undefined }}
              shown={shown}
              selected={selected}
              isReady={isWhole}
            />
          )}
          {mayChange && hasSelected && (
            <>
              <Button onClick={() => setRequestedChange('any')}>Change…</Button>
              <Button variant="danger" onClick={() => setRequestedChange('remove')}>
                Remove…
              </Button>
            </>
          )}
        </>
      }
    >
      {requestedChange !== null && (
        <ChangePeopleDialog
          login={login}
          organization={organization}
          people={selected}
          change={requestedChange === 'any' ? null : requestedChange}
          onDone={(results) => {
            setRequestedChange(null);
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

const amongPeople = (people: readonly Person[], ids: ReadonlySet<RowKey>): readonly Person[] =>
  ids.size === 0 ? [] : people.filter(({ id }) => ids.has(id));

/** Outcomes that leave nothing to do. */
const SETTLED: ReadonlySet<string> = new Set(['done', 'nothing-to-do', 'under-way']);

function countWords(selected: number, hidden: number): string {
  const words = `${formatCount(selected)} selected`;
  if (hidden === 0) return words;
  return hidden === selected ? `${words}, hidden by filters` : `${words}, ${formatCount(hidden)} hidden by filters`;
}
