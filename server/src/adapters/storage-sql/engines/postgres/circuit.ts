import { markOutage } from '../../../../ports/storage/outages.ts';

/** Failed calls since the last answer after which the server counts as away. */
const FAILURES = 2;
/** How often it is tried then: so rarely that tries that hang find a free place, and none waits in line first. */
const TRIED_EVERY_MS = 300;

/** What all connections of an engine know of whether the server answers at all. */
export interface Circuit {
  /** Throws at once while the server is away and was tried a moment ago; tells whether this one is the try. */
  enter(): boolean;
  /** The same for who waited in line, and is never the try: their time is nearly over. */
  enterLate(): void;
  answered(): void;
  /** Since when somebody who asked then is left without an answer, and so is everybody else. */
  silentSince(askedAt: number): number;
  /** A call that began at this time, as `performance.now()` says it, was not answered, because of that. */
  failed(beganAt: number, reason: unknown): void;
}

/**
 * While a server is away, few calls find out whether it is back and all others fail at once, instead of waiting for it in a
 * line. A call that hangs while others are answered says nothing of the server.
 */
export function createCircuit(): Circuit {
  let failures = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let lastReason: unknown = null;
  const refuse = (): never => {
    throw markOutage(new Error('the database did not answer a moment ago', { cause: lastReason }), 'away');
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
    silentSince: (askedAt) => Math.max(askedAt, answeredAt),
    failed(beganAt, reason) {
      if (beganAt <= answeredAt) return;
      failures += 1;
      lastReason = reason;
    },
  };
}
