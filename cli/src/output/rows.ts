import { stripVTControlCharacters, styleText } from 'node:util';
import { csvLine } from '@orgdesk/contract/csv';
import CliTable from 'cli-table3';
import { print, printable, printJson } from './print.ts';

export type Format = 'table' | 'csv' | 'json';

export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | boolean | null>>;

const NO_LINES = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
    .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'])
    .map((name) => [name, '']),
);

export function printRows<Row>(format: Format, rows: readonly Row[], columns: Columns<Row>): void {
  if (format === 'json') printJson(rows);
  else print(textOf(format, rows, columns));
}

/** A table wider than the terminal, whose lines would break, is a block of lines for each row instead. */
export function textOf<Row>(
  format: 'table' | 'csv',
  rows: readonly Row[],
  columns: Columns<Row>,
  width = process.stdout.columns || process.stderr.columns || Number.POSITIVE_INFINITY,
): string {
  const names = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((of) => `${of(row) ?? ''}`));
  if (format === 'csv') return [names, ...cells].map(csvLine).join('');
  if (rows.length === 0) return 'None.\n';
  const table = new CliTable({
    head: names.map((name) => styleText('bold', name.replaceAll('-', ' ').toUpperCase())),
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
  });
  table.push(...cells.map((row) => row.map(printable)));
  const lines = table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
  if (lines.some((line) => stripVTControlCharacters(line).length > width))
    return cells.map((row) => blockOf(names, row)).join('\n');
  return `${lines.join('\n')}\n`;
}

function blockOf(names: readonly string[], cells: readonly string[]): string {
  const width = Math.max(...names.map((name) => name.length));
  return names
    .map((name, index) => {
      const heading = name.replaceAll('-', ' ').toUpperCase().padEnd(width);
      return `${`${styleText('bold', heading)}  ${printable(cells[index] ?? '')}`.trimEnd()}\n`;
    })
    .join('');
}

export function printOne<Row>(format: Format, row: Row, columns: Columns<Row>): void {
  if (format === 'json') printJson(row);
  else if (format === 'csv') print(textOf(format, [row], columns));
  else {
    const cells = Object.values(columns).map((of) => `${of(row) ?? ''}`);
    print(blockOf(Object.keys(columns), cells));
  }
}
