export interface WorkItem extends WorkId {
  readonly requestId: string | null;
}

export type OpenWork = Omit<NewWork, 'kind'>;

export interface WorkKind {
  readonly name: string;
  /** Items at once on one instance. Default: `WORK_OF_KIND_AT_ONCE`. */
  readonly concurrency?: number;
  /** Slow items at once on one instance, besides. Default: its items count like others, however long they take. */
  readonly slowAtOnce?: number;
  /** Default: `WORK_LIMIT_MS`. */
  readonly limitMs?: number;
  /** Default: `WORK_ATTEMPTS_MAX`. */
  readonly attemptsMax?: number;
  /** Adds one item of the service, which is due again at each interval and never dead. */
  readonly schedule?: { readonly firstAfterMs: number; readonly everyMs: number };
  /** Called when the worker starts, is woken, and regularly: returns work whose item may be missing or later. */
  readonly open?: (now: Date) => Promise<readonly OpenWork[]>;
  /** Called at start and when the clock was set back. */
  readonly makeDue?: (now: Date) => Promise<void>;
  /** Called when the worker has stopped. */
  readonly close?: () => Promise<void>;
  /**
   * Does one step. Returns when the item is next due, or null if it is finished. `stop` aborts when the worker stops, the
   * limit is over or the lease is lost.
   */
  readonly work: (item: WorkItem, stop: AbortSignal) => Promise<Date | null>;
}

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

export interface WorkCount {
  readonly kind: string;
  readonly due: number;
  readonly dead: number;
  /** Of the oldest item that nobody works on; 0 if none. */
  readonly overdueMs: number;
}

export const workName = ({ organizationId, kind, key }: WorkId): string => `${organizationId} ${kind} ${key}`;
