import { csvOf } from '../../../lib/download.ts';
import type { Read } from '../../../lib/reading/read.ts';
import { type ListRows, shownColumns } from '../list.ts';

export function csvOfRows<Row, Context>(
  list: ListRows<Row, Context>,
  rows: readonly Row[],
  context: Context,
  /** Headings. */
  hidden?: ReadonlySet<string>,
): string {
  const cells = shownColumns(list, context, hidden).flatMap(({ heading, csv = {} }) =>
    typeof csv === 'function' ? [[heading, csv] as const] : Object.entries(csv),
  );
  return csvOf([cells.map(([heading]) => heading), ...rows.map((row) => cells.map(([, cell]) => cell(row, context)))]);
}

/** The end of a file whose rows are of a read that was not whole: a line for each part that is missing. */
export const unreadLines = (read: Read<unknown>): string =>
  read.kind === 'whole' ? '' : csvOf([...new Set(read.unread)].map((part) => [`Not loaded: ${part}`]));
