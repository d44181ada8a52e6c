import { cpus, loadavg } from 'node:os';
import type { AboutAnswer } from '@orgdesk/client';
import { type BrowserContext, chromium } from 'playwright-core';
import { chromiumOptions } from '../../console/test/browser/support/chromium.ts';
import { startDemo } from '../../server/test/support/service/program.ts';
import { refuseArguments, scriptArguments } from '../script-arguments.ts';
import { paintFigures, watchPaint } from './paint-figures.ts';

/*
 * Measures the list of an organization's people in a real Chromium with a processor four times slower:
 * `npm run paint:people`, `npm run paint:people -- 9 20000` for nine loads of 20,000 people.
 *
 * Reports when the first rows show after a navigation with an empty cache, and how long the list takes to show the
 * matches of a typed key, up to its last change. The main thread's work per key is reported too, because it does not
 * depend on other load. All requests stay on this machine.
 */

const SLOWDOWN = 4;
const {
  positionals: [loads = '5', people = '10000'],
} = scriptArguments({
  name: 'paint:people',
  about: "Measures the list of an organization's people in Chromium.",
  positionals: '[LOADS [PEOPLE]]',
});
const RUNS = Number(loads);
const PEOPLE = Number(people);
if (!Number.isInteger(RUNS) || RUNS < 1 || !Number.isInteger(PEOPLE) || PEOPLE < 1_000) {
  refuseArguments(
    'paint:people',
    `${loads} loads of ${people} people is invalid: specify the number of loads, and at least 1000 people`,
  );
}
/** Finds one person, a family, and nobody. */
const TYPED = ['kovac 99', 'titan-lena', 'zzz'];
/** Longer than the page takes to handle a key. */
const QUIET_MS = 600;

interface Watch {
  firstRowsMs: number;
  /** Milliseconds per key until the last change of the list was painted; 0 without a change. */
  readonly keys: number[];
}
type WatchedWindow = typeof globalThis & { watchedPeople?: Watch };

const program = await startDemo({ LOG_LEVEL: 'warn' });
const browser = await chromium.launch(await chromiumOptions());
try {
  // The first request builds the page.
  await fetch(program.url);
  await enlarge();
  const signedIn = await signInOnce();
  say(`load before: ${load()}`);
  say(`${SLOWDOWN} times slower processor, ${PEOPLE} people`);
  const loads: Awaited<ReturnType<typeof measureLoad>>[] = [];
  for (let run = 0; run < RUNS; run += 1) loads.push(await measureLoad(signedIn));
  report(
    'first rows',
    loads.map(({ firstRowsMs }) => firstRowsMs),
  );
  report(
    'whole list',
    loads.map(({ wholeMs }) => wholeMs),
  );
  say(`layout shift, worst: ${Math.max(...loads.map(({ shift }) => shift)).toFixed(3)}`);
  const keys = await measureKeys(signedIn);
  report('a key to the next paint', keys.paints);
  report('a key to the list', keys.lists);
  report('work for a key', keys.works);
  say(`load after: ${load()}`);
} finally {
  await browser.close();
  await program.remove();
}

async function enlarge(): Promise<void> {
  const about = (await (await fetch(`${program.url}/api/about`)).json()) as AboutAnswer;
  const answer = await fetch(`${about.codeHost.url}/_control/world/addLargeOrganization`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ members: PEOPLE }]),
  });
  if (!answer.ok) throw new Error(`could not create the organization: ${await answer.text()}`);
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

async function signInOnce(): Promise<State> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(program.url);
  await page.getByRole('link', { name: /^Sign in with/ }).click();
  await page.getByRole('button', { name: /\(ada\)/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

async function openSlowly(signedIn: State) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: signedIn });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await watchPaint(page);
  await page.addInitScript(watchPeople);
  await page.goto(`${program.url}/organizations/titan/people`);
  return { page, session, close: () => context.close() };
}

async function measureLoad(signedIn: State) {
  const { page, close } = await openSlowly(signedIn);
  await page.getByText(/^Updated at/).waitFor({ timeout: 120_000 });
  const wholeMs = await page.evaluate(() => performance.now());
  const { shift } = await paintFigures(page);
  const firstRowsMs = await page.evaluate(() => (globalThis as WatchedWindow).watchedPeople?.firstRowsMs ?? Number.NaN);
  await close();
  return { firstRowsMs, wholeMs, shift };
}

async function measureKeys(signedIn: State) {
  const { page, session, close } = await openSlowly(signedIn);
  await page.getByText(/^Updated at/).waitFor({ timeout: 120_000 });
  await page.waitForLoadState('networkidle');
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workedMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const works: number[] = [];
  const paints = await page.evaluateHandle(() => {
    const all = new Map<number, number>();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'keydown') all.set(entry.startTime, entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    return all;
  });
  await page.getByRole('searchbox').click();
  for (const text of TYPED) {
    const keys = [...text].map((letter) => (letter === ' ' ? 'Space' : letter));
    for (const key of [...keys, ...keys.map(() => 'Backspace')]) {
      const before = await workedMs();
      await page.keyboard.press(key);
      await page.waitForTimeout(QUIET_MS);
      works.push((await workedMs()) - before);
    }
  }
  const figures = {
    paints: await paints.evaluate((all) => [...all.values()]),
    works,
    lists: await page.evaluate(() => (globalThis as WatchedWindow).watchedPeople?.keys ?? []),
  };
  await close();
  return figures;
}

/** Runs in the page, from its first moment. */
function watchPeople(): void {
  const watched: Watch = { firstRowsMs: 0, keys: [] };
  (globalThis as WatchedWindow).watchedPeople = watched;
  let pressedAt = 0;
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp;
      watched.keys.push(0);
    },
    true,
  );
  const afterPaint = (note: () => void) => requestAnimationFrame(() => setTimeout(note));
  new MutationObserver(() => {
    if (watched.firstRowsMs === 0 && document.querySelector('tr[data-index]') !== null) {
      watched.firstRowsMs = -1;
      afterPaint(() => {
        watched.firstRowsMs = performance.now();
      });
    }
    const key = watched.keys.length - 1;
    if (key < 0) return;
    afterPaint(() => {
      watched.keys[key] = performance.now() - pressedAt;
    });
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

function report(name: string, figures: readonly number[]): void {
  const sorted = figures.filter((figure) => figure > 0).toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  say(
    `${name.padEnd(24)} median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, worst ${at(1)} ms (${sorted.length} times)`,
  );
}

function load(): string {
  return `${loadavg()
    .map((average) => average.toFixed(1))
    .join(' ')} on ${cpus().length} cores`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
