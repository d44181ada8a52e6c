/** How long the console waits at its start for what the first page needs. */
const SOON_MS = 150;

const soon = new Promise<void>((resolve) => setTimeout(resolve, SOON_MS));

/**
 * Done with what was given, or soon after the start of the console in any case. What the first page needs is asked for
 * before the console runs and has most often come by then: it is drawn once, and not first without.
 */
export const atLeastSoon = (done: Promise<void>): Promise<void> => Promise.race([done, soon]);
