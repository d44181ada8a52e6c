import { sql } from 'kysely';
import type { AppliedFileStore, AppliedFiles } from '../../../ports/applied-files.ts';
import type { Engine } from '../engines/engine.ts';
import { storableText } from '../rows/columns.ts';
import { upsert } from '../rows/upsert.ts';

export function createAppliedFileStore({ db, read, transaction }: Engine): AppliedFileStore {
  return {
    async find(organizationId) {
      const query = db.selectFrom('applied_files').selectAll().where('organization_id', '=', organizationId);
      const [row] = await read(query.compile());
      if (row === undefined) return null;
      return {
        files: JSON.parse(row.files) as AppliedFiles['files'],
        hash: row.plan_hash,
        at: new Date(row.applied_at),
        by: { id: row.applied_by_id, login: row.applied_by_login },
      };
    },
    replace: (organizationId, { files, hash, at, by }) =>
      transaction(async (queries) => {
        const row = {
          organization_id: organizationId,
          files: storableText(JSON.stringify(files)),
          plan_hash: hash,
          applied_at: at.getTime(),
          applied_by_id: by.id,
          applied_by_login: storableText(by.login),
        };
        await upsert(queries, 'applied_files', [row], {
          key: ['organization_id'],
          where: sql`excluded.applied_at >= applied_files.applied_at`,
        });
      }),
  };
}
