import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Connections } from './connection.ts';
import type { StatementResult } from './prepared-statement.ts';

/** A pooler's connection does not know the name, or already has it. */
const NAME_UNKNOWN = '26000';
const NAME_TAKEN = '42P05';

export const rowsOf = <R>(answer: StatementResult): readonly R[] => answer.rows as R[];

/**
 * Planning takes longer than running. Poolers may not track names: after the first such error the query runs unnamed.
 */
export function prepareRead<R>(
  connections: Pick<Connections, 'query' | 'run'>,
  sql: string,
): (parameters: readonly unknown[]) => Promise<readonly R[]> {
  // Pooled connections outlive programs: the name must not match another version's query.
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
