import { TURN_MS } from '../../domain/limits/requests.ts';

/** Starts the work of a connection when it is its turn. */
export type Turns = (connection: object, start: () => void) => void;

/**
 * Starts work for at most `TURN_MS` per iteration of the event loop, because an iteration accepts only one connection:
 * the longer each takes, the longer a new client waits. Connections take turns, and a new one goes before the others.
 */
export function createTurns(now: () => number = () => performance.now()): Turns {
  const started = new WeakSet<object>();
  const first: (() => void)[] = [];
  /** In the order of their turns. */
  const further = new Map<object, (() => void)[]>();
  let endsAt = 0;
  let isOpen = false;

  const next = () => {
    if (first.length > 0) return first.shift();
    const [turn] = further;
    if (turn === undefined) return undefined;
    const [connection, starts] = turn;
    const start = starts.shift();
    further.delete(connection);
    if (starts.length > 0) further.set(connection, starts);
    return start;
  };
  const startNext = () => {
    const start = next();
    if (start === undefined) {
      isOpen = false;
      return;
    }
    start();
    // What a request does without waiting for a socket or a file is over after the pending promises.
    queueMicrotask(() => process.nextTick(goOn));
  };
  const goOn = () => {
    if (now() < endsAt) return startNext();
    setImmediate(open);
  };
  const open = () => {
    endsAt = now() + TURN_MS;
    startNext();
  };

  return (connection, start) => {
    if (!started.has(connection)) {
      started.add(connection);
      first.push(start);
    } else {
      const starts = further.get(connection);
      if (starts === undefined) further.set(connection, [start]);
      else starts.push(start);
    }
    if (isOpen) return;
    isOpen = true;
    process.nextTick(open);
  };
}
