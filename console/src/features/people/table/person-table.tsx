import type { ListedTeam, Person } from '@orgdesk/client';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { SortOrder } from '../../../components/tables/sort-heading.tsx';
import { type RowsHandle, WindowedRows } from '../../../components/tables/windowed-rows.tsx';
import { placeAfter } from '../../../lib/address/place-after.ts';
import type { PeopleView } from '../find/people-view.ts';
import { secondFactorOf } from '../people-words.ts';
import type { PeopleList } from '../reading/people-list.ts';
import { PersonRow, type SelectRow } from './person-row.tsx';
import './person-table.css';

/** Estimated heights in pixels. */
const ROW_HEIGHT = 57;
const CARD_HEIGHT = 97;
/** Heights of the sticky bar. */
const BAR_HEIGHT = 64;
const BAR_HEIGHT_OF_CARDS = 140;

const COLUMNS = [
  { sort: 'name', name: 'Name', width: 'rest' },
  { sort: 'login', name: 'Login', width: 'person-login' },
  { sort: 'role', name: 'Role', width: 'person-role' },
] as const;

const NO_TEAMS: readonly ListedTeam[] = [];

type Sorting = Pick<PeopleView, 'sort' | 'order'>;

interface PersonTableProps {
  readonly label: string;
  readonly organization: string;
  /** At least one. */
  readonly people: readonly Person[];
  /** Undefined hides the column. */
  readonly secondFactors: PeopleList['secondFactors'] | undefined;
  readonly teams: PeopleList['teams'] | undefined;
  readonly view: Sorting;
  readonly onSort: (sorting: Sorting) => void;
  readonly selected: ReadonlySet<number>;
  /** Must be a stable function. */
  readonly onSelect: SelectRow;
}

/** The table is one tab stop; arrow keys reach all rows. */
export const PersonTable = memo((props: PersonTableProps) => {
  const { label, organization, people, secondFactors, teams, view, onSort, selected, onSelect } = props;
  const rows = useRef<RowsHandle | null>(null);
  const navigate = useNavigate();
  const [areCards] = useState(() => window.matchMedia('(max-width: 43.99rem)').matches);
  const [current, setCurrent] = useState<number | null>(null);
  const goesTo = useRef<number | null>(null);
  const keyOf = useCallback((index: number) => people[index]?.id ?? index, [people]);
  const place = current === null ? -1 : people.findIndex(({ id }) => id === current);
  const stop = place === -1 ? people[0]?.id : current;

  // The target row exists only after scrolling.
  useEffect(() => {
    if (goesTo.current === null) return;
    document.getElementById(`person-${goesTo.current}`)?.focus({ preventScroll: true });
    goesTo.current = null;
  });
  const goToKey = (event: KeyboardEvent<HTMLElement>) => {
    const to = placeAfter(event.key, place, people.length);
    const person = to === null ? undefined : people[to];
    if (to === null || person === undefined) return;
    event.preventDefault();
    goesTo.current = person.id;
    setCurrent(person.id);
    rows.current?.scrollTo(to);
  };
  const latest = useRef(goToKey);
  useLayoutEffect(() => {
    latest.current = goToKey;
  });
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>) => latest.current(event), []);
  const open = useCallback(
    (person: string) =>
      void navigate({ to: '/organizations/$login/people/$person', params: { login: organization, person } }),
    [navigate, organization],
  );

  const columns = [
    ...COLUMNS.map(({ sort, ...column }) => ({
      ...column,
      sorting: {
        order: view.sort === sort ? view.order : null,
        firstOrder: 'ascending' as const,
        onSort: (order: SortOrder) => onSort({ sort, order }),
      },
    })),
    ...(secondFactors === undefined ? [] : [{ name: 'Second factor', width: 'person-factor' }]),
    ...(teams === undefined ? [] : [{ name: 'Teams', width: 'person-teams' }]),
  ];
  return (
    <DataTable label={label} columns={columns} rowCount={people.length}>
      <WindowedRows
        ref={rows}
        count={people.length}
        keyOf={keyOf}
        rowHeight={areCards ? CARD_HEIGHT : ROW_HEIGHT}
        columns={columns.length}
        kept={place === -1 ? null : place}
        covered={areCards ? BAR_HEIGHT_OF_CARDS : BAR_HEIGHT}
      >
        {(index, measure) => {
          const person = people[index];
          if (person === undefined) return null;
          return (
            <PersonRow
              organization={organization}
              person={person}
              index={index}
              measure={measure}
              isSelected={selected.has(person.id)}
              isStop={person.id === stop}
              onSelect={onSelect}
              onOpen={open}
              onFocus={setCurrent}
              onKeyDown={onKeyDown}
              secondFactor={
                secondFactors === null || secondFactors === undefined
                  ? secondFactors
                  : secondFactorOf(person, secondFactors)
              }
              teams={teams === null || teams === undefined ? teams : (teams.get(person.id) ?? NO_TEAMS)}
            />
          );
        }}
      </WindowedRows>
    </DataTable>
  );
});
PersonTable.displayName = 'PersonTable';
