import type { OwnerRules } from '../domain/owner-rules.ts';
import type { Result } from '../domain/result.ts';
import type { AuditActor, AuditEvent, EntryBounds, TooManyChanges } from './storage/audit-trail.ts';

export interface StoredOwnerRules extends OwnerRules {
  /** Grows with each change. */
  readonly version: number;
  readonly changedAt: Date;
  readonly changedBy: AuditActor;
}

export interface OwnerRulesChange {
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
