import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

const STATEMENTS_KEPT = 200;

export interface PreparedStatement {
  /** Whether the statement returns rows. */
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { readonly changes: number | bigint };
}

export function preparedOnce(database: DatabaseSync): (sql: string) => PreparedStatement {
  const kept = new Map<string, PreparedStatement>();
  return (sql) => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const statement = preparedStatement(database.prepare(sql));
    const [oldest] = kept.keys();
    if (kept.size >= STATEMENTS_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(sql, statement);
    return statement;
  };
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
  let place = 0;
  for (const name of names) {
    row[name] = values[place] ?? null;
    place += 1;
  }
  return row;
}
