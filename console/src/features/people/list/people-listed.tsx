import { VisuallyHidden } from '@primer/react';
import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { NoMatch } from '../../../components/messages/no-match.tsx';
import { RowsSkeleton } from '../../../components/tables/data-table.tsx';
import { foundPeople, sortedPeople } from '../find/find-people.ts';
import { PeopleFinder } from '../find/people-finder.tsx';
import { type PeopleView, WHOLE_LIST } from '../find/people-view.ts';
import type { PeopleList } from '../reading/people-list.ts';
import type { PeopleReading } from '../reading/use-people.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { useSelection } from '../selection/use-selection.ts';
import { PersonTable } from '../table/person-table.tsx';
import { countWords, progressWords } from './list-words.ts';

const SKELETON_ROWS = 10;

const NOBODY: PeopleList = {
  people: [],
  total: null,
  secondFactors: null,
  teams: null,
  withheld: [],
  hasEnded: false,
  isRefused: false,
};

interface PeopleListedProps {
  readonly login: string;
  readonly organization: string;
  readonly isOwner: boolean;
  /** Whether the person may see second factors and outside collaborators. */
  readonly isTold: boolean;
  readonly label: string;
  readonly reading: PeopleReading;
  readonly view: PeopleView;
  readonly onChange: (part: Partial<PeopleView>) => void;
}

export function PeopleListed(props: PeopleListedProps) {
  const { login, organization, isOwner, isTold, label, reading, view: chosen, onChange } = props;
  const list = reading.list ?? NOBODY;
  const asked = useMemo(() => askable(chosen, isTold), [chosen, isTold]);
  // Finding and drawing rows must not delay typing.
  const view = useDeferredValue(asked);
  const { sort, order } = view;
  const input = useRef<HTMLInputElement>(null);
  const inOrder = useMemo(() => sortedPeople(list.people, { sort, order }), [list.people, sort, order]);
  const shown = useMemo(() => foundPeople(inOrder, view, list), [inOrder, view, list]);
  const selection = useSelection(shown);
  const isWaiting = !reading.isWhole && reading.failure === null && isUndecided(view, list);
  const wantsTeams = view.teams !== 'all' || list.teams !== null;

  const latest = useRef(onChange);
  useLayoutEffect(() => {
    latest.current = onChange;
  }, [onChange]);
  const sortBy = useCallback((sorting: Pick<PeopleView, 'sort' | 'order'>) => latest.current(sorting), []);
  const showAll = () => {
    const { text, role, factor, teams } = WHOLE_LIST;
    onChange({ text, role, factor, teams });
    input.current?.focus();
  };
  const isComing = isWaiting || (shown.length === 0 && !reading.isWhole && reading.failure === null);

  return (
    <>
      {reading.list === undefined && <VisuallyHidden role="status">Loading the people</VisuallyHidden>}
      <PeopleFinder
        view={asked}
        onChange={onChange}
        count={reading.isReading ? '' : countWords(shown.length, list.people)}
        progress={progressWords(reading, shown.length, wantsTeams)}
        secondFactors={isTold ? list.secondFactors : undefined}
        input={input}
      />
      {(isComing || shown.length > 0 || selection.selected.size > 0) && (
        <div className="people-section-list">
          <SelectionBar
            login={login}
            organization={organization}
            mayChange={isOwner}
            list={list}
            shown={isWaiting ? NOBODY.people : shown}
            selection={selection}
            isWhole={!reading.isReading}
          />
          {isComing && <RowsSkeleton rows={SKELETON_ROWS} />}
          {!isComing && shown.length > 0 && (
            <PersonTable
              label={label}
              organization={login}
              people={shown}
              secondFactors={isTold ? list.secondFactors : undefined}
              teams={wantsTeams ? list.teams : undefined}
              view={view}
              onSort={sortBy}
              selected={selection.selected}
              onSelect={selection.select}
            />
          )}
        </div>
      )}
      {!isComing && shown.length === 0 && (
        <NoMatch title="Nobody matches" clearWords="Show everybody" onClear={showAll}>
          None of the people fits these choices.
        </NoMatch>
      )}
    </>
  );
}

/** Removes forbidden filters, because a URL may come from an owner. */
const askable = (view: PeopleView, isTold: boolean): PeopleView =>
  isTold ? view : { ...view, factor: 'all', role: view.role === 'outside_collaborator' ? 'all' : view.role };

/** Whether the matching people are not known yet. */
const isUndecided = (view: PeopleView, list: PeopleList): boolean =>
  (view.factor !== 'all' && list.secondFactors === null) ||
  (view.teams !== 'all' && (view.teams === 'none' || list.teams === null));
