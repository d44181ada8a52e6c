import { markOutage } from '../../outages.ts';

/** So many failures since the last answer count as away. */
const FAILURES = 2;
/** Rare attempts leave connections free even if they hang. */
const TRIED_EVERY_MS = 300;

export interface Circuit {
  /** Returns whether this call is the try; throws while the server is away and was tried recently. */
  enter(): boolean;
  /** For a call that waited in the queue; it is never the try. */
  enterLate(): void;
  answered(): void;
  /** Time since which neither a call from `requestedAt` nor any other was answered. */
  silentSince(requestedAt: number): number;
  /** `beganAt` is a time of `performance.now()`. */
  failed(beganAt: number, reason: unknown): void;
}

/**
 * While a server is away, few calls try it and all others fail at once. A hanging call says nothing while others are
 * answered.
 */
export function createCircuit(): Circuit {
  let failures = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let lastReason: unknown = null;
  const refuse = (): never => {
    throw markOutage(new Error('the database is not responding', { cause: lastReason }), 'away');
  };
  return {
    enter() {
      if (failures < FAILURES) return false;
      const now = performance.now();
      if (now - triedAt < TRIED_EVERY_MS) return refuse();
      triedAt = now;
      return true;
    },
    enterLate() {
      if (failures >= FAILURES) refuse();
    },
    answered() {
      failures = 0;
      lastReason = null;
      answeredAt = performance.now();
    },
    silentSince: (requestedAt) => Math.max(requestedAt, answeredAt),
    failed(beganAt, reason) {
      if (beganAt <= answeredAt) return;
      failures += 1;
      lastReason = reason;
    },
  };
}
