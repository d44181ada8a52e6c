/** Connections of one kind. */
export interface PoolReadings {
  readonly pool: 'reading' | 'writing';
  readonly inUse: number;
  readonly idle: number;
  /** Who waits for one. */
  readonly waiting: number;
  readonly limit: number;
}

/** How busy the database is, as this process sees it. */
export interface DatabaseReadings {
  readonly engine: 'sqlite' | 'postgresql';
  /** Of SQLite, whose one connection everybody shares, none. */
  readonly pools: readonly PoolReadings[];
  /** Of SQLite alone; null without a file. */
  readonly file: {
    readonly bytes: number;
    /** Of what is not written back yet. */
    readonly walBytes: number;
    /** Where it is; what is free is free for this user. Null when its folder is gone. */
    readonly disk: { readonly bytes: number; readonly freeBytes: number } | null;
  } | null;
  /** How often another process was waited for, since this one began; always 0 on PostgreSQL. */
  readonly busyWaits: number;
}

/** What stands in the database, counted there. */
export interface StoredCounts {
  readonly sessions: number;
  readonly users: number;
  /** When the last backup was finished; null when none is known of. */
  readonly backedUpAt: Date | null;
  /** Jobs that have not ended. */
  readonly jobs: readonly {
    readonly kind: 'invitations' | 'access-export';
    readonly state: string;
    readonly jobs: number;
  }[];
  /** Rows of jobs, exports, and rows of audit trails; about how many bytes, or null where that is not counted. */
  readonly stored: readonly {
    readonly kind: 'invitation-job' | 'access-export' | 'audit-trail';
    readonly rows: number;
    readonly bytes: number | null;
  }[];
}
