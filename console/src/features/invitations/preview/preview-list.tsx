import type { ChosenTeam, Role } from '@orgdesk/people-files/cells';
import { type CheckedPerson, stateOf } from '@orgdesk/people-files/preview';
import type { RowChange } from '@orgdesk/people-files/review';
import { Button } from '@primer/react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useList } from '../../../components/list/list.ts';
import { FoundTable, ListFinder, NothingFound } from '../../../components/list/list-finder.tsx';
import { useSelection } from '../../../components/list/use-selection.ts';
import { DialogAnswers, DialogFrame } from '../../../components/messages/dialog-frame.tsx';
import { SelectionFrame } from '../../../components/tables/selection-frame.tsx';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { readFrom } from '../../../lib/reading/read.ts';
import { RoleChoice } from '../form/role-choice.tsx';
import { TeamsChoice } from '../form/teams-choice.tsx';
import { PREVIEW, type PreviewContext } from './preview-columns.tsx';

const PAGE = 50;

interface PreviewListProps {
  readonly login: string;
  readonly people: readonly CheckedPerson[];
  readonly label: string;
  readonly onInclude: (indexes: ReadonlySet<number>, isIn: boolean) => void;
  readonly onChange: (indexes: readonly number[], change: Partial<RowChange>) => void;
}

export function PreviewList({ login, people, label, onInclude, onChange }: PreviewListProps) {
  const top = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<number | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const returnsTo = useRef<number | null>(null);
  const all = useMemo(() => people.map((person, index) => ({ person, index })), [people]);
  const actions = useRef(onChange);
  useEffect(() => {
    actions.current = onChange;
  });
  const context = useMemo(
    (): PreviewContext => ({
      people,
      edited,
      onEdit: (index) => {
        returnsTo.current = index === null ? edited : null;
        setEdited(index);
      },
      onPerson: (index, person) => actions.current([index], { person }),
      onRole: (index, role) => actions.current([index], { role }),
      onTeams: (index) => setAsked({ what: 'teams', indexes: [index] }),
    }),
    [people, edited],
  );
  const found = useList(PREVIEW, useAddressView(PREVIEW.address), all, context);
  const { shown, view } = found;
  const { selected, change, clear } = useSelection(PREVIEW.keyOf);
  const [turned, setTurned] = useState({ view, page: 0 });
  const pages = Math.max(1, Math.ceil(shown.length / PAGE));
  const page = turned.view === view ? Math.min(turned.page, pages - 1) : 0;
  const rows = useMemo(() => shown.slice(page * PAGE, (page + 1) * PAGE), [shown, page]);
  const indexes = useMemo(() => [...selected].map(Number), [selected]);
  const chosen = indexes.flatMap((index) => people[index] ?? []);
  const isAll = shown.length > 0 && shown.every(({ index }) => selected.has(index));
  const canSkip = chosen.some((person) => stateOf(person) !== 'skipped');
  const canInclude = chosen.some(
    (person) => ['skipped', 'failed-before'].includes(stateOf(person)) && person.choice !== true,
  );
  const read = readFrom({ data: people, error: null }, { all: 'the people above', value: ({ length }) => length });
  const whole = counted(people.length, 'person', 'people');
  const turnTo = (next: number) => {
    setTurned({ view, page: next });
    top.current?.focus();
  };
  const include = (isIn: boolean) => {
    top.current?.focus();
    onInclude(new Set(indexes), isIn);
    clear();
  };

  useEffect(() => {
    if (returnsTo.current === null || edited !== null) return;
    const pencil = top.current?.querySelector<HTMLElement>(`[data-edit="${returnsTo.current}"]`);
    returnsTo.current = null;
    (pencil ?? top.current)?.focus();
  });

  return (
    <>
      <ListFinder
        found={found}
        count={shown.length === people.length ? whole : `${formatCount(shown.length)} of ${whole}`}
        read={read}
        file={`invitations-to-${login}`}
        selected={all.filter(({ index }) => selected.has(index))}
      />
      <div className="stack-12 preview-list-table" ref={top} tabIndex={-1}>
        <SelectionFrame
          allLabel={shown.length === 0 ? null : `Select all ${formatCount(shown.length)}`}
          isAll={isAll}
          isSome={chosen.length > 0}
          onSelectAll={(isSelected) => change(shown, isSelected)}
          count={chosen.length === 0 ? '' : `${formatCount(chosen.length)} selected`}
          actions={
            chosen.length > 0 && (
              <>
                <Button onClick={() => setAsked({ what: 'role', indexes })}>Set role</Button>
                <Button onClick={() => setAsked({ what: 'teams', indexes })}>Set teams</Button>
                {canSkip && <Button onClick={() => include(false)}>Skip</Button>}
                {canInclude && <Button onClick={() => include(true)}>Include</Button>}
              </>
            )
          }
        />
        {shown.length === 0 ? (
          <NothingFound read={read} found={found} />
        ) : (
          <FoundTable found={found} rows={rows} label={label} selected={selected} onSelect={change} />
        )}
        {pages > 1 && (
          <nav className="preview-list-pages" aria-label="Pages">
            <TurnButton label="Previous" isOff={page === 0} onTurn={() => turnTo(page - 1)} />
            <span role="status">
              {`${formatCount(page * PAGE + 1)}–${formatCount(page * PAGE + rows.length)} of ${formatCount(shown.length)}`}
            </span>
            <TurnButton label="Next" isOff={page === pages - 1} onTurn={() => turnTo(page + 1)} />
          </nav>
        )}
      </div>
      {asked?.what === 'role' && (
        <RoleDialog
          title={`Set role for ${counted(asked.indexes.length, 'person', 'people')}`}
          value={people[asked.indexes[0] ?? 0]?.role ?? 'direct_member'}
          onClose={(role) => {
            setAsked(null);
            if (role !== null) onChange(asked.indexes, { role });
          }}
        />
      )}
      {asked?.what === 'teams' && (
        <TeamsDialog
          login={login}
          title={`Set teams for ${counted(asked.indexes.length, 'person', 'people')}`}
          value={people[asked.indexes[0] ?? 0]?.teams ?? []}
          onClose={(teams) => {
            setAsked(null);
            if (teams !== null) onChange(asked.indexes, { teams });
          }}
        />
      )}
    </>
  );
}

