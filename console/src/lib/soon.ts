/** The longest time that the first render waits for its data. */
const SOON_MS = 150;

let soon: Promise<void> | undefined;

/** Resolves with `done`, or 150 ms after the first call at the latest, so that later calls do not wait. */
export async function atLeastSoon(done: Promise<unknown>): Promise<void> {
  soon ??= new Promise((resolve) => setTimeout(resolve, SOON_MS));
  await Promise.race([done, soon]);
}
