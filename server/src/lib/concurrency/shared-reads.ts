/** Shares reads in progress. A read without callers is aborted. */
export interface SharedReads<Value> {
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
