import pg from 'pg';

const { INT8, JSON: JSON_TYPE } = pg.types.builtins;

export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

export interface StatementResult {
  readonly rows: readonly unknown[];
}

interface ResultColumn {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

const planned = new WeakMap<pg.Connection, Map<string, readonly ResultColumn[]>>();

/**
 * Requests a column description only when planning; `pg` requests one with every result, which costs more than reading
 * a row. The connection must be idle.
 */
export const runPrepared = (
  client: pg.ClientBase,
  { name, text }: NamedStatement,
  parameters: readonly unknown[],
  limitMs?: number,
): Promise<StatementResult> =>
  new Promise((resolve, reject) => {
    const rows: unknown[] = [];
    let columns: readonly ResultColumn[] = [];
    let learn = (_columns: readonly ResultColumn[]): void => {};

    const query = {
      name,
      text,
      query_timeout: limitMs,
      /** `pg` wraps this in its time limit. */
      callback: (error: Error | null): void => (error === null ? resolve({ rows }) : reject(error)),
      submit(connection: pg.Connection): void {
        const statements = planned.get(connection) ?? new Map<string, readonly ResultColumn[]>();
        const described = statements.get(name);
        connection.stream.cork();
        if (described === undefined) connection.parse({ name, text, types: [] }, true);
        connection.bind({ statement: name, values: parameters.map(textOf) }, true);
        if (described === undefined) {
          connection.describe({ type: 'P', name: '' }, true);
          learn = (learned) => planned.set(connection, statements.set(name, learned));
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
        let index = 0;
        for (const column of columns) {
          const value = fields[index] ?? null;
          row[column.name] = value === null ? null : column.parse(value);
          index += 1;
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

/** Returns 64-bit integers as numbers (ours are safe) and JSON as text. */
export function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === INT8) return Number;
  if (type === JSON_TYPE) return String;
  return pg.types.getTypeParser(type, format as 'text');
}
