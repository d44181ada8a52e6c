import type { AccessExportStore } from './access-exports.ts';
import type { AuditTrailStore } from './audit-trail.ts';
import type { DatabaseInspection } from './database-checks.ts';
import type { EventStore } from './events.ts';
import type { InstallationStore } from './installations.ts';
import type { InstanceKeyStore, KeyPrints } from './instance-keys.ts';
import type { InvitationJobStore } from './invitation-jobs.ts';
import type { LeaseStore } from './leases.ts';
import type { DatabaseReadings, StoredCounts } from './readings.ts';
import type { MigrationReport, SchemaState } from './schema.ts';
import type { ReencryptedPage, ReencryptRequest } from './sealing.ts';
import type { SessionStore } from './sessions.ts';
import type { SharedCountStore } from './shared-counts.ts';

export interface UnneededRows {
  readonly users: number;
  readonly organizations: number;
  readonly observations: number;
}

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
   * Deletes rows that no session needs, and old event bodies, in small batches. When aborted, it ends after the current
   * batch.
   */
  deleteUnneeded(now: Date, stop?: AbortSignal): Promise<UnneededRows>;
  /** Makes no query. */
  readings(): DatabaseReadings;
  noteBackup(finishedAt: Date): Promise<void>;
  /** Slow with many sessions. */
  storedCounts(now: Date): Promise<StoredCounts>;
  /** Safe from several processes at once. Rejects if the database is too new for this program. */
  migrate(): Promise<MigrationReport>;
  /** Read-only; works on an empty database. */
  schema(): Promise<SchemaState>;
  /** Reseals tokens with the first key of `TOKEN_SECRET`, or only counts them. Skips a pair refreshed meanwhile. */
  reencrypt(page: ReencryptRequest): Promise<ReencryptedPage>;
  /** Rejects unless the database responds, is writable and fully migrated. */
  ready(): Promise<void>;
  /** Returns null if the database uses this machine's clock. */
  time(): Promise<Date | null>;
  /** What a check of the set-up with these keys finds; never rejects. */
  inspectDatabase(now: () => Date, prints: KeyPrints): Promise<DatabaseInspection>;
  close(): Promise<void>;
}
