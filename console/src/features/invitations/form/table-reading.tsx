import { Checkbox, Select } from '@primer/react';
import { useId } from 'react';
import { Notice } from '../../../components/messages/notice.tsx';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import type { Table, TableChoice } from '../rows/tables.ts';
import { ColumnQuestion } from './column-question.tsx';
import './table-reading.css';

const IGNORED_NAMED = 8;
const LENGTH_SHOWN = 40;

interface TableReadingProps {
  readonly table: Table;
  /** Null for typed text. */
  readonly file: string | null;
  readonly onChoose: (choice: TableChoice) => void;
}

export function TableReading({ table, file, onChoose }: TableReadingProps) {
  const { choice, columns, headings, doubles, open } = table;
  const id = useId();
  const nameOf = (column: number | null) => shortened(column === null ? '' : (headings[column] ?? ''));
  const used = [columns.login, columns.email, columns.role, columns.teams].flatMap((column) => column ?? []);
  const others = headings.filter((heading, column) => heading !== '' && !used.includes(column));
  const kinds = (['role', 'teams'] as const).filter((kind) => columns[kind] !== null || choice.unused.includes(kind));
  return (
    <>
      {open !== null && <ColumnQuestion table={{ ...table, open }} file={file} onChoose={onChoose} />}
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
            <Select.Option value="login">{`Username, from “${nameOf(columns.login)}”`}</Select.Option>
            <Select.Option value="email">{`Email address, from “${nameOf(columns.email)}”`}</Select.Option>
          </Select>
        </Notice>
      )}
      {used.length > 0 && headings.length > 0 && (
        <div className="table-reading">
          <p>
            {messageOf({ file, columns, nameOf })}
            {others.length > 0 && ` ${ignoredMessage(others)}`}
          </p>
          {kinds.map((kind) => (
            <label className="table-reading-use" htmlFor={`${id}-${kind}`} key={kind}>
              <Checkbox
                id={`${id}-${kind}`}
                checked={!choice.unused.includes(kind)}
                onChange={() => onChoose({ ...choice, unused: toggled(choice.unused, kind) })}
              />
              {kind === 'role' ? 'Use roles from the table' : 'Use teams from the table'}
            </label>
          ))}
        </div>
      )}
    </>
  );
}

interface Understood {
  readonly file: string | null;
  readonly columns: Table['columns'];
  readonly nameOf: (column: number | null) => string;
}

function messageOf({ file, columns, nameOf }: Understood): string {
  const taken = (
    [
      ['usernames', columns.login],
      ['addresses', columns.email],
      ['roles', columns.role],
      ['teams', columns.teams],
    ] as const
  ).flatMap(([what, column]) => (column === null ? [] : [{ what, name: nameOf(column) }]));
  const words = taken.map(({ what, name }, index) =>
    index === 0 ? `${what} from column “${name}”` : `${what} from “${name}”`,
  );
  const message = `${words.join(', ')}.`;
  return file === null ? message.charAt(0).toUpperCase() + message.slice(1) : `“${file}”: ${message}`;
}

function ignoredMessage(others: readonly string[]): string {
  const named = others.slice(0, IGNORED_NAMED).map((heading) => `“${shortened(heading)}”`);
  const rest = others.length - named.length;
  return `Not used: ${named.join(', ')}${rest > 0 ? ` and ${formatCount(rest)} more` : ''}.`;
}

const toggled = (unused: TableChoice['unused'], kind: 'role' | 'teams'): TableChoice['unused'] =>
  unused.includes(kind) ? unused.filter((other) => other !== kind) : [...unused, kind];

const shortened = (text: string): string => (text.length > LENGTH_SHOWN ? `${text.slice(0, LENGTH_SHOWN)}…` : text);
