import type { AuditHeadStore } from './audit/heads.ts';
import { createAuditHeadStore } from './audit/store/audit-heads.ts';
import { createAuditTrailStore } from './audit/store/audit-trail.ts';
import type { AuditTrailStore } from './audit/store/types.ts';
import { connect, tracedEngine } from './database/engines/connect.ts';
import type { DatabaseReadings } from './database/engines/engine.ts';
import type { PostgresOptions } from './database/engines/postgres/engine.ts';
import {
  createInstanceKeyStore,
  createLeaseStore,
  createSharedCountStore,
  type InstanceKeyStore,
  type LeaseStore,
  type SharedCountStore,
} from './database/instances.ts';
import {
  type MigrationReport,
  migrate,
  requireMigrated,
  type SchemaState,
  schemaState,
} from './database/migrations/migrate.ts';
import { createPackageStore, type PackageStore } from './database/packages.ts';
import { type AppliedFileStore, createAppliedFileStore } from './features/organization-files/store.ts';
import { createOwnerRulesStore, type OwnerRulesStore } from './features/owner-rules/store.ts';
import { createDismissedFindingStore, type DismissedFindingStore } from './features/people/dismissal-store.ts';
import { type AccessReviewStore, createAccessReviewStore } from './features/people/store.ts';
import type { RunStore } from './features/runs/records.ts';
import { createRunStore } from './features/runs/store.ts';
import { createDeviceRequestStore, type DeviceRequestStore } from './features/sign-in/device-store.ts';
import { createEventStore, type EventStore } from './features/webhooks/store.ts';
import { type AppWorkStore, createAppWorkStore } from './jobs/store/app-work.ts';
import { deleteUnneeded, type UnneededRows } from './jobs/store/cleanup.ts';
import { createDueWorkStore, type DueWorkStore } from './jobs/store/due-work.ts';
import { createJobStore } from './jobs/store/jobs.ts';
import type { JobStore } from './jobs/store/types.ts';
import type { KeyPrints, TokenCipher } from './lib/secrets.ts';
import type { Log } from './lib/system.ts';
import type { Traces } from './lib/traces.ts';
import { type DatabaseInspection, inspectDatabase, noteBackup } from './operate/doctor/store.ts';
import { readStoredCounts, type StoredCounts } from './operate/metrics/store.ts';
import { createReencrypt, type Reencrypt } from './sessions/store/encrypted-grant.ts';
import type { InstallationStore } from './sessions/store/installation-types.ts';
import { createInstallationStore } from './sessions/store/installations.ts';
import { createObservationSequence } from './sessions/store/observations.ts';
import { createSessionStore } from './sessions/store/sessions.ts';
import type { SessionStore } from './sessions/store/types.ts';

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
  readonly appWork: AppWorkStore;
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
  readonly reencrypt: Reencrypt;
  /** Rejects unless the database responds, is writable and fully migrated. */
  ready(): Promise<void>;
  /** Returns null if the database uses this machine's clock. */
  time(): Promise<Date | null>;
  /** Never rejects. */
  inspectDatabase(now: () => Date, prints: KeyPrints): Promise<DatabaseInspection>;
  close(): Promise<void>;
}

interface SqlStorageDeps {
  readonly url: string;
  readonly cipher: TokenCipher;
  readonly log: Log;
  readonly postgres?: PostgresOptions;
  readonly traces?: Pick<Traces, 'within'> | undefined;
}

/**
 * Creates no tables: call `migrate` first. Rejects an unusable URL or SQLite file; an unavailable PostgreSQL only fails
 * calls.
 */
export async function createSqlStorage({ url, cipher, log, postgres, traces }: SqlStorageDeps): Promise<Storage> {
  const plain = await connect(url, log, postgres);
  const engine = traces === undefined ? plain : tracedEngine(plain, traces);
  const observations = createObservationSequence(engine);
  const sessions = createSessionStore(engine, cipher, log);
  const leases = createLeaseStore(engine);
  const dueWork = createDueWorkStore(engine);
  return {
    sessions,
    deviceRequests: createDeviceRequestStore(engine),
    installations: createInstallationStore(engine, observations),
    events: createEventStore(engine, observations),
    leases,
    dueWork,
    instanceKeys: createInstanceKeyStore(engine, leases),
    sharedCounts: engine.servesMachines ? createSharedCountStore(engine) : null,
    jobs: createJobStore(engine),
    accessReviews: createAccessReviewStore(engine),
    dismissedFindings: createDismissedFindingStore(engine),
    appliedFiles: createAppliedFileStore(engine),
    ownerRules: createOwnerRulesStore(engine),
    appWork: createAppWorkStore(engine),
    packages: createPackageStore(engine),
    runs: createRunStore(engine),
    auditTrail: createAuditTrailStore(engine),
    auditHeads: createAuditHeadStore(engine, cipher),
    deleteUnneeded: (now, stop) => deleteUnneeded(engine, now, stop),
    readings: () => engine.readings(),
    noteBackup: (finishedAt) => noteBackup(engine, finishedAt),
    storedCounts: (now) => readStoredCounts(engine, sessions, dueWork, now),
    migrate: () => migrate(engine),
    schema: () => schemaState(engine),
    reencrypt: createReencrypt(engine, cipher),
    async time() {
      if (!engine.servesMachines) return null;
      const [row] = await engine.read(engine.db.selectNoFrom(engine.nowMs.as('now_ms')).compile());
      return row === undefined ? null : new Date(Number(row.now_ms));
    },
    inspectDatabase: (now, prints) => inspectDatabase(engine, { cipher, prints, now }),
    async ready() {
      await requireMigrated(engine);
      await engine.requireWritable();
      await engine.requireRoom();
    },
    close: () => engine.close(),
  };
}
