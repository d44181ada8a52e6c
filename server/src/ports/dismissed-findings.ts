import type { Result } from '../domain/result.ts';
import type { AuditActor, AuditEvent, EntryBounds, TooManyChanges } from './storage/audit-trail.ts';

export interface Dismissal {
  /** What was found about whom. */
  readonly key: string;
  readonly targetName: string;
  readonly reason: string;
  readonly until: Date;
}

export interface DismissedFinding extends Dismissal {
  readonly dismissedAt: Date;
  readonly dismissedBy: AuditActor;
}

export interface DismissalChange {
  readonly organizationId: number;
  readonly by: AuditActor;
  readonly at: Date;
  /** Limits the person's entries about findings. */
  readonly within: EntryBounds;
}

/** Each change is stored together with its audit entries, or not at all. Findings whose time is over count as restored. */
export interface DismissedFindingStore {
  list(organizationId: number, now: Date): Promise<readonly DismissedFinding[]>;
  /** Equal ones are kept. `entry` gets the former dismissal of the same finding, or null. */
  dismiss(
    dismissals: readonly Dismissal[],
    change: DismissalChange & { readonly max: number },
    entry: (dismissal: Dismissal, former: DismissedFinding | null) => AuditEvent,
  ): Promise<Result<void, TooManyChanges | { readonly kind: 'too-many-dismissed' }>>;
  /** Ignores unknown keys. */
  restore(
    keys: readonly string[],
    change: DismissalChange,
    entry: (former: DismissedFinding) => AuditEvent,
  ): Promise<Result<void, TooManyChanges>>;
}
