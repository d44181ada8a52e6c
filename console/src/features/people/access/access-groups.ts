import type { AccessSource } from '@orgdesk/client';
import { fold } from '@orgdesk/contract/fold';
import { inOrder, sortKey } from '../../../lib/words/fold.ts';
import { PERMISSION_WORDS, sourceName } from './access-words.ts';

export interface Sourced {
  readonly sources: readonly AccessSource[];
}

export interface AccessGroup<Row> {
  /** Null for rows whose source is unknown. */
  readonly source: AccessSource | null;
  readonly rows: readonly Row[];
}

const KINDS: readonly AccessSource['kind'][] = ['organization', 'team', 'repository'];
const RANKS = Object.keys(PERMISSION_WORDS);

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

export const groupKey = (source: AccessSource | null): string =>
  source === null ? '' : `${source.kind}/${source.permission}/${source.team ?? ''}`;

/** Such as "Base permission: read". An owner's access cannot be told from a base permission of admin. */
export function groupWords(source: AccessSource | null): string {
  if (source === null) return 'Unknown source';
  const isBase = source.kind === 'organization' && source.permission !== 'ADMIN';
  return `${isBase ? 'Base permission' : sourceName(source)}: ${PERMISSION_WORDS[source.permission].toLowerCase()}`;
}

function compare(one: AccessSource | null, other: AccessSource | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return (
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
    RANKS.indexOf(one.permission) - RANKS.indexOf(other.permission) ||
    inOrder(sortKey(fold(one.team ?? '')), sortKey(fold(other.team ?? '')))
  );
}
