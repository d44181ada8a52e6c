import { Checkbox, Label } from '@primer/react';
import { type KeyboardEvent, memo, useCallback, useState } from 'react';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { placeAfter } from '../../../lib/place-after.ts';
import { ROLE_WORDS } from '../rows/cells.ts';
import { type CheckedPerson, canBeSent, isChosen, stateOf } from './preview.ts';
import './preview-table.css';
import { detailOf, STATES } from './preview-words.ts';

const COLUMNS = [
  { name: 'Person', width: 'rest' },
  { name: 'As', width: 'preview-as' },
  { name: 'State', width: 'preview-state' },
] as const;

interface PreviewTableProps {
  /** ID of the element that names the table. */
  readonly label: string;
  readonly rows: readonly { readonly person: CheckedPerson; readonly place: number }[];
  readonly people: readonly CheckedPerson[];
  readonly onChoose: (places: ReadonlySet<number>, isIn: boolean) => void;
}

/** A page of people. For the keyboard those who can be chosen are one stop: the arrows lead from row to row. */
export const PreviewTable = memo(({ label, rows, people, onChoose }: PreviewTableProps) => {
  const [current, setCurrent] = useState<number | null>(null);
  const choosable = rows.filter(({ person }) => canBeSent(person));
  const stop = (choosable.find(({ place }) => place === current) ?? choosable[0])?.place;
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>) => {
    const boxes = [...(event.currentTarget.closest('tbody')?.querySelectorAll('input') ?? [])];
    const to = placeAfter(event.key, boxes.indexOf(event.target as HTMLInputElement), boxes.length);
    if (to === null) return;
    event.preventDefault();
    boxes[to]?.focus();
  }, []);
  return (
    <DataTable label={label} columns={COLUMNS}>
      {rows.map(({ person, place }) => {
        const { words, variant } = STATES[stateOf(person)];
        const detail = detailOf(person, people);
        const isIn = isChosen(person);
        const teams = person.teams.map(({ name }) => name).join(', ');
        return (
          <tr key={place} data-left-out={isIn ? undefined : ''}>
            <th scope="row">
              <span className="preview-table-person">
                {canBeSent(person) ? (
                  <Checkbox
                    id={`preview-${place}`}
                    checked={isIn}
                    tabIndex={place === stop ? 0 : -1}
                    onChange={({ target }) => onChoose(new Set([place]), target.checked)}
                    onFocus={() => setCurrent(place)}
                    onKeyDown={onKeyDown}
                  />
                ) : (
                  <span className="preview-table-no-box" />
                )}
                <span>
                  <label className="preview-table-name" htmlFor={canBeSent(person) ? `preview-${place}` : undefined}>
                    {person.person}
                  </label>
                  <span className="data-table-muted">{person.where}</span>
                </span>
              </span>
            </th>
            <td>
              <span data-role={person.role} className="preview-table-role">
                {ROLE_WORDS[person.role]}
              </span>
              {teams !== '' && <span className="data-table-muted">{teams}</span>}
            </td>
            <td>
              <Label className="preview-table-state" variant={variant}>
                {words}
              </Label>
              {detail !== '' && <span className="data-table-muted">{detail}</span>}
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
});
PreviewTable.displayName = 'PreviewTable';
