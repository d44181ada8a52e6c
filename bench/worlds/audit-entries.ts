import { openForFilling } from './database.ts';

/** Their hashes are not those of a chain. */
export async function fillWithEntries(
  url: string,
  { id, login }: { readonly id: number; readonly login: string },
  entries: number,
): Promise<void> {
  const database = await openForFilling(url);
  const now = Date.now();
  await database.run('begin');
  await database.run('delete from audit_rows where organization_id = $1', [id]);
  await database.run(
    `insert into audit_rows (organization_id, number, kind, at, organization_login, subject, deed, way, actor_id, actor_login,
      target_kind, target_id, target_name, facts_before, facts_after, request_id, hash)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${entries})
    select ${id}, n, 'event', ${now - entries} + n, $1, 'member', 'role_changed', 'api', 1, 'person-' || (n % 50),
      'person', n, 'person-' || n, '{"role":"member"}', '{"role":"admin"}', 'request-' || n, 'hash-' || n from numbers`,
    [login],
  );
  await database.run('delete from audit_heads where organization_id = $1', [id]);
  await database.run(
    `insert into audit_heads (organization_id, first_number, anchor, newest_number, newest_hash)
      values ($1, 1, 'anchor', ${entries}, 'hash')`,
    [id],
  );
  await database.run('commit');
  await database.close();
}
