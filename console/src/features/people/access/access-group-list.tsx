import type { AccessSource } from '@orgdesk/client';
import { fold } from '@orgdesk/contract/fold';
import { Label } from '@primer/react';
import { type ReactNode, useMemo, useState } from 'react';
import { useFirstRows } from '../../../components/list/first-rows.tsx';
import { inOrder, sortKey } from '../../../lib/fold.ts';
import { counted } from '../../../lib/reader-locale.ts';
import { PERMISSION_LABELS, RANKS, sourceName } from './access-texts.ts';
import './access.css';

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
        <span className="access-group-list-text">{groupText(source)},</span>{' '}
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

export interface Sourced {
  readonly sources: readonly AccessSource[];
}

interface AccessGroup<Row> {
  /** Null for rows whose source is unknown. */
  readonly source: AccessSource | null;
  readonly rows: readonly Row[];
}

const KINDS: readonly AccessSource['kind'][] = ['organization', 'team', 'repository'];

export function accessGroups<Row extends Sourced>(rows: readonly Row[]): readonly AccessGroup<Row>[] {
  const groups = new Map<string, { readonly source: AccessSource | null; readonly rows: Row[] }>();
  for (const row of rows) {
    for (const source of row.sources.length === 0 ? [null] : row.sources) {
      const key = groupKey(source);
      const group = groups.get(key) ?? { source, rows: [] };
      groups.set(key, group);
      if (group.rows.at(-1) !== row) group.rows.push(row);
    }
  }
  return [...groups.values()].sort((one, other) => compare(one.source, other.source));
}

const groupKey = (source: AccessSource | null): string =>
  source === null ? '' : `${source.kind}/${source.permission}/${source.team ?? ''}`;

/** Such as "Base permission: read". An owner's access cannot be told from a base permission of admin. */
export function groupText(source: AccessSource | null): string {
  if (source === null) return 'Unknown source';
  const isBase = source.kind === 'organization' && source.permission !== 'ADMIN';
  return `${isBase ? 'Base permission' : sourceName(source)}: ${PERMISSION_LABELS[source.permission].toLowerCase()}`;
}

function compare(one: AccessSource | null, other: AccessSource | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return (
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
    RANKS.indexOf(one.permission) - RANKS.indexOf(other.permission) ||
    inOrder(sortKey(fold(one.team ?? '')), sortKey(fold(other.team ?? '')))
  );
}
