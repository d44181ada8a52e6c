import { ROLE_LABELS, ROLES, type Role } from '@orgdesk/people-files/cells';
import { type CheckedPerson, isChosen, needsDoubleCheck, stateOf } from '@orgdesk/people-files/preview';
import { PencilIcon } from '@primer/octicons-react';
import { Button, Checkbox, Label, Select } from '@primer/react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { createList, NO_MATCHING_PEOPLE } from '../../../components/list/list.ts';
import { Portrait } from '../../../components/portrait.tsx';
import { FinderChips } from '../../../components/tables/finder-bar.tsx';
import { AccountWarnings } from './preview-notices.tsx';
import { detailOf, groupOf, IN_ORDER, STATES, warningsOf, warningText } from './preview-texts.ts';
import './preview.css';

interface PreviewRow {
  readonly person: CheckedPerson;
  readonly index: number;
}

export interface PreviewContext {
  readonly people: readonly CheckedPerson[];
  /** Index of the row that is edited in its cells; null for none. */
  readonly edited: number | null;
  readonly onEdit: (index: number | null) => void;
  readonly onPerson: (index: number, person: string) => void;
  readonly onRole: (index: number, role: Role) => void;
  readonly onTeams: (index: number) => void;
}

export const PREVIEW = createList<PreviewRow, PreviewContext, 'state'>({
  name: 'preview',
  keyOf: ({ index }) => index,
  attributesOf: ({ person }) => ({ 'data-left-out': isChosen(person) ? undefined : '' }),
  columns: [
    {
      heading: 'Person',
      width: 'rest',
      text: ({ person }) => `${person.person} ${person.answer?.account?.name ?? ''}`,
      csv: {
        Person: ({ person }) => person.person,
        Name: ({ person }) => person.answer?.account?.name ?? '',
      },
      sort: { by: 'person', value: ({ person }) => person.person },
      cell: ({ person, index }, { edited, onEdit, onPerson }, { box, stop }) => (
        <span className="data-table-person preview-table-person">
          <Checkbox {...box} aria-label={edited === index ? `Select ${person.where}` : undefined} />
          <Portrait url={person.answer?.account?.avatarUrl ?? null} login={person.person} size={32} />
          <span className="preview-table-who">
            {edited === index ? (
              <PersonField
                person={person}
                onSave={(text, isDone) => {
                  onPerson(index, text);
                  if (isDone) onEdit(null);
                }}
                onCancel={() => onEdit(null)}
              />
            ) : (
              <label className="preview-table-name" htmlFor={box?.id}>
                {person.person || 'No one'}
              </label>
            )}
            <AccountName person={person} />
            <span className="data-table-muted">{person.where}</span>
          </span>
          {edited !== index && (
            <IconButton
              {...stop}
              icon={PencilIcon}
              label={`Edit ${person.person || person.where}`}
              size="medium"
              data-edit={index}
              onClick={() => onEdit(index)}
            />
          )}
        </span>
      ),
    },
    {
      heading: 'Role',
      width: 'preview-as',
      sort: { by: 'role', value: ({ person }) => ROLE_LABELS[person.role] },
      csv: { Role: ({ person }) => ROLE_LABELS[person.role], Teams: ({ person }) => teamsOf(person, '; ') },
      cell: ({ person, index }, { edited, onRole, onTeams }) => {
        const teams = teamsOf(person, ', ');
        if (edited === index) {
          return (
            <span className="preview-table-edited">
              <RoleSelect person={person} onChange={(role) => onRole(index, role)} />
              <Button
                size="small"
                aria-label={`${teams || 'Choose teams'}: teams of ${person.person || person.where}`}
                onClick={() => onTeams(index)}
              >
                {teams || 'Choose teams'}
              </Button>
            </span>
          );
        }
        return (
          <>
            <span data-role={person.role} className="preview-table-role">
              {ROLE_LABELS[person.role]}
            </span>
            {teams !== '' && <span className="data-table-muted">{teams}</span>}
          </>
        );
      },
    },
    {
      heading: 'Status',
      width: 'preview-state',
      sort: {
        by: 'state',
        value: ({ person }) => IN_ORDER.indexOf(stateOf(person)),
        labels: { ascending: 'Ready first', descending: 'Ready last' },
      },
      csv: {
        Status: ({ person }) => STATES[stateOf(person)].label,
        Reason: ({ person }, { people }) => detailOf(person, people),
        Warnings: ({ person }) =>
          warningsOf(person)
            .map((warning) => warningText(warning, person))
            .join('; '),
      },
      cell: ({ person, index }, { people, edited, onEdit }) => {
        const { label, variant } = STATES[stateOf(person)];
        const detail = detailOf(person, people);
        return (
          <>
            <Label className="preview-table-state" variant={variant}>
              {label}
            </Label>
            {detail !== '' && <span className="data-table-muted">{detail}</span>}
            <AccountWarnings person={person} />
            {edited === index && (
              <Button size="small" className="preview-table-done" onClick={() => onEdit(null)}>
                Done
              </Button>
            )}
          </>
        );
      },
    },
  ],
  filters: {
    state: {
      label: 'Status',
      control: FinderChips,
      choices: [
        ['all', 'All'],
        ['ready', 'Ready'],
        ['double-check', 'Double-check'],
        ['fix', 'Fix'],
        ['duplicate', 'Duplicate'],
        ['member', 'Member or invited'],
        ['skipped', 'Skipped'],
        ['unchecked', 'Not checked yet'],
      ],
      count: (choice, { people }) => people.filter((person) => fits(person, choice)).length,
      fits: ({ person }, choice) => fits(person, choice),
    },
  },
  search: { label: 'Find a person', placeholder: 'Find a person' },
  sorting: { sort: 'listed', order: 'ascending' },
  defaultOrderLabel: 'Default order',
  sortLabel: 'Sort people',
  noMatch: NO_MATCHING_PEOPLE,
});

