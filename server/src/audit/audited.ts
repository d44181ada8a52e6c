import { setTimeout as pause } from 'node:timers/promises';
import type { LeaseStore } from '../database/instances.ts';
import type { AuditEvent, AuditFacts } from '../domain/audit-entry.ts';
import type { Runtime } from '../domain/runtime.ts';
import {
  AUDIT_DOWNLOAD_RETRY_SECONDS,
  AUDIT_SETTLE_LIMIT_MS,
  AUDIT_SETTLE_PAUSE_MS,
  AUDIT_SETTLE_WAIT_MS,
  AUDIT_VIEWS,
} from '../lib/limits/audit.ts';
import { CHANGE_CLAIM_MS, CHANGE_CLAIM_SENDS_MS } from '../lib/limits/jobs.ts';
import { ok, type Result, refuse, withinLimit } from '../lib/result.ts';
import { randomHex } from '../lib/secrets.ts';
import type { AuditIntent, AuditSettlement, AuditTrailStore, EntryBounds, TooManyChanges } from './store/types.ts';

/** `refused`: certainly not made. `unknown`: possibly made. */
export interface SettledChange {
  readonly outcome: AuditSettlement['outcome'];
  readonly message?: string | null;
  readonly after?: AuditFacts | undefined;
}

/** Only the first report per index counts. */
type Settle = (index: number, outcome: SettledChange) => void;

export interface NoTrail {
  readonly kind: 'no-trail';
  readonly thrown: unknown;
}

export interface Audited {
  /** Records all changes as intended before calling `send`. Outcomes it does not report become `unknown`. */
  <T>(changes: readonly AuditEvent[], send: (settle: Settle) => Promise<T>): Promise<Result<T, NoTrail>>;
  /** Makes one change, unless its actor made too many of this kind. */
  within<T>(
    bounds: EntryBounds,
    change: AuditEvent,
    send: (settle: Settle) => Promise<T>,
  ): Promise<Result<T, NoTrail | TooManyChanges>>;
  /** Resolves at shutdown when all outcomes are written. */
  settled(): Promise<void>;
}

/** Writes outcomes as soon as they are known. Responses wait only briefly: a failing database cannot undo a change. */
export function createAudited(runtime: Runtime, auditTrail: AuditTrailStore): Audited {
  const { clock, log } = runtime;
  const settler = createSettler(runtime, auditTrail);

  async function written<T>(changes: number, write: () => Promise<T>): Promise<Result<T, NoTrail>> {
    try {
      return ok(await countingTrailFailure(runtime, write()));
    } catch (error) {
      log.error({ err: error, changes }, 'changes refused: could not write to the audit log');
      return refuse({ kind: 'no-trail', thrown: error });
    }
  }

  async function sendIntended<T>(
    intents: readonly AuditIntent[],
    send: (settle: Settle) => Promise<T>,
  ): Promise<Result<T, never>> {
    const open = new Map(intents.entries());
    const writings: Promise<void>[] = [];
    const settle: Settle = (index, { outcome, message = null, after }) => {
      const intent = open.get(index);
      if (intent === undefined) return;
      open.delete(index);
      writings.push(settler.settle({ intent, outcome, message, after }));
    };
    try {
      return ok(await send(settle));
    } finally {
      for (const index of [...open.keys()]) settle(index, { outcome: 'unknown' });
      await withinLimit(Promise.all(writings), AUDIT_SETTLE_WAIT_MS);
    }
  }

  async function audited<T>(
    changes: readonly AuditEvent[],
    send: (settle: Settle) => Promise<T>,
  ): Promise<Result<T, NoTrail>> {
    const intents = await written(changes.length, () => auditTrail.intend(changes, clock.now()));
    return intents.ok ? sendIntended(intents.value, send) : intents;
  }

  async function within<T>(
    bounds: EntryBounds,
    change: AuditEvent,
    send: (settle: Settle) => Promise<T>,
  ): Promise<Result<T, NoTrail | TooManyChanges>> {
    const intended = await written(1, () => auditTrail.intendWithin(change, bounds, clock.now()));
    if (!intended.ok) return intended;
    return intended.value.ok ? sendIntended([intended.value.value], send) : intended.value;
  }

  return Object.assign(audited, { within, settled: settler.settled });
}

interface Settler {
  /** Resolves when the outcome is written or given up; never rejects. */
  settle(settlement: AuditSettlement): Promise<void>;
  /** Resolves when nothing waits; retries only briefly. */
  settled(): Promise<void>;
}

