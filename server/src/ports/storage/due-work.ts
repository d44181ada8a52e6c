import type { AuditEvent } from './audit-trail.ts';

/** Work of the service itself has organization 0. */
export interface WorkId {
  readonly organizationId: number;
  readonly kind: string;
  readonly key: string;
}

export interface NewWork extends WorkId {
  /** Who caused it. Default: the service itself. */
  readonly personId?: number;
  readonly dueAt: Date;
  readonly requestId: string | null;
}

export interface ClaimedWork extends WorkId {
  readonly holder: string;
  /** Failures in a row, including those of instances that vanished. */
  readonly attempts: number;
  /** Grows with each `add`. */
  readonly version: number;
  readonly requestId: string | null;
  /** Its last step was slow, or this one is. */
  readonly isSlow: boolean;
}

export interface DeadWork extends WorkId {
  readonly attempts: number;
  readonly error: string | null;
  readonly diedAt: Date;
  readonly createdAt: Date;
  readonly requestId: string | null;
}

export interface KindRoom {
  readonly kind: string;
  readonly room: number;
  readonly running: number;
  /** For items whose last step was slow. Default: none. */
  readonly slowRoom?: number;
}

export interface Claim {
  readonly holder: string;
  readonly kinds: readonly KindRoom[];
  readonly limit: number;
  /** Default: none. */
  readonly slowLimit?: number;
  readonly leaseMs: number;
}

export interface WorkFailure {
  readonly attempts: number;
  readonly error: string;
  /** Null adds the item to the dead list. */
  readonly retryAt: Date | null;
}

export interface WorkCount {
  readonly kind: string;
  readonly due: number;
  readonly dead: number;
  /** Of the oldest item that nobody works on; 0 if none. */
  readonly overdueMs: number;
}

/**
 * Due times use the service's clock, leases the database's. An item whose due time was set by a clock that was put back
 * since is due.
 */
export interface DueWorkStore {
  /** For existing items, the earlier due time wins; one being worked on is due again afterwards. */
  add(items: readonly NewWork[], now: Date): Promise<void>;
  /** Adds an item unless it exists. */
  ensure(item: NewWork, now: Date): Promise<void>;
  /**
   * Adds the items of a kind that are missing, later, or of another request or person. Leaves those being worked on. Dead items
   * not among them are removed.
   */
  adopt(kind: string, items: readonly NewWork[], now: Date): Promise<void>;
  /**
   * Takes the first item of each person and organization before second ones, at random, and of each kind in turn. Nobody
   * gets more than their share, on all instances together. Items whose last step was slow have room of their own.
   */
  claim(claim: Claim, now: Date): Promise<readonly ClaimedWork[]>;
  /** Extends leases. Returns the keys, by `workName`, of items that are still held. */
  extend(items: readonly ClaimedWork[], leaseMs: number): Promise<ReadonlySet<string>>;
  noteSlow(item: ClaimedWork): Promise<void>;
  /** Removes an item, unless it was added again. */
  finish(item: ClaimedWork): Promise<void>;
  reschedule(item: ClaimedWork, dueAt: Date, now: Date): Promise<void>;
  fail(item: ClaimedWork, failure: WorkFailure, now: Date): Promise<void>;
  release(item: ClaimedWork): Promise<void>;
  /** Shortens leases that a clock set back has made longer than this. */
  shortenLeases(leaseMs: number): Promise<void>;
  /** `isLater` skips what is due now. */
  nextDueAt(kinds: readonly string[], now: Date, isLater?: boolean): Promise<Date | null>;
  /** Newest first; null reads all organizations. */
  dead(organizationId: number | null, limit: number): Promise<readonly DeadWork[]>;
  find(id: WorkId): Promise<boolean>;
  /** Makes a dead item due and records the entry. Returns false if it is not dead. */
  retry(id: WorkId, now: Date, entry: AuditEvent | null): Promise<boolean>;
  counts(now: Date): Promise<readonly WorkCount[]>;
}

export const workName = ({ organizationId, kind, key }: WorkId): string => `${organizationId} ${kind} ${key}`;
