import type { Result } from '../../domain/result.ts';

/** By which way something came about, or became known. */
export type AuditWay = 'console' | 'api' | 'job' | 'webhook' | 'comparison';

/** Somebody who did something, as they were called then. */
export interface AuditActor {
  readonly id: number;
  readonly login: string;
}

/** On whom or what something was done, as it was called then. */
export interface AuditTarget {
  readonly kind: 'person' | 'email' | 'team' | 'repository' | 'job' | 'export';
  readonly id: number | null;
  readonly name: string;
}

/** Values that were so, or became so; small, and never a secret. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null | readonly (string | number)[]>>;

/** Who asked for something, by which way and in which request. */
export interface Asked {
  readonly actor: AuditActor;
  readonly way: 'console' | 'api';
  readonly requestId: string;
}

/** Something that is about to be done, or has happened. */
export interface AuditEvent {
  readonly organization: { readonly id: number; readonly login: string };
  /** One of the contract's `AUDIT_ACTIONS`. */
  readonly action: string;
  readonly way: AuditWay;
  readonly actor: AuditActor | null;
  readonly target: AuditTarget | null;
  readonly before: AuditFacts;
  readonly after: AuditFacts;
  readonly requestId: string | null;
  readonly deliveryId: string | null;
}

/** A change that was written as intended, to be settled. */
export interface AuditIntent {
  readonly organizationId: number;
  /** Of its entry. */
  readonly number: number;
}

/** What became of an intended change. `unknown`: sent, and no usable answer came. */
export interface AuditSettlement {
  readonly intent: AuditIntent;
  readonly outcome: 'done' | 'refused' | 'unknown';
  /** Why it was refused, or what is not known; null when there is nothing to say. */
  readonly words: string | null;
  /** What became known with the outcome; read as part of `after`. */
  readonly after?: AuditFacts | undefined;
}

/** An entry as it is read: an intended change together with what became of it. */
export interface AuditRecord extends AuditEvent {
  readonly number: number;
  readonly at: Date;
  /** When the outcome of an intended change was written; null without one, and of what was recorded as it had happened. */
  readonly settledAt: Date | null;
  /** `under-way`: intended lately, and no outcome yet. Without one for longer, it is `unknown`: the service ended before it knew. */
  readonly outcome: 'done' | 'refused' | 'unknown' | 'under-way';
  readonly words: string | null;
}

/** Which entries of one organization are read. */
export interface AuditSelection {
  readonly organizationId: number;
  /** Login; ASCII letters match in either case, as in `target`. */
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
  /** An action, or the part before its dot. */
  readonly action?: string | undefined;
  readonly outcome?: AuditRecord['outcome'] | undefined;
  readonly way?: AuditWay | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Entries with a smaller number alone. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** How many entries of one person and one kind a trail takes in a time. */
export interface EntryBounds {
  readonly withinMs: number;
  readonly max: number;
}

/** A person has made so many changes of a kind within a time that the audit trail takes no more of them yet. */
export interface TooManyChanges {
  readonly kind: 'too-many-changes';
  readonly retryAt: Date;
}

/** What one step of a search found. */
export interface AuditStep {
  /** The newest first; may be none. */
  readonly entries: readonly AuditRecord[];
  /** `before` of the next step; null when no older entry can match. */
  readonly next: number | null;
  /** About how many characters the entries have. */
  readonly characters: number;
}

/**
 * The first row of a trail that is not what its chain says; `number` is that row's own. `missing`: there are rows behind
 * it. `cut-off`: it and all behind it are gone. `added`: it stands outside of the chain.
 */
export interface AuditFault {
  readonly organizationId: number;
  readonly number: number;
  readonly fault: 'changed' | 'missing' | 'cut-off' | 'added';
}

/** How much of a trail was proved. */
export interface AuditProof {
  readonly organizationId: number;
  readonly rows: number;
  /** Of the oldest row; those before it were removed when their time was over. */
  readonly first: number;
  /** Of the newest row; 0 in a trail that never had one. */
  readonly newest: number;
  /** Hash of the newest row: noted elsewhere, it proves later that nothing before it was exchanged. */
  readonly head: string;
}

/**
 * The audit trails of organizations. Rows are added and never changed; each holds a hash over itself and the row before, so
 * that a row changed by hand is found. They are removed, the oldest first, when their time is over.
 */
export interface AuditTrailStore {
  /** Writes changes that are about to be made, all or none. Made durable before it returns: no call without it. */
  intend(events: readonly AuditEvent[], now: Date): Promise<readonly AuditIntent[]>;
  /** The same for one change, unless that person made too many of its subject: counted and written as one. */
  intendWithin(event: AuditEvent, bounds: EntryBounds, now: Date): Promise<Result<AuditIntent, TooManyChanges>>;
  /** Writes what became of them. Settled twice, the first counts. */
  settle(settlements: readonly AuditSettlement[], now: Date): Promise<void>;
  /**
   * Writes what has happened, all or none. Left out is what a delivery told that is in the trail already: one of the same
   * ID, or one of the same `bodyHash` with nothing else about that target in between.
   */
  record(events: readonly AuditEvent[], now: Date, bodyHash?: string): Promise<void>;
  /**
   * Writes what a delivery told unless the same body told of the same target before: then it happened again, or the body is
   * replayed, and false is answered. Left out as `record` does is a delivery of the same ID and, where deliveries `share` a
   * hash, what was told last.
   */
  recordFirst(
    event: AuditEvent,
    now: Date,
    told: { readonly hash: string; readonly isShared: boolean },
  ): Promise<boolean>;
  /**
   * Writes that somebody saw or downloaded something. `known`: the same entry of that person is there since then; `full`:
   * there are too many others of them, and nothing was written.
   */
  recordView(event: AuditEvent, now: Date, bounds: EntryBounds): Promise<'written' | 'known' | 'full'>;
  /** Searches at most `scanMax` rows, so that one step never takes long. Clocks of instances may differ by 1,000 rows. */
  search(selection: AuditSelection, now: Date, scanMax: number): Promise<AuditStep>;
  /** The newest first, however many rows have to be searched; lets other work run in between. */
  read(selection: AuditSelection, now: Date): Promise<readonly AuditRecord[]>;
  /** Place of the newest row, intents and outcomes alike; 0 in an empty trail. It grows with each row. */
  newest(organizationId: number): Promise<number>;
  /** Of these organizations, those with an entry about an invitation since then. */
  invitedSince(organizationIds: readonly number[], since: Date): Promise<readonly number[]>;
  /** The organizations that had entries under a login; ASCII letters match in either case. Looks at all of them. */
  named(login: string): Promise<readonly number[]>;
  /** Goes through a trail from its oldest row, or through all of them, and stops at the first fault of each. */
  verify(organizationId: number | null): AsyncIterable<Result<AuditProof, AuditFault>>;
  /** Removes rows from before an instant, in small batches, the oldest first and up to the first that is younger; how many. */
  removeBefore(instant: Date, stop?: AbortSignal): Promise<number>;
}
