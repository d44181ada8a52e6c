import { sql } from 'kysely';
import type { RefreshLease, SessionStore } from '../../../ports/storage/sessions.ts';
import type { TokenCipher } from '../../../security/token-cipher.ts';
import type { Engine } from '../engines/engine.ts';
import { encryptGrant, NO_LEASE, NO_REFRESH_TOKEN } from './encrypted-grant.ts';

const LEASE_TRIES = 3;

type LeaseMethods = Pick<SessionStore, 'leaseRefresh' | 'storeRefreshed' | 'pauseRefresh' | 'dropRefreshToken'>;

/**
 * A future lease with an ID is held, one without an ID is a pause, by the database's clock.
 *
 * Every write names key and version, so a deleted or refreshed session is never touched. A grant is stored even if its
 * lease was lost, because it is the only working pair.
 */
export function createRefreshLeases(engine: Engine, cipher: TokenCipher): LeaseMethods {
  const { db, nowMs } = engine;

  const ifUnchanged = ({ key, tokenVersion }: RefreshLease) =>
    db.updateTable('sessions').where('session_key', '=', key).where('token_version', '=', tokenVersion);
  const msFromNow = (ms: number) => sql<number>`${nowMs} + ${sql.lit(ms)}`;
  const ifHeld = (lease: RefreshLease) => ifUnchanged(lease).where('refresh_lease_id', '=', lease.leaseId);

  return {
    async leaseRefresh(lease, leaseMs) {
      const take = ifUnchanged(lease)
        .set({ refresh_lease_id: lease.leaseId, refresh_lease_until: msFromNow(leaseMs) })
        .where('refresh_token_ciphertext', 'is not', null)
        .where(({ or, eb }) => or([eb('refresh_lease_until', 'is', null), eb('refresh_lease_until', '<=', nowMs)]));
      for (let attempt = 1; attempt <= LEASE_TRIES; attempt += 1) {
        const { numUpdatedRows } = await take.executeTakeFirstOrThrow();
        if (numUpdatedRows === 1n) return 'granted';
        const { answer, leftMs } = await whyNot(engine, lease);
        // The database's clock was set back: shorten the lease to its full time from now.
        if (leftMs > leaseMs) {
          await ifUnchanged(lease)
            .set({ refresh_lease_until: msFromNow(leaseMs) })
            .where('refresh_lease_until', '>', msFromNow(leaseMs))
            .execute();
        }
        if (answer !== 'free') return answer;
      }
      return 'held';
    },
    async storeRefreshed(lease, grant, expiresAt) {
      const { numUpdatedRows } = await ifUnchanged(lease)
        .set({
          ...encryptGrant(cipher, lease.key, grant),
          ...NO_LEASE,
          token_version: lease.tokenVersion + 1,
          expires_at: expiresAt.getTime(),
        })
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async pauseRefresh(lease, pauseMs) {
      await ifHeld(lease)
        .set({ refresh_lease_id: null, refresh_lease_until: msFromNow(pauseMs) })
        .execute();
    },
    async dropRefreshToken(lease) {
      await ifHeld(lease)
        .set({ ...NO_REFRESH_TOKEN, ...NO_LEASE })
        .execute();
    },
  };
}

async function whyNot(
  { db, nowMs, read }: Engine,
  lease: RefreshLease,
): Promise<{ readonly answer: 'free' | 'held' | 'paused' | 'changed'; readonly leftMs: number }> {
  const query = db
    .selectFrom('sessions')
    .select(['token_version', 'refresh_token_ciphertext', 'refresh_lease_id', 'refresh_lease_until', nowMs.as('now')])
    .where('session_key', '=', lease.key);
  const [row] = await read(query.compile());
  const isChanged =
    row === undefined || row.token_version !== lease.tokenVersion || row.refresh_token_ciphertext === null;
  if (isChanged) return { answer: 'changed', leftMs: 0 };
  const leftMs = (row.refresh_lease_until ?? 0) - row.now;
  if (leftMs <= 0) return { answer: 'free', leftMs: 0 };
  return { answer: row.refresh_lease_id === null ? 'paused' : 'held', leftMs };
}
