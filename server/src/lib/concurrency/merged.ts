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
