import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumOptions } from '../console/test/browser/support/chromium.ts';
import { startDemo } from '../server/test/support/service/program.ts';
import { scriptArguments } from './script-arguments.ts';

/*
 * Takes the pictures of the documents from the running program: `npm run screenshots`.
 *
 * Nothing in them depends on the day, the port or the machine, so that a picture changes only with the page.
 */

scriptArguments({
  name: 'screenshots',
  about: 'Takes the screenshots for the documents with Chromium.',
});

const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const SIZE_MAX_BYTES = 150 * 1024;
/** Stands for the time of this run. */
const USUAL_UPDATE = 'Feb 3, 2026, 9:41 AM';
const USUAL_TIME = '9:41 AM';

const WIDE = { viewport: { width: 1080, height: 640 }, deviceScaleFactor: 1.5 } as const;
/** Keeps pictures of long pages small. */
const LONG = { ...WIDE, deviceScaleFactor: 1.2 } as const;

const ROWS = [
  'login\tname\trole\tteams',
  'radia\tRadia Perlman\towner\tPlatform',
  'edsger-w\tEdsger Dijkstra\t\tEngineering, Platform',
  'margaret\tMargaret Hamilton\tbilling manager\t',
  'grace\tGrace Hopper\t\t',
  'hedy\tHedy Lamarr\t\tLegal',
  'nobody-here\t\t\t',
].join('\n');

const program = await startDemo({ LOG_LEVEL: 'warn' });
const browser = await chromium.launch(await chromiumOptions());
try {
  await mkdir(FOLDER, { recursive: true });
  await organizations(browser, 'organizations-light', { ...WIDE, colorScheme: 'light' });
  await why(browser, 'why-light', { ...LONG, colorScheme: 'light' });
  await invite(browser, 'invite-light', { ...LONG, deviceScaleFactor: 1, colorScheme: 'light' });
} finally {
  await browser.close();
  await program.remove();
}

async function organizations(chrome: Browser, name: string, options: BrowserContextOptions): Promise<void> {
  const page = await openInstallations(chrome, options);
  await page.goto(program.url);
  await page.getByRole('link', { name: '5 repositories of Acme Corporation' }).waitFor();
  await take(page, name);
}

async function why(chrome: Browser, name: string, options: BrowserContextOptions): Promise<void> {
  const page = await signIn(chrome, 'katherine', options);
  await page.goto(`${program.url}/organizations/vaultworks`);
  await page.getByRole('link', { name: /^Authorize on/ }).waitFor();
  await sayUsualTimes(page);
  await take(page, name);
}

/** Puts the usual time where the page says when something was read or checked. Days stay: they come from the simulated world. */
async function sayUsualTimes(page: Page): Promise<void> {
  await page.locator('time').evaluateAll(
    (times, [instant, ofDay]) => {
      for (const time of times) {
        const text = time.textContent ?? '';
        if (text.includes(':')) time.textContent = text.includes(',') ? instant : ofDay;
      }
    },
    [USUAL_UPDATE, USUAL_TIME] as const,
  );
}

async function invite(chrome: Browser, name: string, options: BrowserContextOptions): Promise<void> {
  const page = await openInstallations(chrome, options);
  await page.goto(`${program.url}/organizations/acme/invitations/invite`);
  await page.getByRole('textbox', { name: 'Usernames or email addresses' }).fill(ROWS);
  await page.getByRole('button', { name: 'Check 6 people' }).click();
  await page.getByText('All 6 people checked.').waitFor();
  await page.getByText(/, until \d/).evaluate((pace, time) => {
    pace.textContent = (pace.textContent ?? '').replace(/until .*$/, `until ${time}.`);
  }, USUAL_TIME);
  await take(page, name);
}

/** The installations of a signed-in person. Once they are shown, their repositories are counted everywhere. */
async function openInstallations(chrome: Browser, options: BrowserContextOptions): Promise<Page> {
  const page = await signIn(chrome, 'ada', options);
  await page.getByRole('navigation').getByRole('link', { name: 'Installations' }).click();
  await page.getByRole('link', { name: 'spectra' }).waitFor();
  return page;
}

async function signIn(chrome: Browser, login: string, options: BrowserContextOptions): Promise<Page> {
  const page = await open(chrome, options);
  await page.getByRole('link', { name: /^Sign in with/ }).click();
  await page.getByRole('button', { name: new RegExp(`\\(${login}\\)`) }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return page;
}

async function open(chrome: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await chrome.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.goto(program.url);
  return page;
}

/** Takes the page, whole unless told otherwise, once its pictures are there. */
async function take(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  await page.waitForLoadState('networkidle');
  // The pointer rests on whatever was clicked last.
  await page.mouse.move(0, 0);
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path, fullPage, animations: 'disabled', caret: 'hide' });
  const { size } = await stat(path);
  process.stdout.write(`${name}.png  ${Math.ceil(size / 1024)} KB\n`);
  if (size > SIZE_MAX_BYTES) throw new Error(`${name}.png is larger than ${SIZE_MAX_BYTES / 1024} KB`);
  await page.context().close();
}
