/** Does something with every item, a few at a time, and answers the results in the order of the items. */
export async function inTurns<T, R>(
  items: readonly T[],
  visit: (item: T) => Promise<R>,
  atOnce = 8,
): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await visit(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
