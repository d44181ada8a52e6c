import { hasPeople } from '@orgdesk/people-files/read-rows';
import { type ColumnKind, KINDS, type TableChoice, withKind } from '@orgdesk/people-files/table/table-choice';
import type { Table } from '@orgdesk/people-files/table/tables';
import { Button, Select } from '@primer/react';
import { useId, useState } from 'react';
import { Notice } from '../../../components/messages/notice.tsx';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { ValueLists } from './value-list.tsx';
import './form.css';

interface TableMappingProps {
  readonly login: string;
  readonly table: Table;
  /** Null for typed text. */
  readonly file: string | null;
  readonly onChoose: (choice: TableChoice) => void;
}

export function TableMapping({ login, table, file, onChoose }: TableMappingProps) {
  const id = useId();
  const { choice, doubles } = table;
  if (choice.asList) {
    return (
      <div>
        <Button size="small" onClick={() => onChoose({ ...choice, asList: false })}>
          Read {file ?? 'the text'} as a table
        </Button>
      </div>
    );
  }
  return (
    <div className="stack-12">
      {!hasPeople(table) && (
        <Notice
          tone="warning"
          title={`${file === null ? '' : `“${file}”: `}Which column contains usernames or email addresses?`}
          action={
            <Button size="small" onClick={() => onChoose({ ...choice, asList: true })}>
              None: each cell is a person
            </Button>
          }
        >
          <p>Choose it below. No one in it is invited until you do.</p>
        </Notice>
      )}
      <ColumnTable table={table} of={file ?? 'the pasted text'} onChoose={onChoose} />
      {doubles > 0 && (
        <Notice
          tone={choice.person === null ? 'warning' : 'info'}
          title={`${counted(doubles, 'row', 'rows')} in ${file === null ? 'this table' : `“${file}”`} ${doubles === 1 ? 'has' : 'have'} both a username and an email address`}
        >
          {choice.person === null && <p>They aren’t invited until you choose.</p>}
          <label htmlFor={`${id}-person`}>Invite by</label>
          <Select
            id={`${id}-person`}
            block
            value={choice.person ?? ''}
            onChange={({ target: { value } }) =>
              onChoose({ ...choice, person: value === 'login' || value === 'email' ? value : null })
            }
          >
            <Select.Option value="">Choose one</Select.Option>
            <Select.Option value="login">Username</Select.Option>
            <Select.Option value="email">Email address</Select.Option>
          </Select>
        </Notice>
      )}
      <ValueLists login={login} table={table} onChoose={onChoose} />
    </div>
  );
}

const KIND_LABELS: Readonly<Record<ColumnKind, string>> = {
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

function ColumnTable({ table: { kinds, headings, firstRows, choice }, of, onChoose }: ColumnTableProps) {
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
                        {KIND_LABELS[kind]}
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
