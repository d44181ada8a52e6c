import type { OrderDirection, TeamChildTeamsArgs } from '@octokit/graphql-schema';
import type { UserRecord } from '../../world/records.ts';
import { PlatformError } from '../errors.ts';

export type PagingArguments = Pick<TeamChildTeamsArgs, 'first' | 'last' | 'after' | 'before'>;

export interface ConnectionShape<T> {
  readonly key: (item: T) => number;
  readonly node: (item: T) => unknown;
  readonly edge?: (item: T) => object;
}

/**
 * Cursors name items, so that changes neither skip nor repeat any; a missing one counts by its former position. GitHub
 * docs: Using pagination in the GraphQL API.
 */
export function connection<T>(items: readonly T[], paging: PagingArguments, shape: ConnectionShape<T>): object {
  const start = typeof paging.after === 'string' ? positionOf(paging.after, items, shape.key).next : 0;
  const end = typeof paging.before === 'string' ? positionOf(paging.before, items, shape.key).index : items.length;
  const from =
    typeof paging.last === 'number' && typeof paging.first !== 'number' ? Math.max(start, end - paging.last) : start;
  const to = typeof paging.first === 'number' ? Math.min(end, from + paging.first) : end;
  const page = items.slice(from, Math.max(from, to));
  const cursorAt = (offset: number): string | null => {
    const item = page[offset];
    return item === undefined ? null : cursorOf(from + offset, shape.key(item));
  };
  return {
    totalCount: items.length,
    nodes: () => page.map((item) => shape.node(item)),
    edges: () =>
      page.map((item, offset) => ({ cursor: cursorAt(offset), node: () => shape.node(item), ...shape.edge?.(item) })),
    pageInfo: {
      hasNextPage: from + page.length < items.length,
      hasPreviousPage: from > 0,
      startCursor: cursorAt(0),
      endCursor: cursorAt(page.length - 1),
    },
  };
}

export const recordConnection = <T extends { readonly id: number }>(
  records: readonly T[],
  paging: PagingArguments,
  node: (record: T) => unknown,
): object => connection(records, paging, { key: ({ id }) => id, node });

export const nodeOf = <T>(record: T | null | undefined, make: (record: T) => object) => (record ? make(record) : null);

export const isNamed = ({ login, name }: Pick<UserRecord, 'login' | 'name'>, query: string | null | undefined) =>
  !query || [login, name ?? ''].some((text) => text.toLowerCase().includes(query.toLowerCase()));

export function countOnly(totalCount: number): object {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
  return { totalCount, nodes: [], edges: [], pageInfo };
}

const cursorOf = (index: number, key: number) => Buffer.from(`cursor:v2:${index}:${key}`).toString('base64');

function positionOf<T>(cursor: string, items: readonly T[], keyOf: (item: T) => number) {
  const [, index, key] = /^cursor:v2:(\d+):(\d+)$/.exec(Buffer.from(cursor, 'base64').toString('utf8')) ?? [];
  if (index === undefined) {
    throw new PlatformError('INVALID_CURSOR_ARGUMENTS', `\`${cursor}\` does not appear to be a valid cursor.`);
  }
  const entry = items[Number(index)];
  const isAtCursor = entry !== undefined && keyOf(entry) === Number(key);
  const position = isAtCursor ? Number(index) : items.findIndex((item) => keyOf(item) === Number(key));
  return position === -1 ? { index: Number(index), next: Number(index) } : { index: position, next: position + 1 };
}

export function sortBy<T>(
  items: readonly T[],
  order: { readonly direction: OrderDirection } | null | undefined,
  key: (item: T) => string | number,
): readonly T[] {
  if (!order) return items;
  const sign = order.direction === 'ASC' ? 1 : -1;
  return items.toSorted((left, right) => sign * Number(key(left) > key(right)) - sign * Number(key(left) < key(right)));
}
