import type { OrganizationMembershipView } from '@orgdesk/client';
import { matchOf } from '@orgdesk/contract/people/across/filters';
import type { PersonAcross } from '@orgdesk/contract/people/across/merge';
import { Button, Checkbox, VisuallyHidden } from '@primer/react';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useCallback, useId, useMemo, useState } from 'react';
import { useList } from '../../../components/list/list.ts';
import { FoundTable, ListFinder, NothingFound } from '../../../components/list/list-finder.tsx';
import { RowsSkeleton } from '../../../components/list/read-state.tsx';
import { useSelection } from '../../../components/list/use-selection.ts';
import { createAddressView } from '../../../lib/address/address-view.ts';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { countRead, type Read, readFrom } from '../../../lib/reading/read.ts';
import { PersonWindow } from '../list/person-window.tsx';
import { SelectedFrame, type SelectedFrameProps } from '../list/selected-frame.tsx';
import { ChangeAcrossDialog } from '../runs/change-across-dialog.tsx';
import { type AcrossContext, type AcrossTable, type AcrossView, filtersOf } from './across-columns.tsx';
import { namesOf, uncheckedOf } from './across-texts.ts';
import type { AcrossList, AcrossParts, ReadOrganization } from './get-people-across.ts';
import type { UnreadProps } from './organization-lines.tsx';
import './people-across.css';

const SKELETON_ROWS = 10;
const NOBODY: readonly PersonAcross[] = [];

interface AcrossListedProps {
  readonly table: AcrossTable;
  readonly owned: readonly OrganizationMembershipView[];
  readonly list: AcrossList;
  readonly loaded: AcrossParts;
  readonly isFirst: boolean;
  readonly label: string;
  readonly view: AcrossView;
  readonly onChange: (part: Partial<AcrossView>) => void;
  readonly parts: PartsView;
  readonly onParts: (part: Partial<PartsView>) => void;
  readonly Unread: ComponentType<UnreadProps>;
}

export function AcrossListed(props: AcrossListedProps) {
  const { table, owned, list, loaded, isFirst, label, view, onChange, parts, onParts, Unread } = props;
  const { people, organizations } = list;
  const navigate = useNavigate();
  const onOpen = useCallback(
    ({ login, id }: PersonAcross) =>
      void navigate({ to: '/people/$person', params: { person: login }, search: { id: String(id) } }),
    [navigate],
  );
  const unchecked = useMemo(() => uncheckedOf(organizations.values(), isFirst), [organizations, isFirst]);
  const read = readFrom(
    { data: people, error: null },
    {
      all: 'people',
      value: ({ length }) => length,
      unread: () => (list.hasEnded ? unchecked.map(({ login }) => login) : ['some organizations']),
    },
  );
  const showsUnsure = parts.unsure === 'true' && !isFirst;
  const hasTeams = loaded.teams && parts.teams === 'true';
  const hasInvitations = loaded.invitations && parts.invitations === 'true';
  const context = useMemo(
    (): AcrossContext => ({
      organizations,
      unchecked: new Map(unchecked.map((organization) => [organization.id, organization])),
      showsUnsure,
      hasTeams,
      hasInvitations,
      onOpen,
    }),
    [organizations, unchecked, showsUnsure, hasTeams, hasInvitations, onOpen],
  );
  const found = useList(table, { view, change: onChange }, people, context);
  const { shown } = found;
  const filters = useMemo(() => filtersOf(found.view, owned), [found.view, owned]);
  const unsure = useMemo(
    () =>
      isFirst || filters.length === 0
        ? NOBODY
        : people.filter((person) => matchOf(person, filters, organizations) === 'unknown'),
    [isFirst, filters, people, organizations],
  );
  const selection = useSelection(idOf);
  const selected = useMemo(() => people.filter(({ id }) => selection.selected.has(id)), [people, selection.selected]);
  const isComing = isFirst && shown.length === 0;
  return (
    <>
      {isFirst && people.length === 0 && <VisuallyHidden role="status">Loading people</VisuallyHidden>}
      <ListFinder
        found={found}
        count={isFirst ? '' : countText(shown.length, people.length, read)}
        progress={isFirst ? progressText(shown.length, people.length) : ''}
        read={read}
        file="people-across-organizations"
        selected={selected}
        isReady={!isFirst}
      />
      <div className="across-listed-bar">
        <Parts parts={parts} onChange={onParts} />
        {unsure.length > 0 && (
          <span className="across-listed-unsure">
            <span role="status">
              {counted(unsure.length, 'person', 'people')} may match: not checked in {namesOf(unchecked)}.
            </span>
            <Button size="small" onClick={() => onParts({ unsure: showsUnsure ? 'false' : 'true' })}>
              {showsUnsure ? 'Hide' : 'Show'}
              <VisuallyHidden> people who may match</VisuallyHidden>
            </Button>
          </span>
        )}
      </div>
      {(isComing || shown.length > 0 || selection.selected.size > 0) && (
        <div>
          <AcrossSelectionBar
            organizations={organizations}
            Unread={Unread}
            selected={selected}
            shown={shown}
            selection={selection}
          />
          {isComing && <RowsSkeleton rows={SKELETON_ROWS} />}
          {shown.length > 0 && (
            <FoundTable
              found={found}
              label={label}
              selected={selection.selected}
              onSelect={selection.change}
              isBusy={isFirst}
              window={PersonWindow}
            />
          )}
        </div>
      )}
      {!isComing && shown.length === 0 && <NothingFound read={read} found={found} />}
    </>
  );
}