interface Asked {
  readonly what: 'role' | 'teams';
  readonly indexes: readonly number[];
}

interface TurnButtonProps {
  readonly label: string;
  readonly isOff: boolean;
  readonly onTurn: () => void;
}

function TurnButton({ label, isOff, onTurn }: TurnButtonProps) {
  return (
    <Button inactive={isOff} aria-disabled={isOff} onClick={isOff ? undefined : onTurn}>
      {label}
    </Button>
  );
}

const SAVE = 'save';

interface RowsDialogProps<Value> {
  readonly title: string;
  readonly value: Value;
  readonly onClose: (value: Value | null) => void;
}

function RoleDialog({ title, value, onClose }: RowsDialogProps<Role>) {
  const [role, setRole] = useState(value);
  return (
    <Frame title={title} onClose={(isSaved) => onClose(isSaved ? role : null)}>
      <RoleChoice label="Role" value={role} onChange={setRole} />
    </Frame>
  );
}

interface TeamsDialogProps extends RowsDialogProps<readonly ChosenTeam[]> {
  readonly login: string;
}

function TeamsDialog({ login, title, value, onClose }: TeamsDialogProps) {
  const [teams, setTeams] = useState(value);
  return (
    <Frame title={title} onClose={(isSaved) => onClose(isSaved ? teams : null)}>
      <TeamsChoice login={login} label="Teams" value={teams} onChange={setTeams} />
    </Frame>
  );
}

interface FrameProps {
  readonly title: string;
  readonly onClose: (isSaved: boolean) => void;
  readonly children: ReactNode;
}

function Frame({ title, onClose, children }: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <DialogFrame title={title} size="medium" dialog={dialog} onClose={(answer) => onClose(answer === SAVE)}>
      {children}
      <DialogAnswers>
        <Button onClick={() => dialog.current?.close('')}>Cancel</Button>
        <Button variant="primary" onClick={() => dialog.current?.close(SAVE)}>
          Save
        </Button>
      </DialogAnswers>
    </DialogFrame>
  );
}
