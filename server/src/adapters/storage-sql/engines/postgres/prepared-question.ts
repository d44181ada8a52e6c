import type pg from 'pg';
import { parserOf } from './parsers.ts';

/** A query that connections plan once, and know by a name. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** What a query was answered. */
export interface Answer {
  readonly rows: readonly unknown[];
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** What connections have planned, by name, and what the columns of the answers are. */
const planned = new WeakMap<pg.Connection, Map<string, readonly Column[]>>();

/**
 * A prepared statement with its parameters, as `pg` takes what knows how to send itself.
 *
 * Queries of `pg` have their columns described with every answer. This one asks for that only when a connection plans it:
 * reading a description takes longer than reading a row.
 */
export class PreparedQuestion implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  callback: (...answer: [error: Error] | [error: null, answer: Answer]) => void = () => {};
  readonly #parameters: readonly unknown[];
  readonly #rows: unknown[] = [];
  #columns: readonly Column[] = [];
  #learn: (columns: readonly Column[]) => void = () => {};

  constructor({ name, text }: PreparedStatement, parameters: readonly unknown[]) {
    this.name = name;
    this.text = text;
    this.#parameters = parameters;
  }

  submit(connection: pg.Connection): void {
    const { name, text } = this;
    const known = planned.get(connection) ?? new Map<string, readonly Column[]>();
    const columns = known.get(name);
    connection.stream.cork();
    if (columns === undefined) connection.parse({ name, text, types: [] }, true);
    connection.bind({ statement: name, values: this.#parameters.map(textOf) }, true);
    if (columns === undefined) {
      connection.describe({ type: 'P', name: '' }, true);
      this.#learn = (described) => planned.set(connection, known.set(name, described));
    } else this.#columns = columns;
    connection.execute(null, true);
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
    this.#learn(this.#columns);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    let place = 0;
    for (const { name, parse } of this.#columns) {
      const text = fields[place] ?? null;
      row[name] = text === null ? null : parse(text);
      place += 1;
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null, { rows: this.#rows });
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

const textOf = (value: unknown): string | null => (value === null || typeof value === 'string' ? value : String(value));
