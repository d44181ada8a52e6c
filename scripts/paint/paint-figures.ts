import type { Page } from 'playwright-core';

/** Figures of one page load. Times count from the start of the navigation. */
export interface PaintFigures {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** Sum of all layout shifts that nobody asked for. */
  readonly shift: number;
  /** By how much the tasks after the first paint were longer than 50 ms. */
  readonly blockedMs: number;
  /** Scripts as they travel, compressed. */
  readonly scriptBytes: number;
}

const TASK_MS = 50;

interface Watched {
  firstPaintMs: number;
  largestPaintMs: number;
  shift: number;
  readonly tasks: { readonly startMs: number; readonly ms: number }[];
}

type WatchedWindow = typeof globalThis & { watchedPaint?: Watched };

/** Lets every document that the page loads note its own paints, from its first moment. */
export async function watchPaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = { firstPaintMs: 0, largestPaintMs: 0, shift: 0, tasks: [] };
    (globalThis as WatchedWindow).watchedPaint = watched;
    const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') watched.firstPaintMs = startTime;
    });
    watch('largest-contentful-paint', ({ startTime }) => {
      watched.largestPaintMs = startTime;
    });
    watch('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) watched.shift += value;
    });
    watch('longtask', ({ startTime, duration }) => watched.tasks.push({ startMs: startTime, ms: duration }));
  });
}

/** Reads the figures that the current document has recorded. */
export async function paintFigures(page: Page): Promise<PaintFigures> {
  const { watched, scriptBytes } = await page.evaluate(() => ({
    watched: (globalThis as WatchedWindow).watchedPaint,
    scriptBytes: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  }));
  if (watched === undefined) throw new Error('the page was loaded before anybody watched it');
  const { firstPaintMs, largestPaintMs, shift, tasks } = watched;
  const blockedMs = tasks
    .filter(({ startMs }) => startMs >= firstPaintMs)
    .reduce((sum, { ms }) => sum + Math.max(0, ms - TASK_MS), 0);
  return { firstPaintMs, largestPaintMs, shift, blockedMs, scriptBytes };
}
