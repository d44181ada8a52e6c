import { sql } from 'kysely';
import type { Engine } from '../../../database/engines/engine.ts';

interface HeadTimes {
  readonly signed_at: number | null;
  readonly oldest_unsigned_at: number | null;
}

/** Null for audit logs without a signed head, and for heads of all rows. */
export interface TimesOfHeads {
  readonly signedAt: Date | null;
  readonly oldestUnsignedAt: Date | null;
}

export async function readHeadTimes({ db, read }: Pick<Engine, 'db' | 'read'>): Promise<TimesOfHeads> {
  const query = sql<HeadTimes>`
    select max(signed.signed_at) as signed_at, min(unsigned_row.at) as oldest_unsigned_at
    from audit_heads as head
    left join audit_tree as signed on signed.organization_id = head.organization_id and signed.size = (
      select tree.size from audit_tree as tree
      where tree.organization_id = head.organization_id and tree.note is not null order by tree.size desc limit 1
    )
    left join audit_rows as unsigned_row on unsigned_row.organization_id = head.organization_id and unsigned_row.number =
      case when coalesce(signed.size, 0) < head.first_number then head.first_number else signed.size + 1 end`;
  const [times] = await read(query.compile(db));
  return { signedAt: dateOf(times?.signed_at), oldestUnsignedAt: dateOf(times?.oldest_unsigned_at) };
}

const dateOf = (ms: number | null | undefined): Date | null => (ms == null ? null : new Date(Number(ms)));
