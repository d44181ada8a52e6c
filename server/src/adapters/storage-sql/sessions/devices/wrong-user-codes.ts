import { sql } from 'kysely';
import { WRONG_USER_CODES_MS } from '../../../../domain/limits/sessions.ts';
import type { DeviceRequestStore } from '../../../../ports/device-requests.ts';
import type { Engine } from '../../engines/engine.ts';

const ALL = 0;

type WrongUserCodes = Pick<DeviceRequestStore, 'countWrongCode' | 'discountCode'>;

export function createWrongUserCodes({ db, read }: Pick<Engine, 'db' | 'read'>): WrongUserCodes {
  return {
    async countWrongCode(userId, max, at) {
      const now = at.getTime();
      const counted = db
        .selectFrom('wrong_user_codes')
        .select('count')
        .where('user_id', '=', userId ?? ALL);
      const [former] = await read(counted.where('until', '>', now).compile());
      if (former !== undefined && former.count > max) return former.count;
      const isOver = sql<boolean>`wrong_user_codes.until <= ${now}`;
      const { count } = await db
        .insertInto('wrong_user_codes')
        .values({ user_id: userId ?? ALL, count: 1, until: now + WRONG_USER_CODES_MS })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({
            count: sql<number>`case when ${isOver} then 1 else wrong_user_codes.count + 1 end`,
            until: sql<number>`case when ${isOver} then excluded.until else wrong_user_codes.until end`,
          }),
        )
        .returning('count')
        .executeTakeFirstOrThrow();
      return count;
    },
    async discountCode(userId) {
      await db
        .updateTable('wrong_user_codes')
        .set({ count: sql<number>`count - 1` })
        .where('user_id', '=', userId ?? ALL)
        .where('count', '>', 0)
        .execute();
    },
  };
}
