import { AUDIT_SETTLE_WAIT_MS } from '../domain/limits/audit-trail.ts';
import { ok, type Result, refuse, withinLimit } from '../domain/result.ts';
import { type Observations, UNOBSERVED } from '../ports/operators/observations.ts';
import type {
  AuditEvent,
  AuditFacts,
  AuditIntent,
  AuditSettlement,
  AuditTrailStore,
  EntryBounds,
  TooManyChanges,
} from '../ports/storage/audit-trail.ts';
import type { Clock, Log } from '../ports/system.ts';
import { createSettler } from './settler.ts';

export interface AuditedDeps {
  readonly auditTrail: Pick<AuditTrailStore, 'intend' | 'intendWithin' | 'settle'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly observations?: Pick<Observations, 'noteTrailFailure'>;
}

/** What became of a change. `refused`: it was certainly not made. `unknown`: it may have been. */
export interface AuditOutcome {
  readonly outcome: AuditSettlement['outcome'];
  readonly words?: string | null;
  readonly after?: AuditFacts | undefined;
}

/** Tells what became of a change, by its place among those that were intended; of each the first counts. */
export type Settle = (place: number, outcome: AuditOutcome) => void;

/** Why nothing was sent: the changes could not be written before. */
export interface NoTrail {
  readonly kind: 'no-trail';
  /** What kept them from being written. */
  readonly thrown: unknown;
}

/** Makes changes that are in the audit trail. */
export interface Audited {
  /**
   * Writes changes as intended, all or none, and makes them then: nothing is sent without its entry. Whatever `send` does
   * not tell the outcome of stays unknown, also when it throws.
   */
  <T>(changes: readonly AuditEvent[], send: (settle: Settle) => Promise<T>): Promise<Result<T, NoTrail>>;
  /** The same for one change of a kind of which a person makes so many in a time. */
  within<T>(
    bounds: EntryBounds,
    change: AuditEvent,
    send: (settle: Settle) => Promise<T>,
  ): Promise<Result<T, NoTrail | TooManyChanges>>;
  /** The end: resolves when no outcome waits to be written, for which a database that fails gets a moment. */
  settled(): Promise<void>;
}

/**
 * An outcome is written as soon as it is known. An answer waits for that a moment and no longer: what was done is not
 * undone because the database fails.
 */
export function createAudited({ auditTrail, clock, log, observations = UNOBSERVED }: AuditedDeps): Audited {
  const settler = createSettler({ auditTrail, clock, log, observations });

  async function written<T>(changes: number, write: () => Promise<T>): Promise<Result<T, NoTrail>> {
    try {
      return ok(await write());
    } catch (error) {
      observations.noteTrailFailure('intent');
      log.error({ err: error, changes }, 'changes were refused: the audit trail cannot be written');
      return refuse({ kind: 'no-trail', thrown: error });
    }
  }

  async function sendIntended<T>(
    intents: readonly AuditIntent[],
    send: (settle: Settle) => Promise<T>,
  ): Promise<Result<T, never>> {
    const open = new Map(intents.entries());
    const writings: Promise<void>[] = [];
    const settle: Settle = (place, { outcome, words = null, after }) => {
      const intent = open.get(place);
      if (intent === undefined) return;
      open.delete(place);
      writings.push(settler.settle({ intent, outcome, words, after }));
    };
    try {
      return ok(await send(settle));
    } finally {
      for (const place of [...open.keys()]) settle(place, { outcome: 'unknown' });
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
