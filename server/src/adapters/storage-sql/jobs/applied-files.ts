import { sql } from 'kysely';
import { NO_OWNER_RULES, type OwnerRules } from '../../../domain/owner-rules.ts';
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
        accounts: row.accounts === null ? null : (JSON.parse(row.accounts) as AppliedFiles['accounts']),
        ownerRules: row.owner_rules === null ? NO_OWNER_RULES : (JSON.parse(row.owner_rules) as OwnerRules),
      };
    },
    replace: (organizationId, { files, hash, at, by, accounts, ownerRules }) =>
      transaction(async (queries) => {
        const row = {
          organization_id: organizationId,
          files: storableText(JSON.stringify(files)),
          plan_hash: hash,
          applied_at: at.getTime(),
          applied_by_id: by.id,
          applied_by_login: storableText(by.login),
          accounts: accounts && storableText(JSON.stringify(accounts)),
          owner_rules: storableText(JSON.stringify(ownerRules)),
        };
        await upsert(queries, 'applied_files', [row], {
          key: ['organization_id'],
          where: sql`excluded.applied_at >= applied_files.applied_at`,
        });
      }),
  };
}
