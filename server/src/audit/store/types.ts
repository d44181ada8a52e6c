import type { AuditEvent, AuditFacts, AuditWay } from '../../domain/audit-entry.ts';
import type { Result } from '../../lib/result.ts';

export interface AuditIntent {
  readonly organizationId: number;
  readonly number: number;
}

/** `unknown`: sent, but no usable answer came. */
export interface AuditSettlement {
  readonly intent: AuditIntent;
  readonly outcome: 'done' | 'refused' | 'unknown';
  readonly message: string | null;
  /** Values learned with the outcome. Reading merges them into `after`. */
  readonly after?: AuditFacts | undefined;
}

/** An intended change merged with its outcome. */
export interface AuditRecord extends AuditEvent {
  readonly number: number;
  readonly at: Date;
  /** Null for events recorded after they happened. */
  readonly settledAt: Date | null;
  /** An intent without an outcome is `under-way`, later `unknown`, because the service stopped. */
  readonly outcome: 'done' | 'refused' | 'unknown' | 'under-way';
  readonly message: string | null;
}

export interface AuditSelection {
  readonly organizationId: number;
  /** Login. ASCII letters match case-insensitively, as in `target`. */
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
  /** An action, or the part before its dot. */
  readonly action?: string | undefined;
  readonly outcome?: AuditRecord['outcome'] | undefined;
  readonly way?: AuditWay | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Only entries with a smaller number. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Limits entries of one kind per person and trail. */
export interface EntryBounds {
  readonly withinMs: number;
  readonly max: number;
}

export interface TooManyChanges {
  readonly kind: 'too-many-changes';
  readonly retryAt: Date;
}

export interface AuditStep {
  /** Newest first; may be empty. */
  readonly entries: readonly AuditRecord[];
  /** `before` of the next step; null if no older entry can match. */
  readonly next: number | null;
  readonly characters: number;
}

/**
 * The first row that breaks the hash chain. `missing`: later rows exist. `cut-off`: this and all later rows are
 * missing. `added`: the row is not part of the chain.
 */
export interface AuditFault {
  readonly organizationId: number;
  readonly number: number;
  readonly fault: 'changed' | 'missing' | 'cut-off' | 'added';
}

export interface AuditProof {
  readonly organizationId: number;
  readonly rows: number;
  readonly first: number;
  /** Number of the newest row; 0 if there never was one. */
  readonly newest: number;
  /** Hash of the newest row. A copy kept elsewhere later proves that no row before it was replaced. */
  readonly head: string;
}

/** Entries that a person can add without changing the code host are limited. */
export interface RecentEntryStore {
  /** Writes one change as intended, unless its actor made too many changes of the subject. */
  intendWithin(event: AuditEvent, bounds: EntryBounds, now: Date): Promise<Result<AuditIntent, TooManyChanges>>;
  /** `known`: this person has the same entry in the period. `full`: limit reached; nothing written. */
  recordView(event: AuditEvent, now: Date, bounds: EntryBounds): Promise<'written' | 'known' | 'full'>;
}

/** Rows never change. Each holds a hash of itself and the previous row, which reveals manual edits. */
export interface AuditTrailStore extends RecentEntryStore {
  /** Records intended changes atomically. They are durable when it resolves; call the code host only then. */
  intend(events: readonly AuditEvent[], now: Date): Promise<readonly AuditIntent[]>;
  /** Only the first outcome of an intent counts. */
  settle(settlements: readonly AuditSettlement[], now: Date): Promise<void>;
  /**
   * Records events atomically. Skips a duplicate: same delivery ID, or same `bodyHash` and no later entry about that
   * target.
   */
  record(events: readonly AuditEvent[], now: Date, bodyHash?: string): Promise<void>;
  /** Returns false if the body was recorded for this target before. Skips duplicates as `record` does. */
  recordFirst(
    event: AuditEvent,
    now: Date,
    body: { readonly hash: string; readonly isShared: boolean },
  ): Promise<boolean>;
  /** Searches at most `scanMax` rows. Instance clocks may disagree by 1,000 rows. */
  search(selection: AuditSelection, now: Date, scanMax: number): Promise<AuditStep>;
  /** Returns entries newest first, without a scan limit. Yields to other work. */
  read(selection: AuditSelection, now: Date): Promise<readonly AuditRecord[]>;
  /** Number of the newest row, intents and outcomes included; 0 if empty. */
  newest(organizationId: number): Promise<number>;
  /** Organizations with an entry about an invitation since then. */
  invitedSince(organizationIds: readonly number[], since: Date): Promise<readonly number[]>;
  /** When people joined, by ID, as far as events say; without those who left afterwards. */
  joined(organizationId: number): Promise<ReadonlyMap<number, Date>>;
  /** Organizations with entries about a login, case-insensitive in ASCII. Scans all trails. */
  named(login: string): Promise<readonly number[]>;
  /** Null verifies all trails. Stops at each trail's first fault. */
  verify(organizationId: number | null): AsyncIterable<Result<AuditProof, AuditFault>>;
  /** Removes rows in small batches, oldest first. Returns how many. */
  removeBefore(instant: Date, stop?: AbortSignal): Promise<number>;
}
