import { styleText } from 'node:util';
import { csvLine } from '@orgdesk/contract/csv';
import CliTable from 'cli-table3';
import { print, printJson } from './print.ts';
import { printable } from './printable.ts';

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

export function textOf<Row>(format: 'table' | 'csv', rows: readonly Row[], columns: Columns<Row>): string {
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
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}

export function printOne<Row>(format: Format, row: Row, columns: Columns<Row>): void {
  if (format !== 'table') {
    if (format === 'json') printJson(row);
    else print(textOf(format, [row], columns));
    return;
  }
  const width = Math.max(...Object.keys(columns).map((name) => name.length));
  for (const [name, of] of Object.entries(columns)) {
    const heading = name.replaceAll('-', ' ').toUpperCase().padEnd(width);
    print(`${styleText('bold', heading)}  ${printable(`${of(row) ?? ''}`)}\n`);
  }
}
