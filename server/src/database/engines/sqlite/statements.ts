import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { SQLITE_STATEMENTS_MAX } from '../../../lib/limits/storage.ts';

export interface PreparedStatement {
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { readonly changes: number | bigint };
}

export function preparedOnce(database: DatabaseSync): (sql: string) => PreparedStatement {
  const statements = new LRUCache<string, PreparedStatement>({
    max: SQLITE_STATEMENTS_MAX,
    memoMethod: (sql) => preparedStatement(database.prepare(sql)),
  });
  return (sql) => statements.memo(sql);
}

function preparedStatement(statement: StatementSync): PreparedStatement {
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  return {
    reader: names.length > 0,
    all: (parameters) => {
      const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as SQLOutputValue[][];
      return rows.map((values) => rowOf(names, values));
    },
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
  };
}

/** Row objects of `node:sqlite` are dictionaries, which are slower to fill and read. */
function rowOf(names: readonly string[], values: readonly SQLOutputValue[]): Readonly<Record<string, SQLOutputValue>> {
  const row: Record<string, SQLOutputValue> = {};
  let index = 0;
  for (const name of names) {
    row[name] = values[index] ?? null;
    index += 1;
  }
  return row;
}
