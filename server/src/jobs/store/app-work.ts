import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { append, eventRow, lockHead, tooManyChanges } from '../../audit/store/append.ts';
import type { EntryBounds, TooManyChanges } from '../../audit/store/types.ts';
import type { Engine, Queries } from '../../database/engines/engine.ts';
import { lockForWrites, storableText, storableTextOrNull, upsert } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import { type AppTrial, type AppWork, WITHDRAWN } from '../../domain/app-work.ts';
import type { AuditActor, AuditEvent } from '../../domain/audit-entry.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { SessionKey } from '../../lib/secrets.ts';

export interface StoredAppWork extends AppWork {
  readonly changedAt: Date;
  readonly changedBy: AuditActor;
}

interface AppWorkChange {
  readonly organizationId: number;
  /** Which is replaced; 0 for none. */
  readonly version: number;
  readonly by: AuditActor;
  readonly at: Date;
  readonly within: EntryBounds;
}

type SelectedSessions = { readonly in: readonly SessionKey[] } | { readonly except: readonly SessionKey[] };

/** Whether the App may carry out the jobs of an organization, and what approvals of people still hold. */
export interface AppWorkStore {
  find(organizationId: number): Promise<StoredAppWork | null>;
  /** Stores the switch together with its audit entry, or not at all. */
  replace(
    isOn: boolean,
    change: AppWorkChange,
    entry: AuditEvent,
  ): Promise<Result<void, TooManyChanges | { readonly kind: 'changed-meanwhile' }>>;
  /** Unfinished jobs that continue after the session of whoever runs them. */
  countContinuing(organizationId: number): Promise<number>;
  /** Withdraws what a person approved, also in sessions that are over. Default: in all. */
  withdraw(userId: number, sessions?: SelectedSessions): Promise<void>;
  /**
   * Withdraws before and after `end`, which ends such sessions: a request that was under way may have approved something
   * meanwhile.
   */
  withdrawWhile<T>(userId: number, sessions: SelectedSessions | undefined, end: () => Promise<T>): Promise<T>;
  /** Why the code host refused a trial since then; null if it did not, or has not been asked. */
  refusalOf(installationId: number, trial: AppTrial, since: Date): Promise<string | null>;
  trials(installationId: number): Promise<readonly { readonly trial: AppTrial; readonly refusal: string | null }[]>;
  /** `refusal` is null if it worked. */
  noteTrial(installationId: number, trial: AppTrial, refusal: string | null, at: Date): Promise<void>;
}

