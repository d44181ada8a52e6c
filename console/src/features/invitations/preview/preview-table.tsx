import { PencilIcon } from '@primer/octicons-react';
import { Checkbox, Label } from '@primer/react';
import { type KeyboardEvent, memo, useCallback, useState } from 'react';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { placeAfter } from '../../../lib/address/place-after.ts';
import { ROLE_WORDS } from '../rows/cells.ts';
import { type CheckedPerson, canBeSent, isChosen, stateOf } from './preview.ts';
import './preview-table.css';
import { detailOf, STATES } from './preview-words.ts';

const COLUMNS = [
  { name: 'Person', width: 'rest' },
  { name: 'As', width: 'preview-as' },
  { name: 'State', width: 'preview-state' },
] as const;
const SIDES: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

interface PreviewTableProps {
  readonly label: string;
  readonly rows: readonly { readonly person: CheckedPerson; readonly place: number }[];
  readonly people: readonly CheckedPerson[];
  readonly onChoose: (places: ReadonlySet<number>, isIn: boolean) => void;
  readonly onChange: (place: number) => void;
}

/** The table is one tab stop: vertical arrow keys change the row, horizontal ones the control. */
export const PreviewTable = memo(({ label, rows, people, onChoose, onChange }: PreviewTableProps) => {
  const [current, setCurrent] = useState<string | null>(null);
  const stops = rows.flatMap(({ person, place }) => [...(canBeSent(person) ? [`box-${place}`] : []), `pen-${place}`]);
  const stop = stops.find((each) => each === current) ?? stops[0];
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>) => {
    const side = SIDES[event.key];
    const { currentTarget } = event;
    const kind = side === undefined ? currentTarget.localName : 'input, button';
    const others = [...(currentTarget.closest('tbody')?.querySelectorAll<HTMLElement>(kind) ?? [])];
    const place = others.indexOf(currentTarget);
    const to = side === undefined ? placeAfter(event.key, place, others.length) : place + side;
    if (to === null) return;
    event.preventDefault();
    others[to]?.focus();
  }, []);
  const stopAt = (id: string) => ({ tabIndex: id === stop ? 0 : -1, onFocus: () => setCurrent(id), onKeyDown });
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
                    onChange={({ target }) => onChoose(new Set([place]), target.checked)}
                    {...stopAt(`box-${place}`)}
                  />
                ) : (
                  <span className="preview-table-no-box" />
                )}
                <span className="preview-table-who">
                  <label className="preview-table-name" htmlFor={canBeSent(person) ? `preview-${place}` : undefined}>
                    {person.person}
                  </label>
                  <span className="data-table-muted">{person.where}</span>
                </span>
                <button
                  type="button"
                  className="preview-table-pen"
                  aria-label={`Change ${person.person}`}
                  onClick={() => onChange(place)}
                  {...stopAt(`pen-${place}`)}
                >
                  <PencilIcon />
                </button>
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
