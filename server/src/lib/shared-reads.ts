import { withinLimit } from './result.ts';

type SingleFlight<K, T> = (key: K, start: () => Promise<T>) => Promise<T>;

/**
 * Runs one fetch at a time per key. Callers that arrive during a fetch share the next one, so each fetch starts after
 * its callers arrived. After `patienceMs`, the next starts without waiting.
 */
export function createSingleFlight<K, T>(patienceMs: number | null = null): SingleFlight<K, T> {
  const underWay = new Map<K, Promise<T>>();
  const waiting = new Map<K, Promise<T>>();

  async function next(key: K, start: () => Promise<T>): Promise<T> {
    const before = underWay.get(key)?.catch(() => {});
    await (before === undefined || patienceMs === null ? before : withinLimit(before, patienceMs));
    waiting.delete(key);
    const begun = start();
    underWay.set(key, begun);
    try {
      return await begun;
    } finally {
      if (underWay.get(key) === begun) underWay.delete(key);
    }
  }

  return (key, start) => {
    const running = waiting.get(key);
    if (running !== undefined) return running;
    const shared = next(key, start);
    waiting.set(key, shared);
    return shared;
  };
}

/** Shares reads in progress. A read without callers is aborted. */
interface SharedReads<Value> {
  /** Starts a read if needed. `left` ends the wait. */
  join(key: string, left: AbortSignal, begin: BeginRead<Value>): Promise<Value>;
  /** Later callers start a new read. */
  invalidate(key: string): void;
}

/** `end` is aborted when no caller waits; the read may abort it too. */
type BeginRead<Value> = (end: AbortController) => Promise<Value>;

interface SharedRead<Value> {
  readonly value: Promise<Value>;
  readonly end: AbortController;
  waiting: number;
}

export function createSharedReads<Value>(): SharedReads<Value> {
  const underWay = new Map<string, SharedRead<Value>>();

  function forget(key: string, read: SharedRead<Value>): void {
    if (underWay.get(key) === read) underWay.delete(key);
  }

  function beginRead(key: string, begin: BeginRead<Value>): SharedRead<Value> {
    const end = new AbortController();
    const read = { value: begin(end), end, waiting: 0 };
    underWay.set(key, read);
    const settle = () => forget(key, read);
    read.value.then(settle, settle);
    return read;
  }

  return {
    async join(key, left, begin) {
      const read = underWay.get(key) ?? beginRead(key, begin);
      read.waiting += 1;
      const leave = () => {
        read.waiting -= 1;
        if (read.waiting > 0) return;
        forget(key, read);
        read.end.abort();
      };
      if (left.aborted) leave();
      else left.addEventListener('abort', leave, { once: true });
      try {
        return await read.value;
      } finally {
        left.removeEventListener('abort', leave);
      }
    },
    invalidate: (key) => void underWay.delete(key),
  };
}

/**
 * Yields what several generators yield, `concurrency` of them at a time, whoever comes first. Each waits until its
 * previous value was consumed, so memory is bounded.
 */
export async function* merged<Item, Value>(
  items: Iterable<Item>,
  concurrency: number,
  valuesOf: (item: Item) => AsyncGenerator<Value, void>,
): AsyncGenerator<Value, void> {
  const waiting = items[Symbol.iterator]();
  const open = new Map<AsyncGenerator<Value, void>, Promise<NextOf<Value>>>();

  const pull = (values: AsyncGenerator<Value, void>): void => {
    // At the end of the map, so that a fast generator delays no other.
    open.delete(values);
    open.set(
      values,
      values.next().then((next) => ({ values, next })),
    );
  };
  const begin = (): void => {
    const item = waiting.next();
    if (item.done !== true) pull(valuesOf(item.value));
  };

  try {
    for (let started = 0; started < concurrency; started += 1) begin();
    while (open.size > 0) {
      const { values, next } = await Promise.race(open.values());
      if (next.done === true) {
        open.delete(values);
        begin();
      } else {
        yield next.value;
        pull(values);
      }
    }
  } finally {
    for (const [values, next] of open) Promise.all([next, values.return()]).catch(() => {});
  }
}

interface NextOf<Value> {
  readonly values: AsyncGenerator<Value, void>;
  readonly next: IteratorResult<Value, void>;
}
