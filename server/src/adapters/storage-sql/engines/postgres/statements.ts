import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Connections } from './connection.ts';
import type { Answer } from './prepared-statement.ts';

/** What the server says when a pooler gave the query a connection that knows the name not at all, or already. */
const NAME_UNKNOWN = '26000';
const NAME_TAKEN = '42P05';

/** The rows of an answer, as the query that was asked types them. */
export const rowsOf = <R>(answer: Answer): readonly R[] => answer.rows as R[];

/**
 * A query that each connection plans once, under a name; planning would take longer than running it.
 *
 * A pooler that lends connections for one transaction may not keep track of names. The first refusal of that
 * kind ends their use, and the query is run without one from then on: slower, but right.
 */
export function prepareRead<R>(
  connections: Pick<Connections, 'query' | 'run'>,
  sql: string,
): (parameters: readonly unknown[]) => Promise<readonly R[]> {
  // Connections outlive programs behind a pooler: the name must not stand for another version's query.
  const name = `orgdesk_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`;
  const statement = { name, text: sql };
  let named = true;

  return async (parameters) => {
    if (named) {
      try {
        return rowsOf<R>(await connections.run(statement, parameters));
      } catch (error) {
        if (!isNameRefused(error)) throw error;
        named = false;
      }
    }
    return rowsOf<R>(await connections.query({ text: sql, values: [...parameters] }));
  };
}

const isNameRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === NAME_UNKNOWN || error.code === NAME_TAKEN);