/** Writes waiting outcomes together, retrying for some seconds. Then logs them; their entries stay `unknown`. */
function createSettler({ clock, log, observations }: Runtime, auditTrail: AuditTrailStore): Settler {
  let waiting: AuditSettlement[] = [];
  let writing: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let endsAt = Number.POSITIVE_INFINITY;

  async function write(): Promise<void> {
    const batch = waiting;
    waiting = [];
    const giveUpAt = performance.now() + AUDIT_SETTLE_LIMIT_MS;
    for (;;) {
      try {
        return await auditTrail.settle(batch, clock.now());
      } catch (error) {
        if (performance.now() + AUDIT_SETTLE_PAUSE_MS < Math.min(giveUpAt, endsAt)) {
          await pause(AUDIT_SETTLE_PAUSE_MS);
          continue;
        }
        observations.noteTrailFailure('outcome');
        const settlements = batch.map(({ intent, outcome }) => ({ ...intent, outcome }));
        log.error({ err: error, settlements }, 'could not write outcomes to the audit log: they stay unknown');
        return;
      }
    }
  }

  function writeNext(): Promise<void> {
    const before = writing ?? Promise.resolve();
    const own = before.then(() => {
      writing = own;
      next = null;
      return write();
    });
    return own.finally(() => {
      if (writing === own) writing = null;
    });
  }

  return {
    settle(settlement) {
      waiting.push(settlement);
      next ??= writeNext();
      return next;
    },
    async settled() {
      endsAt = Math.min(endsAt, performance.now() + AUDIT_SETTLE_WAIT_MS);
      while (next !== null || writing !== null) await (next ?? writing);
    },
  };
}

export interface StartedChanges {
  /** Rejects if the changes cannot be recorded; then nothing may be sent. */
  readonly intended: Promise<Settle>;
  /** Resolves when outcomes are written, or after a short limit. */
  end(): Promise<void>;
}

export function beginAudited(audited: Audited, changes: readonly AuditEvent[]): StartedChanges {
  const intended = Promise.withResolvers<Settle>();
  const ended = Promise.withResolvers<void>();
  // Nothing may be awaiting it when it rejects.
  intended.promise.catch(() => {});
  const written = audited(changes, (settle) => {
    intended.resolve(settle);
    return ended.promise;
  }).then((sent) => {
    if (!sent.ok) intended.reject(new Error('nothing was sent: could not write to the audit log'));
  }, intended.reject);
  return {
    intended: intended.promise,
    end() {
      ended.resolve();
      return written;
    },
  };
}

/** Claims names, across all instances, while `work` runs. State must be read under the claim. */
export type Claimed = <T>(
  names: readonly string[],
  work: (isClaimed: (name: string) => boolean) => Promise<T>,
) => Promise<T>;

/** Claims of a stopped instance expire; `isClaimed` turns false before that. */
export function createClaimed({ entropy, log }: Runtime, leases: LeaseStore): Claimed {
  return async (names, work) => {
    const holder = randomHex(entropy, 16);
    const startedMs = performance.now();
    const held = await leases.acquireEach(names.map(leaseName), holder, CHANGE_CLAIM_MS);
    const isClaimed = (name: string) =>
      held.has(leaseName(name)) && performance.now() - startedMs < CHANGE_CLAIM_SENDS_MS;
    try {
      return await work(isClaimed);
    } finally {
      await leases.releaseEach([...held], holder).catch((error: unknown) => {
        log.warn({ err: error }, 'could not release claims on changes: they will expire');
      });
    }
  };
}

const leaseName = (name: string): string => `change ${name}`;

export interface TooManyViews {
  readonly kind: 'too-many-views';
  readonly retryAt: Date;
}

/** For a write of a change together with its entry. Its failure counts as one of the audit log. */
export async function countingTrailFailure<T>({ observations }: Runtime, written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    observations.noteTrailFailure('intent');
    throw error;
  }
}

/** Called before the first byte is sent. Repeated downloads within an hour share one entry. */
export async function recordDownload(
  runtime: Runtime,
  auditTrail: AuditTrailStore,
  event: AuditEvent,
  now: Date,
): Promise<Result<void, TooManyViews>> {
  const written = await countingTrailFailure(runtime, auditTrail.recordView(event, now, AUDIT_VIEWS));
  if (written !== 'full') return ok(undefined);
  return refuse({ kind: 'too-many-views', retryAt: new Date(now.getTime() + AUDIT_DOWNLOAD_RETRY_SECONDS * 1000) });
}