const teamsOf = ({ teams }: CheckedPerson, separator: string): string => teams.map(({ name }) => name).join(separator);

const fits = (person: CheckedPerson, choice: string): boolean =>
  choice === 'all' || (choice === 'double-check' ? needsDoubleCheck(person) : groupOf(person) === choice);

/** Shows nothing for rows without an account, and while the account has not been read. */
function AccountName({ person: { answer } }: { readonly person: CheckedPerson }) {
  const account = answer?.account ?? null;
  if (account === null) return null;
  return <bdi className="data-table-muted">{account.name ?? 'No name'}</bdi>;
}

interface PersonFieldProps {
  readonly person: CheckedPerson;
  readonly onSave: (text: string, isDone: boolean) => void;
  readonly onCancel: () => void;
}

function PersonField({ person: { person, where, problem }, onSave, onCancel }: PersonFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(problem === 'no-person' ? '' : person);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return (
    <TextField
      ref={field}
      aria-label={`Username or email address, ${where}`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => {
        if (text !== '' && text !== person) onSave(text, false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
        if (event.key !== 'Enter') return;
        event.preventDefault();
        if (text !== '' && text !== person) onSave(text, true);
        else onCancel();
      }}
    />
  );
}

interface RoleSelectProps {
  readonly person: CheckedPerson;
  readonly onChange: (role: Role) => void;
}

function RoleSelect({ person: { role, roleText, problem, where }, onChange }: RoleSelectProps) {
  const isUnknown = problem === 'bad-role';
  return (
    <Select
      size="small"
      aria-label={`Role, ${where}`}
      value={isUnknown ? '' : role}
      onChange={({ target }) => onChange(ROLES.find((each) => each === target.value) ?? role)}
    >
      {isUnknown && <Select.Option value="">{roleText}</Select.Option>}
      {ROLES.map((each) => (
        <Select.Option key={each} value={each}>
          {ROLE_LABELS[each]}
        </Select.Option>
      ))}
    </Select>
  );
}
