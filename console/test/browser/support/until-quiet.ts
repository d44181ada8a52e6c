import type { BrowserContext, Page, Request } from 'playwright-core';

/** Streams of events, which end only with their page. */
const STREAM = /[/]events(\?|$)/;
/** Answers may cause requests, whose answers cause others: only quiet that lasts is quiet. */
const QUIET_LOOKS = 3;
const LOOK_EVERY_MS = 25;
const IDLE_WITHIN_MS = 5_000;
/** A hang guard, as long as the browser itself waits for anything. */
const GIVE_UP_AFTER_MS = 180_000;

interface Traffic {
  readonly pending: Set<Request>;
  started: number;
}

const traffic = new WeakMap<BrowserContext, Traffic>();

/** Counts the requests of all pages of a context, for `untilQuiet`. */
export function watchTraffic(context: BrowserContext): void {
  const counted: Traffic = { pending: new Set(), started: 0 };
  traffic.set(context, counted);
  context.on('request', (request) => {
    if (STREAM.test(request.url())) return;
    counted.pending.add(request);
    counted.started += 1;
  });
  const remove = (request: Request) => void counted.pending.delete(request);
  context.on('requestfinished', remove);
  context.on('requestfailed', remove);
}

/**
 * Waits until all requests of the page's context are answered, and the page has worked their answers off without new
 * requests. "networkidle" of the browser's driver is reached once per document: it says nothing about what a page
 * asks for later, and on a busy machine a page may be slower than its half second.
 */
export async function untilQuiet(page: Page): Promise<void> {
  const counted = traffic.get(page.context());
  if (counted === undefined) throw new Error('The requests of this page are not counted.');
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  for (let looks = 0; looks < QUIET_LOOKS; ) {
    if (performance.now() > giveUpAt) {
      const open = [...counted.pending].map((request) => `${request.method()} ${request.url()}`);
      const cause = open.length === 0 ? 'it keeps working' : `unanswered: ${open.join(', ')}`;
      throw new Error(`${page.url()} does not get quiet: ${cause}`);
    }
    const before = counted.started;
    const isIdle = counted.pending.size === 0 && (await idle(page));
    looks = isIdle && counted.pending.size === 0 && counted.started === before ? looks + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/**
 * Waits until the browser has nothing to do for the page. False if the page was left before that. On a busy machine, an
 * animation leaves no idle time at all, so that every task that is due has run when the time is over.
 */
const idle = (page: Page): Promise<boolean> =>
  page
    .evaluate(
      (timeout) => new Promise<true>((resolve) => requestIdleCallback(() => resolve(true), { timeout })),
      IDLE_WITHIN_MS,
    )
    .catch((error) => {
      if (/context was destroyed|navigat/i.test(String(error))) return false;
      throw error;
    });
