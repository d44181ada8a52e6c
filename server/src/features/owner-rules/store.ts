import { append, eventRow, lockHead, tooManyChanges } from '../../audit/store/append.ts';
import type { EntryBounds, TooManyChanges } from '../../audit/store/types.ts';
import type { Engine, Queries } from '../../database/engines/engine.ts';
import { lockForWrites, storableText, upsert } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import type { AuditActor, AuditEvent } from '../../domain/audit-entry.ts';
import { NO_OWNER_RULES, type OwnerRules } from '../../domain/owner-rules.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';

export interface StoredOwnerRules extends OwnerRules {
  /** Grows with each change. */
  readonly version: number;
  readonly changedAt: Date;
  readonly changedBy: AuditActor;
}

interface OwnerRulesChange {
  readonly organizationId: number;
  /** Which rules are replaced; 0 for none. */
  readonly version: number;
  readonly by: AuditActor;
  readonly at: Date;
  /** Limits the person's entries about rules. */
  readonly within: EntryBounds;
}

/** Rules of an organization that only its owners change, and no file. */
export interface OwnerRulesStore {
  find(organizationId: number): Promise<StoredOwnerRules | null>;
  /** Stores rules together with their audit entry, or not at all. */
  replace(
    rules: OwnerRules,
    change: OwnerRulesChange,
    entry: (before: OwnerRules) => AuditEvent,
  ): Promise<Result<void, TooManyChanges | { readonly kind: 'changed-meanwhile' }>>;
}

export function createOwnerRulesStore(engine: Engine): OwnerRulesStore {
  return {
    async find(organizationId) {
      const [row] = await engine.read(rulesOf(engine.db, organizationId).compile());
      return row === undefined ? null : rulesFrom(row);
    },
    replace: (rules, { organizationId, version, by, at, within }, entry) =>
      engine.transaction(async (transaction) => {
        await lockForWrites(transaction, engine, ['owner_rules']);
        // The head also keeps concurrent changes of an organization apart.
        const head = await lockHead(transaction, organizationId);
        const row = await rulesOf(transaction, organizationId).executeTakeFirst();
        if ((row?.version ?? 0) !== version) return refuse({ kind: 'changed-meanwhile' });
        const event = entry(row === undefined ? NO_OWNER_RULES : rulesFrom(row));
        const tooMany = await tooManyChanges(transaction, engine, { event, within, now: at });
        if (tooMany !== null) return refuse(tooMany);
        const changed = {
          organization_id: organizationId,
          owners_min: rules.ownersMin,
          required_owners: storableText(JSON.stringify(rules.requiredOwners)),
          version: version + 1,
          changed_at: at.getTime(),
          changed_by_id: by.id,
          changed_by_login: storableText(by.login),
        };
        await upsert(transaction, 'owner_rules', [changed], { key: ['organization_id'] });
        await append(transaction, head, [eventRow('event', event, at)]);
        return ok(undefined);
      }),
  };
}

const rulesOf = (from: Queries, organizationId: number) =>
  from.selectFrom('owner_rules').selectAll().where('organization_id', '=', organizationId);

const rulesFrom = (row: Tables['owner_rules']): StoredOwnerRules => ({
  ownersMin: row.owners_min,
  requiredOwners: JSON.parse(row.required_owners) as OwnerRules['requiredOwners'],
  version: row.version,
  changedAt: new Date(row.changed_at),
  changedBy: { id: row.changed_by_id, login: row.changed_by_login },
});
