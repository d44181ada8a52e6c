import type { AccessExportStore } from './access-exports.ts';
import type { AuditTrailStore } from './audit-trail.ts';
import type { SeenDatabase } from './database-checks.ts';
import type { EventStore } from './events.ts';
import type { InstallationStore } from './installations.ts';
import type { InstanceKeyStore, KeyPrints } from './instance-keys.ts';
import type { InvitationJobStore } from './invitation-jobs.ts';
import type { LeaseStore } from './leases.ts';
import type { DatabaseReadings, StoredCounts } from './readings.ts';
import type { MigrationReport, SchemaState } from './schema.ts';
import type { SealedPage, SealingPage } from './sealing.ts';
import type { SessionStore } from './sessions.ts';
import type { SharedCountStore } from './shared-counts.ts';

/** What was deleted because no session needs it, by kind. */
export interface UnneededRows {
  readonly users: number;
  readonly organizations: number;
  readonly observations: number;
}

/** The database as a whole. */
export interface Storage {
  readonly sessions: SessionStore;
  readonly installations: InstallationStore;
  readonly events: EventStore;
  readonly leases: LeaseStore;
  readonly instanceKeys: InstanceKeyStore;
  /** Null where all instances are on one machine: there each counts by itself. */
  readonly sharedCounts: SharedCountStore | null;
  readonly invitationJobs: InvitationJobStore;
  readonly accessExports: AccessExportStore;
  readonly auditTrail: AuditTrailStore;
  /**
   * Deletes accounts that no session needs, the order of looks at installations that are gone, and bodies of events that
   * are old, in small batches. Told to stop, it ends after the batch it is at.
   */
  deleteUnneeded(now: Date, stop?: AbortSignal): Promise<UnneededRows>;
  /** How busy it is. Asks nobody. */
  readings(): DatabaseReadings;
  /** Stores when the last backup was finished. */
  noteBackup(finishedAt: Date): Promise<void>;
  /** Counts what is open. May take long where there are many sessions. */
  storedCounts(now: Date): Promise<StoredCounts>;
  /**
   * Applies missing migrations; safe to call from several processes at once. Rejects when the database is newer and does not
   * serve this program.
   */
  migrate(): Promise<MigrationReport>;
  /** How the schema compares with this program; changes nothing, and works on an empty database. */
  schema(): Promise<SchemaState>;
  /**
   * Looks at the tokens of the next sessions behind a key, and seals with the first key of `TOKEN_SECRET` those that another
   * one sealed, unless it is only to look. A pair that is refreshed meanwhile is left as it is stored.
   */
  sealAnew(page: SealingPage): Promise<SealedPage>;
  /**
   * Resolves when the database answers, can be written to and has every migration; rejects otherwise, also when the file
   * of a database was removed or broken.
   */
  ready(): Promise<void>;
  /** The database's time; null where it has the clock of this machine. */
  time(): Promise<Date | null>;
  /** What a check of the set-up finds, by who has these keys; never rejects. */
  look(now: () => Date, prints: KeyPrints): Promise<SeenDatabase>;
  close(): Promise<void>;
}
