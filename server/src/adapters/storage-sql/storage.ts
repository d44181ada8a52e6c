import { sql } from 'kysely';
import { JOB_KINDS, type JobKind } from '../../domain/jobs/job.ts';
import type { Traces } from '../../ports/operators/traces.ts';
import type { DueWorkStore } from '../../ports/storage/due-work.ts';
import type { StoredCounts } from '../../ports/storage/readings.ts';
import type { SessionStore } from '../../ports/storage/sessions.ts';
import type { Storage } from '../../ports/storage/storage.ts';
import type { Log } from '../../ports/system.ts';
import type { TokenCipher } from '../../security/token-cipher.ts';
import { createAccessReviewStore } from './access-reviews.ts';
import { createAuditTrailStore } from './audit-trail/audit-trail.ts';
import { createAuditHeadStore } from './audit-trail/heads/audit-heads.ts';
import { readHeadTimes } from './audit-trail/heads/head-times.ts';
import { lastBackup, noteBackup } from './checks/backups.ts';
import { inspectDatabase } from './checks/inspect-database.ts';
import { deleteUnneeded } from './clearing.ts';
import { createDismissedFindingStore } from './dismissed-findings.ts';
import { createDueWorkStore } from './due-work/due-work.ts';
import { connect } from './engines/connect.ts';
import type { Engine } from './engines/engine.ts';
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

const sum = (column: string) => sql<number>`coalesce(sum(${sql.raw(column)}), 0)`;

async function readStoredCounts(
  { db, read }: Pick<Engine, 'db' | 'read'>,
  sessions: Pick<SessionStore, 'count'>,
  dueWork: Pick<DueWorkStore, 'counts'>,
  now: Date,
): Promise<StoredCounts> {
  const open = await read(
    db
      .selectFrom('jobs')
      .select(['kind', 'state', sql<number>`count(*)`.as('jobs')])
      .where('ended_at', 'is', null)
      .groupBy(['kind', 'state'])
      .compile(),
  );
  const stored = await read(
    db
      .selectFrom('jobs')
      .select(['kind', sql<number>`count(*)`.as('jobs'), sum('row_count').as('rows'), sum('byte_count').as('bytes')])
      .groupBy('kind')
      .compile(),
  );
  const storedOf = (kind: JobKind) => {
    const { jobs = 0, rows = 0, bytes = 0 } = stored.find((one) => one.kind === kind) ?? {};
    // The rows of an export are lines of its file.
    return { kind, rows: Number(kind === 'access-export' ? jobs : rows), bytes: Number(bytes) };
  };
  // Numbers have no gaps, so rows need not be counted.
  const [ofTrails] = await read(
    db.selectFrom('audit_heads').select(sum('newest_number - first_number + 1').as('rows')).compile(),
  );
  return {
    ...(await sessions.count(now)),
    backedUpAt: await lastBackup({ db, read }),
    jobs: open.map(({ kind, state, jobs }) => ({ kind, state, jobs: Number(jobs) })),
    work: await dueWork.counts(now),
    auditHeads: await readHeadTimes({ db, read }),
    stored: [...JOB_KINDS.map(storedOf), { kind: 'audit-trail', rows: Number(ofTrails?.rows ?? 0), bytes: null }],
  };
}
