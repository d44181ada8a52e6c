/** How often others came to run while something was done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const over = new AbortController();
  const count = () => {
    turns += 1;
    if (!over.signal.aborted) setImmediate(count);
  };
  setImmediate(count);
  await work();
  over.abort();
  return turns;
}
