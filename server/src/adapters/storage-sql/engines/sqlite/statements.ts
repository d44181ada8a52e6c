import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

const STATEMENTS_KEPT = 200;

/** A statement of this connection, ready to run. */
export interface PreparedStatement {
  /** Whether it gives rows. */
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { readonly changes: number | bigint };
}

/** Prepares statements and keeps the ones used last, so that a repeated query is parsed once. */
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
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
  };
}
