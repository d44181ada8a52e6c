import { VisuallyHidden } from '@primer/react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { FoundTable, ListFinder, NothingFound } from '../../../components/list/list-finder.tsx';
import { RowsSkeleton } from '../../../components/list/rows-skeleton.tsx';
import { useList } from '../../../components/list/use-list.ts';
import { useSelection } from '../../../components/list/use-selection.ts';
import type { PeopleList } from '../reading/people-list.ts';
import type { PeopleReading } from '../reading/use-people.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { PEOPLE, type PeopleView } from '../table/columns.tsx';
import { PersonWindow } from '../table/person-window.tsx';
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
  /** Second factors and outside collaborators. */
  readonly maySeeDetails: boolean;
  readonly label: string;
  readonly reading: PeopleReading;
  readonly view: PeopleView;
  readonly onChange: (part: Partial<PeopleView>) => void;
}

export function PeopleListed(props: PeopleListedProps) {
  const { login, organization, isOwner, maySeeDetails, label, reading, view: chosen, onChange } = props;
  const list = reading.list ?? NOBODY;
  const { secondFactors, teams } = list;
  const allowedView = useMemo(() => withoutForbiddenFilters(chosen, maySeeDetails), [chosen, maySeeDetails]);
  const wantsTeams = allowedView.teams !== 'all' || teams !== null;
  const navigate = useNavigate();
  const onOpen = useCallback(
    (person: string) => void navigate({ to: '/organizations/$login/people/$person', params: { login, person } }),
    [navigate, login],
  );
  const context = useMemo(
    () => ({
      organization: login,
      onOpen,
      secondFactors: maySeeDetails ? secondFactors : undefined,
      teams: wantsTeams ? teams : undefined,
    }),
    [login, onOpen, maySeeDetails, secondFactors, wantsTeams, teams],
  );
  const found = useList(PEOPLE, { view: allowedView, change: onChange }, list.people, context);
  const { shown, view } = found;
  const selection = useSelection(idOf);
  const isLoading = !reading.isWhole && reading.failure === null;
  const isWaiting = isLoading && awaitsFilterData(view, list);
  const isComing = isWaiting || (isLoading && shown.length === 0);

  return (
    <>
      {reading.list === undefined && <VisuallyHidden role="status">Loading people</VisuallyHidden>}
      <ListFinder
        found={found}
        count={reading.isReading ? '' : countWords(shown.length, list.people)}
        progress={progressWords(reading, shown.length, wantsTeams)}
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
            <FoundTable
              found={found}
              label={label}
              selected={selection.selected}
              onSelect={selection.change}
              window={PersonWindow}
            />
          )}
        </div>
      )}
      {!isComing && shown.length === 0 && <NothingFound found={found} />}
    </>
  );
}

const idOf = ({ id }: { readonly id: number }): number => id;

/** Removes forbidden filters, because a URL may come from an owner. */
const withoutForbiddenFilters = (view: PeopleView, maySeeDetails: boolean): PeopleView =>
  maySeeDetails ? view : { ...view, factor: 'all', role: view.role === 'outside_collaborator' ? 'all' : view.role };

const awaitsFilterData = (view: PeopleView, list: PeopleList): boolean =>
  (view.factor !== 'all' && list.secondFactors === null) ||
  (view.teams !== 'all' && (view.teams === 'none' || list.teams === null));
