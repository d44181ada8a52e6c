import { hasPeople } from '@orgdesk/people-files/read-rows';
import type { TableChoice } from '@orgdesk/people-files/table/table-choice';
import type { Table } from '@orgdesk/people-files/table/tables';
import { Button, Select } from '@primer/react';
import { useId } from 'react';
import { Notice } from '../../../../components/messages/notice.tsx';
import { counted } from '../../../../lib/words/reader-locale.ts';
import { ColumnTable } from './column-table.tsx';
import { ValueLists } from './value-list.tsx';

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
