import type { Person } from '@orgdesk/client';
import { Button, VisuallyHidden } from '@primer/react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useList } from '../../../components/list/list.ts';
import { FoundTable, ListFinder, NothingFound } from '../../../components/list/list-finder.tsx';
import { RowsSkeleton } from '../../../components/list/read-state.tsx';
import { useSelection } from '../../../components/list/use-selection.ts';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { countRead, type Read, readFrom } from '../../../lib/reading/read.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import type { ChangeName, ChosenChange } from '../change/change-choice.tsx';
import { ChangePeopleDialog } from '../change/change-people-dialog.tsx';
import type { PeopleList } from './get-people.ts';
import { PEOPLE, type PeopleView, type ShownContext } from './people-columns.tsx';
import { PersonWindow } from './person-window.tsx';
import { SelectedFrame, type SelectedFrameProps } from './selected-frame.tsx';
import { type PeopleReading, wantsTeamsIn } from './use-people.ts';
import { withheldNames } from './withheld.tsx';

const SKELETON_ROWS = 10;

const NOBODY: PeopleList = {
  people: [],
  total: null,
  secondFactors: null,
  teams: null,
  joined: null,
  withheld: [],
  hasEnded: false,
  isRefused: false,
};

interface RequestedChange {
  readonly person: Person;
  readonly change: ChosenChange;
}

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
  const { secondFactors, teams, joined } = list;
  const allowedView = useMemo(() => withoutForbiddenFilters(chosen, maySeeDetails), [chosen, maySeeDetails]);
  const hasAllTeams = !list.withheld.some(({ part }) => part === 'teams');
  const wantsTeams = wantsTeamsIn(allowedView) || teams !== null;
  const navigate = useNavigate();
  const onOpen = useCallback(
    (person: string) => void navigate({ to: '/organizations/$login/people/$person', params: { login, person } }),
    [navigate, login],
  );
  const { user } = useSignedIn();
  const [requested, setRequested] = useState<RequestedChange | null>(null);
  const onChangePerson = useCallback((person: Person, change: ChosenChange) => setRequested({ person, change }), []);
  const context = useMemo(
    (): ShownContext => ({
      organization: login,
      onOpen,
      onChange: isOwner ? onChangePerson : null,
      self: user.id,
      secondFactors: maySeeDetails ? secondFactors : undefined,
      teams: wantsTeams ? teams : undefined,
      hasAllTeams,
      joined: isOwner ? joined : undefined,
    }),
    [
      login,
      onOpen,
      isOwner,
      onChangePerson,
      user.id,
      maySeeDetails,
      secondFactors,
      wantsTeams,
      teams,
      hasAllTeams,
      joined,
    ],
  );
  const found = useList(PEOPLE, { view: allowedView, change: onChange }, list.people, context);
  const { shown, view } = found;
  const selection = useSelection(idOf);
  const selected = useMemo(
    () => list.people.filter(({ id }) => selection.selected.has(id)),
    [list.people, selection.selected],
  );
  const read = peopleRead(reading, organization);
  const isLoading = !reading.isWhole && reading.failure === null;
  const isWaiting = isLoading && awaitsFilterData(view, list);
  const isComing = isWaiting || (isLoading && shown.length === 0);

  return (
    <>
      {reading.list === undefined && <VisuallyHidden role="status">Loading people</VisuallyHidden>}
      <ListFinder
        found={found}
        count={reading.isReading ? '' : countText(shown.length, list.people, read)}
        read={read}
        progress={progressText(reading, shown.length, wantsTeams)}
        file={`people-of-${login}`}
        selected={selected}
        // Unknown data gets no column.
        csvContext={{
          secondFactors: context.secondFactors ?? undefined,
          teams: context.teams ?? undefined,
          hasAllTeams,
        }}
        isReady={!reading.isReading}
      />
      {(isComing || shown.length > 0 || selection.selected.size > 0) && (
        <div className="people-section-list">
          <SelectionBar
            login={login}
            organization={organization}
            mayChange={isOwner}
            selected={selected}
            shown={isWaiting ? NOBODY.people : shown}
            selection={selection}
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
      {!isComing && shown.length === 0 && <NothingFound read={read} found={found} />}
      {requested !== null && (
        <ChangePeopleDialog
          login={login}
          organization={organization}
          people={[requested.person]}
          change={requested.change}
          onDone={() => setRequested(null)}
        />
      )}
    </>
  );
}

const idOf = ({ id }: { readonly id: number }): number => id;

/** Needed because a URL may come from an owner. */
const withoutForbiddenFilters = (view: PeopleView, maySeeDetails: boolean): PeopleView =>
  maySeeDetails ? view : { ...view, factor: 'all', role: view.role === 'outside_collaborator' ? 'all' : view.role };

const awaitsFilterData = (view: PeopleView, list: PeopleList): boolean =>
  (view.factor !== 'all' && list.secondFactors === null) ||
  (view.teams !== 'all' && (view.teams === 'none' || list.teams === null));

/** The people that were read, and what of the list was not. */
export const peopleRead = (
  { list, failure }: Pick<PeopleReading, 'list' | 'failure'>,
  organization: string,
): Read<number> =>
  readFrom(
    { data: list, error: failure },
    {
      all: `the people of ${organization}`,
      value: ({ people }) => people.length,
      unread: ({ withheld, hasEnded }) => [
        ...withheldNames(withheld),
        ...(hasEnded ? [] : [`the people of ${organization}`]),
      ],
    },
  );

/** Such as "12 people, 2 outside". */
function countText(shown: number, people: readonly Person[], read: Read<number>): string {
  const all = countRead(read, 'person', 'people');
  if (shown < people.length) return `${formatCount(shown)} of ${all}`;
  const outside = people.filter(({ role }) => role === 'outside_collaborator').length;
  if (read.kind !== 'whole') return all;
  const members = counted(people.length - outside, 'person', 'people');
  return outside === 0 ? members : `${members}, ${formatCount(outside)} outside`;
}

/** Such as "3,400 of 10,000 people read"; empty once complete. */
function progressText({ list, isReading, isWhole }: PeopleReading, shown: number, wantsTeams: boolean): string {
  if (!isReading) return '';
  if (list === undefined) return 'Loading people…';
  if (isWhole) return 'Refreshing…';
  const { people, total } = list;
  const read = formatCount(people.length);
  const isComing = total !== null && people.length < total;
  if (shown < people.length)
    return `${formatCount(shown)} found in ${read}${isComing ? ` of ${formatCount(total)}` : ''}…`;
  if (isComing) return `${read} of ${counted(total, 'person', 'people')} loaded`;
  return wantsTeams ? 'Loading teams…' : `${counted(people.length, 'person', 'people')} loaded…`;
}

interface SelectionBarProps extends Omit<SelectedFrameProps<Person>, 'actions' | 'children'> {
  readonly login: string;
  readonly organization: string;
  readonly mayChange: boolean;
}

/** Acts on all selected people, including those hidden by the filter. */
function SelectionBar({ login, organization, mayChange, ...people }: SelectionBarProps) {
  const { selected, selection } = people;
  const [requestedChange, setRequestedChange] = useState<ChangeName | 'any' | null>(null);
  return (
    <SelectedFrame
      {...people}
      actions={
        mayChange && (
          <>
            <Button onClick={() => setRequestedChange('any')}>Change…</Button>
            <Button variant="danger" onClick={() => setRequestedChange('remove')}>
              Remove…
            </Button>
          </>
        )
      }
    >
      {requestedChange !== null && (
        <ChangePeopleDialog
          login={login}
          organization={organization}
          people={selected}
          change={requestedChange === 'any' ? null : requestedChange}
          onDone={(job) => {
            setRequestedChange(null);
            if (job !== null) selection.clear();
          }}
        />
      )}
    </SelectedFrame>
  );
}
