import { setTimeout as pause } from 'node:timers/promises';
import { AUDIT_SETTLE_LIMIT_MS, AUDIT_SETTLE_PAUSE_MS, AUDIT_SETTLE_WAIT_MS } from '../../domain/limits/audit-trail.ts';
import type { Observations } from '../../ports/operators/observations.ts';
import type { AuditSettlement, AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import type { Clock, Log } from '../../ports/system.ts';

export interface SettlerDeps {
  readonly auditTrail: Pick<AuditTrailStore, 'settle'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly observations: Pick<Observations, 'noteTrailFailure'>;
}

export interface Settler {
  /** Resolves when the outcome is written or given up; never rejects. */
  settle(settlement: AuditSettlement): Promise<void>;
  /** Resolves when nothing waits; retries only briefly. */
  settled(): Promise<void>;
}

/** Writes waiting outcomes together, retrying for some seconds. Then logs them; their entries stay `unknown`. */
export function createSettler({ auditTrail, clock, log, observations }: SettlerDeps): Settler {
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
