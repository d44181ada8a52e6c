import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';

/** What databases that speak PostgreSQL's protocol do not have in common. */
export interface PostgresProfile extends Pick<Engine, 'changeRows' | 'keepRows' | 'limitsConnections'> {
  readonly begin: string;
  /** If false, each schema statement commits by itself and no table can be locked. */
  readonly schemaInTransactions: boolean;
  readonly token: RawBuilder<unknown>;
  readonly newRow: (column: string) => RawBuilder<unknown>;
  readonly oldRow: (column: string) => RawBuilder<unknown>;
}

export const POSTGRESQL: PostgresProfile = {
  begin: 'begin',
  schemaInTransactions: true,
  changeRows: sql`for no key update`,
  keepRows: sql`for key share`,
  limitsConnections: true,
  token: sql`text collate "C"`,
  newRow: (column) => sql`new.${sql.raw(column)}`,
  oldRow: (column) => sql`old.${sql.raw(column)}`,
};

/** Uses only what PostgreSQL has too. Serializable isolation replaces the weaker locks. */
export const COCKROACHDB: PostgresProfile = {
  begin: 'begin isolation level serializable',
  schemaInTransactions: false,
  changeRows: sql`for update`,
  keepRows: sql``,
  limitsConnections: false,
  token: sql`text`,
  newRow: (column) => sql`(new).${sql.raw(column)}`,
  oldRow: (column) => sql`(old).${sql.raw(column)}`,
};
