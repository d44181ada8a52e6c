import { ACCEPTED_BEFORE_TURN, TURN_MS } from '../../lib/limits/requests.ts';

/** What waits on one connection. */
export interface Line {
  readonly starts: (() => void)[];
}

export interface Turns {
  createLine(): Line;
  start(line: Line, work: () => void): void;
  /** Reports that a connection was accepted, so that further ones may wait. */
  noteConnection(): void;
}

/**
 * Starts work for at most `TURN_MS`, then accepts up to `ACCEPTED_BEFORE_TURN` connections, because an iteration of the
 * event loop accepts only one. Connections take turns.
 */
export function createTurns(now: () => number = () => performance.now()): Turns {
  /** Lines with something to start, in the order of their turns. */
  const waiting: Line[] = [];
  let endsAt = 0;
  let isOpen = false;
  let hasNewConnection = false;
  let acceptedCount = 0;

  const next = () => {
    const line = waiting.shift();
    const start = line?.starts.shift();
    if (line !== undefined && line.starts.length > 0) waiting.push(line);
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
    createLine: () => ({ starts: [] }),
    start(line, start) {
      line.starts.push(start);
      if (line.starts.length === 1) waiting.push(line);
      if (isOpen) return;
      isOpen = true;
      process.nextTick(open);
    },
    noteConnection() {
      hasNewConnection = true;
    },
  };
}
