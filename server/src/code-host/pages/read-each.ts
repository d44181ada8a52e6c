import pLimit from 'p-limit';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { PAGES_AT_ONCE } from '../../lib/limits/code-host.ts';
import { ok, refuse } from '../../lib/result.ts';

/** Reads some at once, in the order of the keys. After a refusal, no more are begun. */
export async function readEach<K, V>(
  keys: Iterable<K>,
  read: (key: K) => Promise<HostResult<V>>,
): Promise<HostResult<readonly V[]>> {
  const values: V[] = [];
  let refusal: HostRefusal | null = null;
  await pLimit(PAGES_AT_ONCE).map(keys, async (key, index) => {
    if (refusal !== null) return;
    const value = await read(key);
    if (value.ok) values[index] = value.value;
    else refusal ??= value.refusal;
  });
  return refusal === null ? ok(values) : refuse(refusal);
}
