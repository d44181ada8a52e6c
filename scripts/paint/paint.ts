import { cpus, loadavg } from 'node:os';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumOptions } from '../../console/test/browser/support/chromium.ts';
import { startDemo } from '../../server/test/support/service/program.ts';
import { refuseArguments, scriptArguments } from '../script-arguments.ts';
import { type PaintFigures, paintFigures, watchPaint } from './paint-figures.ts';

/*
 * Measures how soon the pages show: `npm run paint`, `npm run paint -- 9` for nine runs of each.
 *
 * A real Chromium with a processor four times slower loads each page cold (nothing kept) and warm (the second time).
 * The network is this machine's own, so the figures are about work and the order of requests, not about distance.
 */

const SLOWDOWN = 4;
const {
  positionals: [runs = '5'],
} = scriptArguments({
  name: 'paint',
  about: 'Measures in Chromium how soon the pages show.',
  positionals: '[RUNS OF EACH]',
});
const RUNS = Number(runs);
if (!Number.isInteger(RUNS) || RUNS < 1) refuseArguments('paint', `${runs} is not a valid number of runs`);

interface Subject {
  readonly name: string;
  readonly path: string;
  readonly isSignedIn: boolean;
  /** Shown once the page is what a person came for. */
  readonly shown: string;
}

const SUBJECTS: readonly Subject[] = [
  { name: 'sign-in page', path: '/', isSignedIn: false, shown: 'a[href^="/api/auth/start"]' },
  { name: 'list of organizations', path: '/', isSignedIn: true, shown: 'a[href^="/installations#"]' },
  { name: 'organization page', path: '/organizations/acme', isSignedIn: true, shown: '.overview-number' },
  { name: 'installations page', path: '/installations', isSignedIn: true, shown: '.repository-list-item a' },
];

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

const program = await startDemo({ LOG_LEVEL: 'warn' });
const browser = await chromium.launch(await chromiumOptions());
try {
  // The first request builds the page.
  await fetch(program.url);
  const signedIn = await signInOnce(browser);
  say(`load before: ${load()}`);
  say(`${SLOWDOWN} times slower processor, ${RUNS} runs each; median / worst\n`);
  say(row(['', '', 'first paint', 'largest paint', 'shift', 'blocked', 'scripts']));
  for (const subject of SUBJECTS) {
    const runs: { readonly cold: PaintFigures; readonly warm: PaintFigures }[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await measure(browser, subject, signedIn));
    report(
      subject.name,
      'cold',
      runs.map(({ cold }) => cold),
    );
    report(
      subject.name,
      'warm',
      runs.map(({ warm }) => warm),
    );
  }
  say(`\nload after: ${load()}`);
} finally {
  await browser.close();
  await program.remove();
}

/** One cold and one warm load of a page, in a browser profile of its own. */
async function measure(chrome: Browser, { path, isSignedIn, shown }: Subject, signedIn: State) {
  const context = await chrome.newContext({
    viewport: { width: 1280, height: 800 },
    ...(isSignedIn ? { storageState: signedIn } : {}),
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await watchPaint(page);
    const load = async () => {
      await page.goto(program.url + path);
      await page.locator(shown).first().waitFor();
      await page.waitForLoadState('networkidle');
      return paintFigures(page);
    };
    const cold = await load();
    await page.goto('about:blank');
    return { cold, warm: await load() };
  } finally {
    await context.close();
  }
}

async function signInOnce(chrome: Browser): Promise<State> {
  const context = await chrome.newContext();
  const page: Page = await context.newPage();
  await page.goto(program.url);
  await page.getByRole('link', { name: /^Sign in with/ }).click();
  await page.getByRole('button', { name: /\(ada\)/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  // Counts the repositories, as they are after the first minute of a real service.
  await page.goto(`${program.url}/installations`);
  await page.locator('.repository-list-item a').first().waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

function report(name: string, cache: string, figures: readonly PaintFigures[]): void {
  const both = (of: (figure: PaintFigures) => number, write: (value: number) => string) => {
    const sorted = figures.map(of).toSorted((a, b) => a - b);
    const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
    return `${write(median)} / ${write(sorted.at(-1) ?? 0)}`;
  };
  const ms = (value: number) => `${Math.round(value)} ms`;
  say(
    row([
      name,
      cache,
      both(({ firstPaintMs }) => firstPaintMs, ms),
      both(({ largestPaintMs }) => largestPaintMs, ms),
      both(
        ({ shift }) => shift,
        (value) => value.toFixed(3),
      ),
      both(({ blockedMs }) => blockedMs, ms),
      both(
        ({ scriptBytes }) => scriptBytes,
        (value) => `${Math.round(value / 1024)} KB`,
      ),
    ]),
  );
}

function row(cells: readonly string[]): string {
  const widths = [22, 5, 17, 17, 14, 16, 16];
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd();
}

function load(): string {
  return `${loadavg()
    .map((average) => average.toFixed(1))
    .join(' ')} on ${cpus().length} cores`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
