import { type ColumnKind, KINDS, type TableChoice, withKind } from '@orgdesk/people-files/table/table-choice';
import type { Table } from '@orgdesk/people-files/table/tables';
import { Button, Select } from '@primer/react';
import { useState } from 'react';
import { formatCount } from '../../../../lib/words/reader-locale.ts';
import './column-table.css';

const KIND_WORDS: Readonly<Record<ColumnKind, string>> = {
  login: 'Username',
  email: 'Email',
  name: 'Name',
  role: 'Role',
  teams: 'Team',
  ignore: 'Ignore',
};
const COLUMNS_SHOWN = 12;
const CELL_LENGTH = 40;

interface ColumnTableProps {
  readonly table: Table;
  readonly of: string;
  readonly onChoose: (choice: TableChoice) => void;
}

export function ColumnTable({ table: { kinds, headings, firstRows, choice }, of, onChoose }: ColumnTableProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = kinds.flatMap((kind, column) => (isWhole || column < COLUMNS_SHOWN || kind !== 'ignore' ? column : []));
  const nameOf = (column: number) => headings[column] || `Column ${formatCount(column + 1)}`;
  return (
    <div className="stack-8">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="column-table-frame" tabIndex={0} aria-label={`First rows of ${of}`}>
        <table className="column-table">
          <thead>
            <tr>
              {shown.map((column) => (
                <th key={column} scope="col" data-ignored={kinds[column] === 'ignore' ? '' : undefined}>
                  <span className="column-table-heading">{shortened(nameOf(column))}</span>
                  <Select
                    size="small"
                    aria-label={`Use ${nameOf(column)} as`}
                    value={kinds[column]}
                    onChange={({ target }) => {
                      const kind = KINDS.find((each) => each === target.value) ?? 'ignore';
                      onChoose({ ...choice, kinds: withKind(kinds, column, kind) });
                    }}
                  >
                    {KINDS.map((kind) => (
                      <Select.Option key={kind} value={kind}>
                        {KIND_WORDS[kind]}
                      </Select.Option>
                    ))}
                  </Select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {firstRows.map((cells, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity.
              <tr key={index}>
                {shown.map((column) => (
                  <td key={column} data-ignored={kinds[column] === 'ignore' ? '' : undefined}>
                    {shortened(cells[column] ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < kinds.length && (
        <div>
          <Button size="small" onClick={() => setIsWhole(true)}>
            Show all {formatCount(kinds.length)} columns
          </Button>
        </div>
      )}
    </div>
  );
}

const shortened = (text: string): string => (text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH)}…` : text);
