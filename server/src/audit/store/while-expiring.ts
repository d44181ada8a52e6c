import type { Engine } from '../../database/engines/engine.ts';
import type { Head } from './append.ts';

export async function headOf({ db, read }: Engine, organizationId: number): Promise<Head | null> {
  const query = db.selectFrom('audit_heads').selectAll().where('organization_id', '=', organizationId);
  return (await read(query.compile()))[0] ?? null;
}

/** Removing old rows may cause a false fault, so such a check is made again. */
export async function checkWhileExpiring<T>(
  engine: Engine,
  organizationId: number,
  { check, isFault }: { readonly check: () => Promise<T>; readonly isFault: (result: T) => boolean },
): Promise<T> {
  let before = await headOf(engine, organizationId);
  for (;;) {
    const result = await check();
    if (!isFault(result)) return result;
    const now = await headOf(engine, organizationId);
    if (now?.first_number === before?.first_number) return result;
    before = now;
  }
}
