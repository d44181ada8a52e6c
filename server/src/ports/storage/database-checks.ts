import type { ForeignKeys } from './instance-keys.ts';

/** A database that answers. */
export interface OpenDatabase {
  readonly kind: 'open';
  readonly engine: 'SQLite' | 'PostgreSQL';
  /** Why nothing can be written, in words of ours; null when it can. */
  readonly readOnly: string | null;
  /** What the user of the database may not do and the start needs, in words of ours; null when nothing is missing. */
  readonly missingRights: string | null;
  /** How many connections that user may have in all; null where there is no server. */
  readonly connectionsMax: number | null;
  /** How many steps of the schema it has, and how many this program knows. */
  readonly version: number;
  readonly known: number;
  /** Whether a database with more steps says that it still serves this program. */
  readonly servesProgram: boolean;
  /** How far its clock is ahead of ours; null where it is ours. */
  readonly aheadMs: number | null;
  /** Of the newest sessions that have not ended: how many were looked at, and the tokens of how many open. */
  readonly sessions: { readonly checked: number; readonly readable: number };
  /** Whether an instance that runs on it has other keys. */
  readonly foreignKeys: ForeignKeys;
  /** Whether the token of the newest session ends by itself; null when there is no session. */
  readonly tokensExpire: boolean | null;
  /** Room where the file is; null for a server. */
  readonly freeBytes: number | null;
}

/**
 * What was found. `absent`: the file is not there yet, and `problem` is why the first start could not make it, null when
 * it can. `unusable`: `reason` is in words of ours, without an address or a name.
 */
export type SeenDatabase =
  | { readonly kind: 'absent'; readonly problem: string | null }
  | { readonly kind: 'unusable'; readonly reason: string }
  | OpenDatabase;

/** What a check of the set-up asks the database. Nothing is written, no file is made, no step is applied. */
export interface DatabaseChecks {
  look(): Promise<SeenDatabase>;
}
