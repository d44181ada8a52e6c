import { sql } from 'kysely';
import type { NamedAccount } from '../../code-host/people/types.ts';
import type { Engine } from '../../database/engines/engine.ts';
import { storableText, upsert } from '../../database/rows.ts';
import type { AuditActor } from '../../domain/audit-entry.ts';
import { NO_OWNER_RULES, type OwnerRules } from '../../domain/owner-rules.ts';

/** Files whose plan was applied last. */
interface AppliedFiles {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly hash: string;
  readonly at: Date;
  readonly by: AuditActor;
  /** Whose the logins in the files were; null if that was not kept. */
  readonly accounts: readonly NamedAccount[] | null;
  /** What the files demand. */
  readonly ownerRules: OwnerRules;
}

export interface AppliedFileStore {
  find(organizationId: number): Promise<AppliedFiles | null>;
  /** Keeps files that were applied later. */
  replace(organizationId: number, applied: AppliedFiles): Promise<void>;
}

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
