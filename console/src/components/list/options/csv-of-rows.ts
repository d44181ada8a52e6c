import { csvOf } from '../../../lib/keeping/csv.ts';
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