export function createAppWorkStore(engine: Engine): AppWorkStore {
  const { db, read } = engine;

  const withdraw: AppWorkStore['withdraw'] = (userId, sessions) =>
    engine.transaction(async (transaction) => {
      await lockForWrites(transaction, engine, ['jobs', 'runs', 'run_jobs']);
      await transaction
        .updateTable('jobs')
        .set({ approved_version: WITHDRAWN })
        .where('run_by_id', '=', userId)
        .where('approved_version', '>', WITHDRAWN)
        .where('ended_at', 'is', null)
        .where(isOf(sessions))
        .execute();
      await transaction
        .updateTable('run_jobs')
        .set({ approved_version: WITHDRAWN })
        .where('user_id', '=', userId)
        .where('state', '=', 'waiting')
        .where('approved_version', '>', WITHDRAWN)
        .where('run_id', 'in', ({ selectFrom }) =>
          selectFrom('runs').select('run_id').where('user_id', '=', userId).where(isOf(sessions)),
        )
        .execute();
    });

  return {
    async find(organizationId) {
      const [row] = await read(switchOf(db, organizationId).compile());
      return row === undefined ? null : switchFrom(row);
    },
    replace: (isOn, { organizationId, version, by, at, within }, event) =>
      engine.transaction(async (transaction) => {
        await lockForWrites(transaction, engine, ['app_work']);
        const row = await switchOf(transaction, organizationId).modifyEnd(engine.changeRows).executeTakeFirst();
        // The head keeps concurrent first changes of an organization apart.
        const head = await lockHead(transaction, organizationId);
        const current = row ?? (await switchOf(transaction, organizationId).executeTakeFirst());
        if ((current?.version ?? 0) !== version) return refuse({ kind: 'changed-meanwhile' });
        // Ending it is never too much.
        const tooMany = isOn ? await tooManyChanges(transaction, engine, { event, within, now: at }) : null;
        if (tooMany !== null) return refuse(tooMany);
        const changed = {
          organization_id: organizationId,
          is_on: isOn ? 1 : 0,
          version: version + 1,
          changed_at: at.getTime(),
          changed_by_id: by.id,
          changed_by_login: storableText(by.login),
        };
        await upsert(transaction, 'app_work', [changed], { key: ['organization_id'] });
        await append(transaction, head, [eventRow('event', event, at)]);
        return ok(undefined);
      }),
    async countContinuing(organizationId) {
      const query = db
        .selectFrom('jobs')
        .select(({ fn }) => fn.countAll<number>().as('jobs'))
        .where('organization_id', '=', organizationId)
        .where('ended_at', 'is', null)
        .where(IS_APPROVED);
      const [row] = await read(query.compile());
      return Number(row?.jobs ?? 0);
    },
    withdraw,
    async withdrawWhile(userId, sessions, end) {
      await withdraw(userId, sessions);
      const ended = await end();
      await withdraw(userId, sessions);
      return ended;
    },
    async refusalOf(installationId, trial, since) {
      const tried = trialsOf(db, installationId).where('trial', '=', trial);
      const [row] = await read(tried.where('tried_at', '>', since.getTime()).compile());
      return row?.refusal ?? null;
    },
    trials: (installationId) => read(trialsOf(db, installationId).compile()),
    noteTrial: (installationId, trial, refusal, at) =>
      upsert(
        db,
        'app_trials',
        [
          {
            installation_id: installationId,
            trial,
            refusal: storableTextOrNull(refusal),
            tried_at: at.getTime(),
          },
        ],
        { key: ['installation_id', 'trial'] },
      ),
  };
}

function isOf(sessions: SelectedSessions | undefined): RawBuilder<SqlBool> {
  if (sessions === undefined) return sql`1 = 1`;
  const keys = 'in' in sessions ? sessions.in : sessions.except;
  const isNamed = keys.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`session_key in (${sql.join(keys)})`;
  return 'in' in sessions ? isNamed : sql`not (${isNamed})`;
}

/** The switch is on, as it was when the job was approved. */
export const IS_APPROVED = sql<SqlBool>`exists (
  select 1 from app_work
  where app_work.organization_id = jobs.organization_id and app_work.is_on = 1
    and app_work.version = jobs.approved_version
)`;

interface SessionApproval {
  /** Null if nothing was approved. */
  readonly approvedVersion: number | null;
  readonly sessionKey: SessionKey;
}

/** The version, or `WITHDRAWN` if the session has ended. Whoever ends it waits until the transaction ends. */
export async function versionIfSignedIn(
  transaction: Transaction<Tables>,
  { keepRows }: Engine,
  { approvedVersion, sessionKey }: SessionApproval,
): Promise<number | null> {
  if (approvedVersion === null) return null;
  const session = await transaction
    .selectFrom('sessions')
    .select('session_key')
    .where('session_key', '=', sessionKey)
    .modifyEnd(keepRows)
    .executeTakeFirst();
  return session === undefined ? WITHDRAWN : approvedVersion;
}

export const switchOf = (from: Queries, organizationId: number) =>
  from.selectFrom('app_work').selectAll().where('organization_id', '=', organizationId);

const trialsOf = (from: Queries, installationId: number) =>
  from.selectFrom('app_trials').select(['trial', 'refusal']).where('installation_id', '=', installationId);

const switchFrom = (row: Tables['app_work']): StoredAppWork => ({
  isOn: row.is_on === 1,
  version: row.version,
  changedAt: new Date(row.changed_at),
  changedBy: { id: row.changed_by_id, login: row.changed_by_login },
});
