import type { Traces } from '../../ports/operators/traces.ts';
import type { Storage } from '../../ports/storage/storage.ts';
import type { Log } from '../../ports/system.ts';
import type { TokenCipher } from '../../security/token-cipher.ts';
import { createAccessReviewStore } from './access-reviews.ts';
import { createAuditTrailStore } from './audit-trail/audit-trail.ts';
import { createAuditHeadStore } from './audit-trail/heads/audit-heads.ts';
import { noteBackup } from './checks/backups.ts';
import { inspectDatabase } from './checks/inspect-database.ts';
import { deleteUnneeded } from './clearing.ts';
import { createDismissedFindingStore } from './dismissed-findings.ts';
import { createDueWorkStore } from './due-work/due-work.ts';
import { connect } from './engines/connect.ts';
import type { PostgresOptions } from './engines/postgres/engine.ts';
import { tracedEngine } from './engines/traced-engine.ts';
import { createInstallationStore } from './installations/installations.ts';
import { createObservationSequence } from './installations/observations.ts';
import { createInstanceKeyStore } from './instances/instance-keys.ts';
import { createLeaseStore } from './instances/leases.ts';
import { createSharedCountStore } from './instances/shared-counts.ts';
import { createAppliedFileStore } from './jobs/applied-files.ts';
import { createJobStore } from './jobs/jobs.ts';
import { createRunStore } from './jobs/runs.ts';
import { migrate, requireMigrated, schemaState } from './migrations/migrate.ts';
import { createOwnerRulesStore } from './owner-rules.ts';
import { createPackageStore } from './packages.ts';
import { createEventStore } from './seen-events.ts';
import { createDeviceRequestStore } from './sessions/devices/device-requests.ts';
import { createReencrypt } from './sessions/reencrypt.ts';
import { createSessionStore } from './sessions/sessions.ts';
import { readStoredCounts } from './stored-counts.ts';

export interface SqlStorageDeps {
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
