import { PencilIcon } from '@primer/octicons-react';
import { Checkbox, Label } from '@primer/react';
import { createList } from '../../../components/list/list.ts';
import { ROLE_WORDS } from '../rows/cells.ts';
import { type CheckedPerson, canBeSent, isChosen, stateOf } from './preview.ts';
import './preview-table.css';
import { detailOf, IN_ORDER, STATES } from './preview-words.ts';

export interface PreviewRow {
  readonly person: CheckedPerson;
  /** Index among all people. */
  readonly index: number;
}

interface PreviewContext {
  readonly people: readonly CheckedPerson[];
  readonly onChange: (index: number) => void;
}

export const PREVIEW = createList<PreviewRow, PreviewContext, 'state'>({
  keyOf: ({ index }) => index,
  canSelect: ({ person }) => canBeSent(person),
  attributesOf: ({ person }) => ({
    'data-left-out': isChosen(person) ? undefined : '',
    // Most people are chosen, so those are not highlighted.
    'data-selected': undefined,
  }),
  columns: [
    {
      heading: 'Person',
      width: 'rest',
      text: ({ person }) => person.person,
      sort: { by: 'person', value: ({ person }) => person.person },
      cell: ({ person, index }, { onChange }, { box, stop }) => (
        <span className="preview-table-person">
          {box === null ? <span className="preview-table-no-box" /> : <Checkbox {...box} />}
          <span className="preview-table-who">
            <label className="preview-table-name" htmlFor={box?.id}>
              {person.person}
            </label>
            <span className="data-table-muted">{person.where}</span>
          </span>
          <button
            {...stop}
            type="button"
            className="preview-table-pen"
            aria-label={`Edit ${person.person}`}
            onClick={() => onChange(index)}
          >
            <PencilIcon />
          </button>
        </span>
      ),
    },
    {
      heading: 'Role',
      width: 'preview-as',
      sort: { by: 'role', value: ({ person }) => ROLE_WORDS[person.role] },
      cell: ({ person: { role, teams } }) => (
        <>
          <span data-role={role} className="preview-table-role">
            {ROLE_WORDS[role]}
          </span>
          {teams.length > 0 && <span className="data-table-muted">{teams.map(({ name }) => name).join(', ')}</span>}
        </>
      ),
    },
    {
      heading: 'Status',
      width: 'preview-state',
      sort: {
        by: 'state',
        value: ({ person }) => IN_ORDER.indexOf(stateOf(person)),
        words: { ascending: 'Ready first', descending: 'Ready last' },
      },
      cell: ({ person }, { people }) => {
        const { words, variant } = STATES[stateOf(person)];
        const detail = detailOf(person, people);
        return (
          <>
            <Label className="preview-table-state" variant={variant}>
              {words}
            </Label>
            {detail !== '' && <span className="data-table-muted">{detail}</span>}
          </>
        );
      },
    },
  ],
  filters: {
    state: {
      label: 'Status',
      choices: [
        ['all', 'All'],
        ['chosen', 'Selected'],
        ['left-out', 'Not selected'],
        ...IN_ORDER.map((state) => [state, STATES[state].words] as const),
      ],
      count: (choice, { people }) => people.filter((person) => fits(person, choice)).length,
      fits: ({ person }, choice) => fits(person, choice),
    },
  },
  search: { label: 'Find a person', placeholder: 'Find a person' },
  sorting: { sort: 'listed', order: 'ascending' },
  defaultOrderLabel: 'Default order',
  sortLabel: 'Sort people',
  noMatch: { title: 'No matching people', showAll: 'Show everyone', words: 'No one matches these filters.' },
});

function fits(person: CheckedPerson, choice: string): boolean {
  if (choice === 'all') return true;
  if (choice === 'chosen') return isChosen(person);
  return choice === 'left-out' ? !isChosen(person) : stateOf(person) === choice;
}
