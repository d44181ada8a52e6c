const BATCHES_AT_ONCE = 2;
const BATCH_MAX = 200;

interface Lookup<R> {
  readonly key: string;
  readonly resolve: (row: R | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Keys must need no quotes. */
export function inBatches<R extends { readonly key: string }>(
  read: (parameters: readonly unknown[]) => Promise<readonly R[]>,
): (key: string) => Promise<R | undefined> {
  let waiting: Lookup<R>[] = [];
  let running = 0;
  let isDue = false;

  const run = async (batch: readonly Lookup<R>[]): Promise<void> => {
    running += 1;
    try {
      const rows = await read([`{${batch.map(({ key }) => key).join(',')}}`]);
      const [first] = batch;
      if (batch.length === 1 && first !== undefined) return first.resolve(rows[0]);
      const found = new Map(rows.map((row) => [row.key, row]));
      for (const { key, resolve } of batch) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running -= 1;
      start();
    }
  };
  const start = (): void => {
    isDue = false;
    while (waiting.length > 0 && running < BATCHES_AT_ONCE) {
      const batch = waiting.slice(0, BATCH_MAX);
      waiting = waiting.slice(BATCH_MAX);
      void run(batch);
    }
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isDue || running === BATCHES_AT_ONCE) return;
      isDue = true;
      setImmediate(start);
    });
}
