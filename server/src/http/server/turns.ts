import { ACCEPTED_BEFORE_TURN, TURN_MS } from '../../domain/limits/requests.ts';

export interface Turns {
  start(connection: object, work: () => void): void;
  /** Reports that a connection was accepted, so that further ones may wait. */
  noteConnection(): void;
}

/**
 * Starts work for at most `TURN_MS`, then accepts up to `ACCEPTED_BEFORE_TURN` connections, because an iteration of the
 * event loop accepts only one. Connections take turns.
 */
export function createTurns(now: () => number = () => performance.now()): Turns {
  /** In the order of their turns. */
  const waiting = new Map<object, (() => void)[]>();
  let endsAt = 0;
  let isOpen = false;
  let hasNewConnection = false;
  let acceptedCount = 0;

  const next = () => {
    const [turn] = waiting;
    if (turn === undefined) return undefined;
    const [connection, starts] = turn;
    const start = starts.shift();
    waiting.delete(connection);
    if (starts.length > 0) waiting.set(connection, starts);
    return start;
  };
  const startNext = () => {
    const start = next();
    if (start === undefined) {
      isOpen = false;
      return;
    }
    start();
    // Whatever a request does without waiting for a socket or file ends after the pending promises.
    queueMicrotask(() => process.nextTick(goOn));
  };
  const goOn = () => {
    if (now() < endsAt) return startNext();
    setImmediate(open);
  };
  const open = () => {
    if (hasNewConnection && acceptedCount < ACCEPTED_BEFORE_TURN) {
      hasNewConnection = false;
      acceptedCount += 1;
      setImmediate(open);
      return;
    }
    acceptedCount = 0;
    endsAt = now() + TURN_MS;
    startNext();
  };

  return {
    start(connection, start) {
      const starts = waiting.get(connection);
      if (starts === undefined) waiting.set(connection, [start]);
      else starts.push(start);
      if (isOpen) return;
      isOpen = true;
      process.nextTick(open);
    },
    noteConnection() {
      hasNewConnection = true;
    },
  };
}
