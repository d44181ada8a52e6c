import type { ForeignKeys } from './instance-keys.ts';
export interface OpenDatabase {
  readonly kind: 'open';
  readonly engine: 'SQLite' | 'PostgreSQL';
  /** Why writing fails, in the service's words; null if it works. */
  readonly readOnly: string | null;
  /** Rights that startup needs, in the service's words. */
  readonly missingRights: string | null;
  /** Both null without a server, or if it does not report them. */
  readonly postgresVersion: string | null;
  readonly encoding: string | null;
  /** Null without a server. */
  readonly connectionsMax: number | null;
  /** Schema version; 0 for an empty database. The program upgrades versions from `oldest`. */
  readonly version: number;
  readonly programVersion: number;
  readonly oldest: number;
  /** True if this program works with the database, possibly after missing migrations. */
  readonly servesProgram: boolean;
  /** Clock offset; null if it is this machine's clock. */
  readonly aheadMs: number | null;
  /** Of the newest unexpired sessions: how many were checked, and whose tokens decrypt. */
  readonly sessions: { readonly checked: number; readonly readable: number };
  readonly foreignKeys: ForeignKeys;
  /** Read from the newest session; null without one. */
  readonly tokensExpire: boolean | null;
  /** Null for a server. */
  readonly freeBytes: number | null;
}

/** `absent`: `problem` says why startup cannot create the file. `unusable`: `reason` contains no address or name. */
export type DatabaseInspection =
  | { readonly kind: 'absent'; readonly problem: string | null }
  | { readonly kind: 'unusable'; readonly reason: string }
  | OpenDatabase;

/** The checks write nothing. */
export interface DatabaseChecks {
  inspect(): Promise<DatabaseInspection>;
}
