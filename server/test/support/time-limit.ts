import { onTestFinished } from 'vitest';

/** A time limit that comes when the test says so, however slow the machine is. */
export interface TimeLimit {
  /** By itself it comes in no test. */
  readonly ms: number;
  running(): number;
  /** Lets all of them end now. */
  come(): void;
}

type Running = Map<NodeJS.Timeout, () => void>;

const FIRST_MS = 1_000_000_000;
let lastMs = FIRST_MS;
const limits = new Map<number, Running>();
let restore = (): void => {};

/** Controls timers of exactly this length for the running test; one of production's if it is named. */
export function createTimeLimit(ms?: number): TimeLimit {
  const { end, ...limit } = startTimeLimit(ms);
  onTestFinished(end);
  return limit;
}

/** Controls timers of this length until `end` is called, which may be after the running test. */
export function startTimeLimit(ms = ownMs()): TimeLimit & { end(): void } {
  const running: Running = new Map();
  if (limits.size === 0) restore = watchTimers();
  limits.set(ms, running);
  return {
    ms,
    running: () => running.size,
    come() {
      for (const [timer, callback] of [...running]) {
        globalThis.clearTimeout(timer);
        callback();
      }
    },
    end() {
      for (const timer of running.keys()) clearTimeout(timer);
      limits.delete(ms);
      if (limits.size === 0) restore();
    },
  };
}

function ownMs(): number {
  lastMs += 1;
  return lastMs;
}

function watchTimers(): () => void {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const watchedSet = Object.assign((callback: () => void, lengthMs?: number, ...more: []) => {
    const running = limits.get(lengthMs ?? 0);
    const timer = set(callback, running === undefined ? lengthMs : FIRST_MS, ...more);
    running?.set(timer, callback);
    return timer;
  }, set);
  const watchedClear: typeof clearTimeout = (timer) => {
    if (typeof timer === 'object') for (const running of limits.values()) running.delete(timer as NodeJS.Timeout);
    clear(timer);
  };
  Object.assign(globalThis, { setTimeout: watchedSet, clearTimeout: watchedClear });
  return () => {
    // Others that have replaced them since put these back.
    if (globalThis.setTimeout === watchedSet) Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  };
}
