interface SharedCalls<Key, Value> {
  (key: Key, call: () => Promise<Value>): Promise<Value>;
  get(key: Key): Promise<Value> | undefined;
}

/** Callers with the same key share the call in progress, also when it fails. Nothing is kept after it. */
export function createSharedCalls<Key, Value>(): SharedCalls<Key, Value> {
  const calls = new Map<Key, Promise<Value>>();

  const share = (key: Key, call: () => Promise<Value>): Promise<Value> => {
    const running = calls.get(key);
    if (running !== undefined) return running;
    const calling = call().finally(() => calls.delete(key));
    calls.set(key, calling);
    return calling;
  };
  return Object.assign(share, { get: (key: Key) => calls.get(key) });
}
