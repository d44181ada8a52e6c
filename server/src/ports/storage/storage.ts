import type { AccessReviewStore } from '../access-reviews.ts';
import type { AppliedFileStore } from '../applied-files.ts';
import type { AuditHeadStore } from '../audit-heads.ts';
import type { DeviceRequestStore } from '../device-requests.ts';
import type { DismissedFindingStore } from '../dismissed-findings.ts';
import type { OwnerRulesStore } from '../owner-rules.ts';
import type { RunStore } from '../runs.ts';
import type { AuditTrailStore } from './audit-trail.ts';
import type { DatabaseInspection } from './database-checks.ts';
import type { DueWorkStore } from './due-work.ts';
import type { EventStore } from './events.ts';
import type { InstallationStore } from './installations.ts';
import type { InstanceKeyStore, KeyPrints } from './instance-keys.ts';
import type { JobStore } from './jobs.ts';
import type { LeaseStore } from './leases.ts';
import type { PackageStore } from './packages.ts';
import type { DatabaseReadings, StoredCounts } from './readings.ts';
import type { ReencryptedPage, ReencryptRequest } from './reencryption.ts';

import type { MigrationReport, SchemaState } from './schema.ts';
import type { SessionStore } from './sessions.ts';
import type { SharedCountStore } from './shared-counts.ts';

export interface UnneededRows {
  readonly users: number;
  readonly organizations: number;
  readonly observations: number;
}

export interface Storage {
  readonly sessions: SessionStore;
  readonly deviceRequests: DeviceRequestStore;
  readonly installations: InstallationStore;
  readonly events: EventStore;
  readonly leases: LeaseStore;
  readonly dueWork: DueWorkStore;
  readonly instanceKeys: InstanceKeyStore;
  /** Null where all instances are on one machine: there each counts by itself. */
  readonly sharedCounts: SharedCountStore | null;
  readonly jobs: JobStore;
  readonly accessReviews: AccessReviewStore;
  readonly dismissedFindings: DismissedFindingStore;
  readonly appliedFiles: AppliedFileStore;
  readonly ownerRules: OwnerRulesStore;
  readonly packages: PackageStore;
  readonly runs: RunStore;
  readonly auditTrail: AuditTrailStore;
  readonly auditHeads: AuditHeadStore;
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
  /** Encrypts tokens with the first key of `TOKEN_SECRET`, or only counts them. Skips a pair refreshed meanwhile. */
  reencrypt(page: ReencryptRequest): Promise<ReencryptedPage>;
  /** Rejects unless the database responds, is writable and fully migrated. */
  ready(): Promise<void>;
  /** Returns null if the database uses this machine's clock. */
  time(): Promise<Date | null>;
  /** Never rejects. */
  inspectDatabase(now: () => Date, prints: KeyPrints): Promise<DatabaseInspection>;
  close(): Promise<void>;
}
