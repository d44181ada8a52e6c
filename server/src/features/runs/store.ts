import { type ExpressionBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { chunksOf, dateOrNull, lockForWrites, storableText, storableTextOrNull } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import type { RunFailure, RunRef } from '../../domain/job.ts';
import type { PeopleChange } from '../../domain/people-change.ts';
import { isWork } from '../../jobs/store/claim.ts';
import { startAnew } from '../../jobs/store/due-work.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { SessionKey } from '../../lib/secrets.ts';
import {
  type FailedRun,
  type NewRun,
  type NewRunItem,
  type RunContent,
  type RunItemRecord,
  type RunRecord,
  type RunStore,
  runWorkKey,
  workOfRun,
} from './records.ts';

export function createRunStore(engine: Engine): RunStore {
  const { db, read, changeRows } = engine;

  const create: RunStore['create'] = async (run, items, bounds) => {
    const { userId, key } = run;
    const isRefused = await engine.transaction(async (transaction) => {
      // One request of a person at a time.
      await transaction
        .selectFrom('host_users')
        .select('user_id')
        .where('user_id', '=', userId)
        .modifyEnd(changeRows)
        .execute();
      const stored = await transaction
        .selectFrom('runs')
        .select('run_id')
        .where('user_id', '=', userId)
        .where('run_key', '=', key)
        .executeTakeFirst();
      if (stored !== undefined) return false;
      if ((await waitingRuns(transaction, userId)) >= bounds.waitingMax) return true;
      await removeOldest(transaction, userId, bounds.runsMax - 1);
      await transaction.insertInto('runs').values(runColumns(run)).execute();
      for (const chunk of chunksOf(items.map((item, index) => itemColumns(run, item, index + 1))))
        await transaction
          .insertInto('run_jobs')
          .values([...chunk])
          .execute();
      return false;
    });
    if (isRefused) return refuse({ kind: 'too-many-runs' });
    const [stored] = await readRuns((is) => is.and([is('user_id', '=', userId), is('run_key', '=', key)]));
    // The run with this key has been removed meanwhile.
    return stored === undefined ? create(run, items, bounds) : ok(stored);
  };

  async function readRuns(
    condition: (is: ExpressionBuilder<Tables, 'runs'>) => ReturnType<typeof is.and>,
  ): Promise<readonly RunRecord[]> {
    const [run] = await read(db.selectFrom('runs').selectAll().where(condition).limit(1).compile());
    if (run === undefined) return [];
    const items = await read(
      db
        .selectFrom('run_jobs')
        .select([
          'position',
          'step',
          'organization_id',
          'organization_login',
          'kind',
          'change',
          'people',
          'state',
          'failure',
          'job_id',
          'approved_version',
        ])
        .where('user_id', '=', run.user_id)
        .where('run_id', '=', run.run_id)
        .orderBy('position')
        .compile(),
    );
    const ref = { userId: run.user_id, id: run.run_id };
    const failed = await failedRuns([ref]);
    return [runFrom(run, items, failed.get(runWorkKey(ref)) ?? null)];
  }

  /** By the key of its work. */
  async function failedRuns(refs: readonly RunRef[]): Promise<ReadonlyMap<string, FailedRun>> {
    if (refs.length === 0) return new Map();
    const rows = await read(
      db
        .selectFrom('due_work')
        .select(['key', 'last_error', 'set_at'])
        .where(isWork(refs.map(workOfRun)))
        .where('state', '=', 'dead')
        .compile(),
    );
    return new Map(rows.map((row) => [row.key, { at: new Date(row.set_at), reason: row.last_error }]));
  }

  return {
    create,
    async find(ref) {
      const [run] = await readRuns(isRun(ref));
      return run ?? null;
    },
    async ofPerson(userId, limit) {
      const rows = await read(
        db
          .selectFrom('runs as run')
          .innerJoin('run_jobs as item', (join) =>
            join.onRef('item.user_id', '=', 'run.user_id').onRef('item.run_id', '=', 'run.run_id'),
          )
          .select(['run.run_id', 'run.run_key', 'run.title', 'run.created_at', 'run.cancelled_at'])
          .select(
            (['waiting', 'started', 'refused'] as const).map((state) =>
              sql<number>`sum(case when item.state = ${sql.lit(state)} then 1 else 0 end)`.as(state),
            ),
          )
          .where('run.user_id', '=', userId)
          .groupBy(['run.run_id', 'run.run_key', 'run.title', 'run.created_at', 'run.cancelled_at'])
          .orderBy('run.created_at', 'desc')
          .orderBy('run.run_id', 'desc')
          .limit(limit)
          .compile(),
      );
      const failed = await failedRuns(rows.map(({ run_id: id }) => ({ userId, id })));
      return rows.map(({ waiting, started, refused, ...run }) => ({
        id: run.run_id,
        key: run.run_key,
        title: run.title,
        createdAt: new Date(run.created_at),
        cancelledAt: dateOrNull(run.cancelled_at),
        failed: failed.get(runWorkKey({ userId, id: run.run_id })) ?? null,
        counts: { waiting: Number(waiting), started: Number(started), refused: Number(refused) },
      }));
    },
    cancel: (ref, at) =>
      engine.transaction(async (transaction) => {
        await lockForWrites(transaction, engine, ['due_work', 'runs']);
        const cancelled = await transaction
          .updateTable('runs')
          .set({ cancelled_at: at.getTime() })
          .where(isRun(ref))
          .where('cancelled_at', 'is', null)
          .returning('request_id as requestId')
          .executeTakeFirst();
        if (cancelled !== undefined)
          await startAnew(transaction, { ...workOfRun(ref), personId: ref.userId, ...cancelled }, at);
      }),
    async endCancel(ref, at) {
      await db.updateTable('runs').set({ cancel_done_at: at.getTime() }).where(isRun(ref)).execute();
    },
    async open() {
      const rows = await read(
        db.selectFrom('runs').select(['user_id', 'run_id', 'request_id']).where(IS_OPEN).compile(),
      );
      return rows.map(({ user_id: userId, run_id: id, request_id: requestId }) => ({
        organizationId: 0,
        personId: userId,
        key: runWorkKey({ userId, id }),
        requestId,
      }));
    },
    async waiting(ref) {
      const rows = await read(
        db
          .selectFrom('run_jobs')
          .selectAll()
          .where(isRun(ref))
          .where('state', '=', 'waiting')
          .orderBy('position')
          .compile(),
      );
      return rows.flatMap((row) =>
        row.content === null
          ? []
          : [
              {
                ...itemFrom(row),
                nextAt: new Date(row.next_at),
                content: JSON.parse(row.content) as RunContent,
              },
            ],
      );
    },
    async postpone(ref, position, nextAt) {
      await db
        .updateTable('run_jobs')
        .set({ next_at: nextAt.getTime() })
        .where(isRun(ref))
        .where('position', '=', position)
        .execute();
    },
    async settle(ref, position, started) {
      await db
        .updateTable('run_jobs')
        .set(
          started.ok
            ? {
                state: 'started',
                content: null,
                job_id: started.value.job.id,
                organization_login: storableText(started.value.organizationLogin),
              }
            : { state: 'refused', content: null, failure: storableText(JSON.stringify(started.refusal)) },
        )
        .where(isRun(ref))
        .where('position', '=', position)
        .where('state', '=', 'waiting')
        .execute();
    },
  };
}

const WAITS = sql<SqlBool>`exists (
  select 1 from run_jobs as item
  where item.user_id = runs.user_id and item.run_id = runs.run_id and item.state = 'waiting'
)`;

const IS_OPEN = sql<SqlBool>`(${WAITS} or (runs.cancelled_at is not null and runs.cancel_done_at is null))`;

type RunTable = 'runs' | 'run_jobs';

const isRun =
  ({ userId, id }: RunRef) =>
  (is: ExpressionBuilder<Pick<Tables, RunTable>, RunTable>) =>
    is.and([is('user_id', '=', userId), is('run_id', '=', id)]);

async function waitingRuns(transaction: Transaction<Tables>, userId: number): Promise<number> {
  const { runs } = await transaction
    .selectFrom('run_jobs')
    .select(sql<number>`count(distinct run_id)`.as('runs'))
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(runs);
}

async function removeOldest(transaction: Transaction<Tables>, userId: number, kept: number): Promise<void> {
  const runs = await transaction
    .selectFrom('runs')
    .select('run_id')
    .where('user_id', '=', userId)
    .where(({ not }) => not(IS_OPEN))
    .orderBy('created_at', 'desc')
    .orderBy('run_id', 'desc')
    .execute();
  const removed = runs.slice(kept).map(({ run_id: id }) => id);
  if (removed.length === 0) return;
  for (const table of ['runs', 'run_jobs'] as const)
    await transaction.deleteFrom(table).where('user_id', '=', userId).where('run_id', 'in', removed).execute();
}

const runColumns = (run: NewRun): Tables['runs'] => ({
  user_id: run.userId,
  run_id: run.id,
  run_key: run.key,
  body_hash: run.bodyHash,
  title: storableTextOrNull(run.title),
  session_key: run.sessionKey,
  user_login: storableText(run.origin.actor.login),
  way: run.origin.way,
  request_id: run.origin.requestId,
  created_at: run.createdAt.getTime(),
  cancelled_at: null,
  cancel_done_at: null,
});

const jsonOf = (value: unknown): string => storableText(JSON.stringify(value));

const itemColumns = ({ userId, id }: RunRef, item: NewRunItem, position: number): Tables['run_jobs'] => ({
  user_id: userId,
  run_id: id,
  position,
  step: item.step,
  organization_id: item.organizationId,
  organization_login: storableTextOrNull(item.organizationLogin),
  kind: item.kind,
  change: item.change === null ? null : jsonOf(item.change),
  people: item.people,
  state: item.content.ok ? 'waiting' : 'refused',
  failure: item.content.ok ? null : jsonOf(item.content.refusal),
  job_id: null,
  content: item.content.ok ? jsonOf(item.content.value) : null,
  next_at: 0,
  approved_version: item.approvedVersion,
});

const runFrom = (
  run: Tables['runs'],
  items: readonly Omit<Tables['run_jobs'], 'user_id' | 'run_id' | 'content' | 'next_at'>[],
  failed: FailedRun | null,
) => ({
  userId: run.user_id,
  id: run.run_id,
  key: run.run_key,
  bodyHash: run.body_hash,
  title: run.title,
  sessionKey: run.session_key as SessionKey,
  origin: { actor: { id: run.user_id, login: run.user_login }, way: run.way, requestId: run.request_id },
  createdAt: new Date(run.created_at),
  cancelledAt: dateOrNull(run.cancelled_at),
  isCancelDone: run.cancel_done_at !== null,
  failed,
  items: items.map((row): RunItemRecord => ({ ...itemFrom(row), ...outcomeFrom(row) })),
});

const itemFrom = (
  row: Pick<
    Tables['run_jobs'],
    'position' | 'step' | 'organization_id' | 'organization_login' | 'kind' | 'change' | 'people' | 'approved_version'
  >,
) => ({
  position: row.position,
  step: row.step,
  organizationId: row.organization_id,
  organizationLogin: row.organization_login,
  kind: row.kind,
  change: row.change === null ? null : (JSON.parse(row.change) as PeopleChange),
  people: row.people,
  approvedVersion: row.approved_version,
});

function outcomeFrom({ state, failure, job_id: jobId }: Pick<Tables['run_jobs'], 'state' | 'failure' | 'job_id'>) {
  if (failure !== null) return { state: 'refused' as const, failure: JSON.parse(failure) as RunFailure };
  return state === 'started' && jobId !== null ? { state, jobId } : { state: 'waiting' as const };
}