const idOf = ({ id }: { readonly id: number }): number => id;

interface PartsProps {
  readonly parts: PartsView;
  readonly onChange: (part: Partial<PartsView>) => void;
}

function Parts({ parts, onChange }: PartsProps) {
  const id = useId();
  return (
    <fieldset className="across-listed-parts">
      <legend>Also load</legend>
      {(
        [
          ['teams', 'Teams'],
          ['invitations', 'Last invited'],
        ] as const
      ).map(([part, text]) => (
        <label className="across-listed-part" key={part} htmlFor={`${id}-${part}`}>
          <Checkbox
            id={`${id}-${part}`}
            checked={parts[part] === 'true'}
            onChange={({ target }) => onChange({ [part]: target.checked ? 'true' : 'false' })}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

const countText = (shown: number, total: number, read: Read<number>): string => {
  const people = countRead(read, 'person', 'people');
  return shown < total ? `${formatCount(shown)} of ${people}` : people;
};

function progressText(shown: number, total: number): string {
  if (total === 0) return 'Loading people…';
  if (shown < total) return `${formatCount(shown)} found in ${formatCount(total)}…`;
  return `${counted(total, 'person', 'people')} loaded…`;
}

const FLAGS = ['false', 'true'] as const;

interface PartsView {
  readonly teams: (typeof FLAGS)[number];
  readonly invitations: (typeof FLAGS)[number];
  /** Whether people show who may match. */
  readonly unsure: (typeof FLAGS)[number];
}

export const PARTS_VIEW = createAddressView<PartsView>(
  { teams: 'false', invitations: 'false', unsure: 'false' },
  { teams: FLAGS, invitations: FLAGS, unsure: FLAGS },
);

interface AcrossSelectionBarProps extends Omit<SelectedFrameProps<PersonAcross>, 'actions' | 'children'> {
  readonly organizations: ReadonlyMap<number, ReadOrganization>;
  readonly Unread: ComponentType<UnreadProps>;
}

function AcrossSelectionBar({ organizations, Unread, ...people }: AcrossSelectionBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SelectedFrame {...people} actions={<Button onClick={() => setIsOpen(true)}>Change…</Button>}>
      {isOpen && (
        <ChangeAcrossDialog
          people={people.selected}
          offered={offeredTo(people.selected, organizations)}
          Unread={Unread}
          onClose={() => setIsOpen(false)}
        />
      )}
    </SelectedFrame>
  );
}

/** Also those that could not be read, in which some of the people may be. */
const offeredTo = (selected: readonly PersonAcross[], organizations: ReadonlyMap<number, ReadOrganization>) =>
  [...organizations.values()]
    .map(({ id, login, name, isWhole }) => {
      const count = selected.filter(({ organizations }) => organizations.has(id)).length;
      return { id, login, name, people: count === 0 && !isWhole ? null : count };
    })
    .filter(({ people }) => people !== 0);
