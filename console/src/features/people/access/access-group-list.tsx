import { Label } from '@primer/react';
import { type ReactNode, useMemo, useState } from 'react';
import { useFirstRows } from '../../../components/list/first-rows.tsx';
import { counted } from '../../../lib/words/reader-locale.ts';
import './access-group-list.css';
import { type AccessGroup, accessGroups, groupKey, groupWords, type Sourced } from './access-groups.ts';

interface AccessGroupListProps<Row> {
  readonly rows: readonly Row[];
  readonly nouns: readonly [string, string];
  readonly keyOf: (row: Row) => string | number;
  readonly cell: (row: Row) => ReactNode;
  readonly label: string;
}

export function AccessGroupList<Row extends Sourced>({ rows, label, ...group }: AccessGroupListProps<Row>) {
  const groups = useMemo(() => accessGroups(rows), [rows]);
  return (
    <ul className="access-group-list" aria-labelledby={label}>
      {groups.map((each) => (
        <li key={groupKey(each.source)}>
          <Group group={each} {...group} />
        </li>
      ))}
    </ul>
  );
}

interface GroupProps<Row> extends Omit<AccessGroupListProps<Row>, 'rows' | 'label'> {
  readonly group: AccessGroup<Row>;
}

function Group<Row>({ group: { source, rows }, nouns, ...row }: GroupProps<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="access-group-list-summary">
        <span className="access-group-list-words">{groupWords(source)},</span>{' '}
        <Label variant="secondary">{counted(rows.length, ...nouns)}</Label>
      </summary>
      {isOpen && <Rows rows={rows} noun={nouns[1]} {...row} />}
    </details>
  );
}

interface RowsProps<Row> extends Pick<AccessGroupListProps<Row>, 'rows' | 'keyOf' | 'cell'> {
  readonly noun: string;
}

function Rows<Row>({ rows, noun, keyOf, cell }: RowsProps<Row>) {
  const { first, more } = useFirstRows(rows, noun, 'access-groups');
  return (
    <div className="access-group-list-rows">
      <ul className="access-group-list-columns">
        {first.map((row) => (
          <li key={keyOf(row)}>{cell(row)}</li>
        ))}
      </ul>
      {more}
    </div>
  );
}
