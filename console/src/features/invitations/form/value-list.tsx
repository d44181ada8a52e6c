import { type ChosenTeam, ROLE_LABELS, ROLES, type Role } from '@orgdesk/people-files/cells';
import { SKIP, type TableChoice, valueHash } from '@orgdesk/people-files/table/table-choice';
import { columnsOf, type Table, type ValueUse } from '@orgdesk/people-files/table/tables';
import { ArrowRightIcon, CheckIcon } from '@primer/octicons-react';
import { Button, Radio, Select } from '@primer/react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { TeamSearch } from '../../../components/controls/team-search.tsx';
import { DialogAnswers, DialogFrame } from '../../../components/messages/dialog-frame.tsx';
import { formatCount } from '../../../lib/reader-locale.ts';
import type { ChoosableTeam } from '../../../lib/reading/all-teams.ts';
import { teamCountText } from './teams-choice.tsx';
import './form.css';

const SHOWN_FIRST = 10;

interface ValueListsProps {
  readonly login: string;
  readonly table: Table;
  readonly onChoose: (choice: TableChoice) => void;
}

export function ValueLists({ login, table, onChoose }: ValueListsProps) {
  const { choice, roles, teams, headings, kinds } = table;
  const [asked, setAsked] = useState<string | null>(null);
  const columns = columnsOf(kinds);
  const setRole = (value: string, role: Role | typeof SKIP) =>
    onChoose({ ...choice, roles: { ...choice.roles, [valueHash(value)]: role } });
  const setTeams = (values: readonly string[], team: ChosenTeam | typeof SKIP) =>
    onChoose({
      ...choice,
      teams: { ...choice.teams, ...Object.fromEntries(values.map((value) => [valueHash(value), team])) },
    });
  const unknown = teams.filter(({ meaning }) => meaning === null).map(({ value }) => value);
  return (
    <>
      <ValueList heading={headings[columns.role] || 'Role'} uses={roles}>
        {({ value, meaning }) => (
          <Select
            size="small"
            aria-label={`Role for ${value}`}
            value={meaning ?? ''}
            onChange={({ target }) => setRole(value, ROLES.find((role) => role === target.value) ?? SKIP)}
          >
            {meaning === null && <Select.Option value="">Choose a role</Select.Option>}
            {ROLES.map((role) => (
              <Select.Option key={role} value={role}>
                {ROLE_LABELS[role]}
              </Select.Option>
            ))}
            <Select.Option value={SKIP}>Skip</Select.Option>
          </Select>
        )}
      </ValueList>
      <ValueList
        heading={headings[columns.teams] || 'Team'}
        uses={teams}
        action={
          unknown.length > 1 && (
            <Button size="small" onClick={() => setTeams(unknown, SKIP)}>
              Skip all {formatCount(unknown.length)} unknown
            </Button>
          )
        }
      >
        {({ value, meaning }) => (
          <>
            {meaning === SKIP && <span className="value-list-note">Skipped</span>}
            {meaning === null && <span className="value-list-note">No team with this name</span>}
            {meaning !== null && meaning !== SKIP && (
              <span>
                {meaning.name} <CheckIcon />
              </span>
            )}
            <ChooseButton
              label={meaning === null || meaning === SKIP ? 'Choose' : 'Change'}
              value={value}
              onPress={() => setAsked(value)}
            />
            {meaning !== SKIP && (
              <Button size="small" aria-label={`Skip ${value}`} onClick={() => setTeams([value], SKIP)}>
                Skip
              </Button>
            )}
          </>
        )}
      </ValueList>
      {asked !== null && (
        <TeamDialog
          login={login}
          title={`Team for “${asked}”`}
          onClose={(team) => {
            setAsked(null);
            if (team !== null) setTeams([asked], team);
          }}
        />
      )}
    </>
  );
}

interface ChooseButtonProps {
  readonly label: string;
  readonly value: string;
  readonly onPress: () => void;
}

const ChooseButton = ({ label, value, onPress }: ChooseButtonProps) => (
  <Button size="small" aria-label={`${label} team for ${value}`} onClick={onPress}>
    {label}
  </Button>
);

interface ValueListProps<Meaning> {
  readonly heading: string;
  readonly uses: readonly ValueUse<Meaning>[];
  readonly action?: ReactNode;
  readonly children: (use: ValueUse<Meaning>) => ReactNode;
}

function ValueList<Meaning>({ heading, uses, action, children }: ValueListProps<Meaning>) {
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const inOrder = uses.toSorted((one, other) => Number(one.meaning !== null) - Number(other.meaning !== null));
  const shown = isWhole ? inOrder : inOrder.slice(0, SHOWN_FIRST);
  if (uses.length === 0) return null;
  return (
    <section className="value-list" aria-labelledby={id}>
      <div className="row-8">
        <h3 className="value-list-title" id={id}>
          {heading}
        </h3>
        {action}
      </div>
      <ul className="value-list-values">
        {shown.map((use) => (
          <li key={use.value} data-unknown={use.meaning === null ? '' : undefined}>
            <span className="value-list-value">
              {use.value} ({formatCount(use.count)})
            </span>
            <ArrowRightIcon />
            <span className="value-list-meaning">{children(use)}</span>
          </li>
        ))}
      </ul>
      {shown.length < uses.length && (
        <div>
          <Button size="small" onClick={() => setIsWhole(true)}>
            Show all {formatCount(uses.length)} values
          </Button>
        </div>
      )}
    </section>
  );
}

interface TeamDialogProps {
  readonly login: string;
  readonly title: string;
  readonly onClose: (team: ChosenTeam | null) => void;
}

const SAVE = 'save';

function TeamDialog({ login, title, onClose }: TeamDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<ChoosableTeam | null>(null);
  return (
    <DialogFrame
      title={title}
      size="medium"
      dialog={dialog}
      onClose={(answer) => onClose(answer === SAVE && chosen !== null ? { id: chosen.id, name: chosen.name } : null)}
    >
      <TeamSearch
        login={login}
        control={(team, properties) => (
          <Radio
            {...properties}
            name={id}
            value={String(team.id)}
            checked={chosen?.id === team.id}
            onChange={() => setChosen(team)}
          />
        )}
        countText={teamCountText}
      />
      <DialogAnswers>
        <Button onClick={() => dialog.current?.close('')}>Cancel</Button>
        <Button variant="primary" onClick={() => dialog.current?.close(SAVE)}>
          Use this team
        </Button>
      </DialogAnswers>
    </DialogFrame>
  );
}
