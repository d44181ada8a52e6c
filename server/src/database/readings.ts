export interface PoolReadings {
  readonly pool: 'reading' | 'writing';
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
  readonly limit: number;
}

export interface DatabaseReadings {
  readonly engine: 'sqlite' | 'postgresql';
  /** Empty for SQLite, which shares one connection. */
  readonly pools: readonly PoolReadings[];
  /** SQLite only; null without a file. */
  readonly file: {
    readonly bytes: number;
    /** Size of the write-ahead log. */
    readonly walBytes: number;
    /** `freeBytes` is available to this user. Null if the folder is missing. */
    readonly disk: { readonly bytes: number; readonly freeBytes: number } | null;
  } | null;
  /** Waits for another process; always 0 on PostgreSQL. */
  readonly busyWaits: number;
  /** Statements and transactions repeated after a serialization failure or deadlock; always 0 on SQLite. */
  readonly conflictRetries: number;
}
