/** How long the console waits at its start for what the first page needs. */
const SOON_MS = 150;

let soon: Promise<void> | undefined;

/**
 * Done with what was given, or soon after the start of the console in any case. What the first page needs is asked for
 * before the console runs and has most often come by then: it is drawn once, and not first without. Later nothing waits.
 */
export async function atLeastSoon(done: Promise<unknown>): Promise<void> {
  soon ??= new Promise((resolve) => setTimeout(resolve, SOON_MS));
  await Promise.race([done, soon]);
}
