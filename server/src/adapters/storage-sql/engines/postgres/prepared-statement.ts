import type pg from 'pg';
import { parserOf } from './parsers.ts';

export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

export interface Answer {
  readonly rows: readonly unknown[];
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

const planned = new WeakMap<pg.Connection, Map<string, readonly Column[]>>();

/**
 * `pg` requests a column description with every result, which costs more than reading a row. This requests it only when
 * planning. The connection must be idle.
 */
export const runPrepared = (
  client: pg.ClientBase,
  { name, text }: PreparedStatement,
  parameters: readonly unknown[],
  limitMs?: number,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const rows: unknown[] = [];
    let columns: readonly Column[] = [];
    let learn = (_columns: readonly Column[]): void => {};

    const query = {
      name,
      text,
      query_timeout: limitMs,
      /** `pg` wraps this in its time limit. */
      callback: (error: Error | null): void => (error === null ? resolve({ rows }) : reject(error)),
      submit(connection: pg.Connection): void {
        const known = planned.get(connection) ?? new Map<string, readonly Column[]>();
        const described = known.get(name);
        connection.stream.cork();
        if (described === undefined) connection.parse({ name, text, types: [] }, true);
        connection.bind({ statement: name, values: parameters.map(textOf) }, true);
        if (described === undefined) {
          connection.describe({ type: 'P', name: '' }, true);
          learn = (learned) => planned.set(connection, known.set(name, learned));
        } else columns = described;
        connection.execute(null, true);
        connection.sync();
        connection.stream.uncork();
      },
      handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
        columns = fields.map((field) => ({ name: field.name, parse: parserOf(field.dataTypeID) }));
        learn(columns);
      },
      handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
        const row: Record<string, unknown> = {};
        let place = 0;
        for (const column of columns) {
          const value = fields[place] ?? null;
          row[column.name] = value === null ? null : column.parse(value);
          place += 1;
        }
        rows.push(row);
      },
      handleCommandComplete: () => {},
      handleReadyForQuery: () => query.callback(null),
      handleError: (error: Error) => query.callback(error),
    };
    client.query(query);
  });

const textOf = (value: unknown): string | null => (value === null || typeof value === 'string' ? value : String(value));
