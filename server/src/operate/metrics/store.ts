import { sql } from 'kysely';
import { readHeadTimes, type TimesOfHeads } from '../../audit/store/tree-records.ts';
import type { Engine } from '../../database/engines/engine.ts';
import { JOB_KINDS, type JobKind, type WorkCount } from '../../domain/job.ts';
import type { DueWorkStore } from '../../jobs/store/due-work.ts';
import type { SessionStore } from '../../sessions/store/types.ts';
import { lastBackup } from '../doctor/store.ts';

export interface StoredCounts {
  readonly sessions: number;
  readonly users: number;
  /** When the last backup finished; null if unknown. */
  readonly backedUpAt: Date | null;
  readonly jobs: readonly {
    readonly kind: JobKind;
    readonly state: string;
    readonly jobs: number;
  }[];
  readonly work: readonly WorkCount[];
  readonly auditHeads: TimesOfHeads;
  /** Bytes are approximate, and null where not counted. */
  readonly stored: readonly {
    readonly kind: JobKind | 'audit-trail';
    readonly rows: number;
    readonly bytes: number | null;
  }[];
}

const sum = (column: string) => sql<number>`coalesce(sum(${sql.raw(column)}), 0)`;

export async function readStoredCounts(
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
