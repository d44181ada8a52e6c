import { onTestFinished } from 'vitest';

/** A time limit that comes when the test says so, however slow the machine is. */
export interface TimeLimit {
  /** A limit longer than any test. */
  readonly ms: number;
  running(): number;
  /** Lets all of them end now. */
  come(): void;
}

const FIRST_MS = 1_000_000_000;
let limits = 0;

/** Controls timers of exactly this length for the running test. */
export function createTimeLimit(): TimeLimit {
  limits += 1;
  const ms = FIRST_MS + limits;
  const running = new Map<NodeJS.Timeout, () => void>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  globalThis.setTimeout = Object.assign((callback: () => void, lengthMs?: number, ...more: []) => {
    const timer = set(callback, lengthMs, ...more);
    if (lengthMs === ms) running.set(timer, callback);
    return timer;
  }, set);
  globalThis.clearTimeout = (timer) => {
    if (typeof timer === 'object') running.delete(timer as NodeJS.Timeout);
    clear(timer);
  };
  onTestFinished(() => {
    for (const timer of running.keys()) clear(timer);
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  });
  return {
    ms,
    running: () => running.size,
    come() {
      for (const [timer, callback] of [...running]) {
        globalThis.clearTimeout(timer);
        callback();
      }
    },
  };
}
