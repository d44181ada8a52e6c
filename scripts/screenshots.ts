import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumOptions } from '../console/test/browser/chromium.ts';
import { startDemo } from '../server/test/support/program.ts';

/*
 * Takes the pictures of the documents from the running program: `npm run screenshots`.
 *
 * Nothing in them depends on the day, the port or the machine, so that a picture changes only with the page.
 */

const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const SIZE_MAX_BYTES = 150 * 1024;
/** Stands for the free port of this run in what the pages say. */
const USUAL_ORIGIN = 'localhost:3000';

/** Stands for the time of this run. */
const USUAL_UPDATE = 'Feb 3, 2026, 9:41 AM';
const USUAL_TIME = '9:41 AM';

const WIDE = { viewport: { width: 1080, height: 640 }, deviceScaleFactor: 1.5 } as const;
/** For long pages, so that their pictures stay small. */
const LONG = { ...WIDE, deviceScaleFactor: 1.2 } as const;
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  isMobile: true,
  hasTouch: true,
} as const;

const program = await startDemo({ LOG_LEVEL: 'warn' });
const browser = await chromium.launch(await chromiumOptions());
try {
  await mkdir(FOLDER, { recursive: true });
  await signedOut(browser, 'signed-out-light', { ...LONG, colorScheme: 'light' });
  await signInSimulated(browser, 'sign-in-simulated', { ...LONG, colorScheme: 'light' });
  await organizations(browser, 'organizations-light', { ...WIDE, colorScheme: 'light' });
  await organizations(browser, 'organizations-dark', { ...WIDE, colorScheme: 'dark' });
  await organizations(browser, 'organizations-phone', { ...PHONE, colorScheme: 'light' });
  await installations(browser, 'installations-light', { ...LONG, colorScheme: 'light' });
  await people(browser, 'people-light', { ...LONG, colorScheme: 'light' });
  await installation(browser, 'installation-phone', { ...PHONE, colorScheme: 'dark' });
  await why(browser, 'why-light', { ...LONG, colorScheme: 'light' });
  await invite(browser, 'invite-dark', { ...LONG, colorScheme: 'dark' });
} finally {
  await browser.close();
  await program.remove();
}

async function signedOut(chrome: Browser, name: string, options: BrowserContextOptions): Promise<void> {
  const page = await open(chrome, options);
  await page.getByRole('heading', { name: 'People you can sign in as' }).waitFor();
  await take(page, name);
}

async function signInSimulated(chrome: Browser, name: string, options: BrowserContextOptions): Promise<void> {
  const page = await open(chrome, options);
  await page.getByRole('link', { name: /^Sign in with/ }).click();
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await page.getByText(new URL(program.url).host).evaluate(
    (sentence, [origin, usual]) => {
      sentence.textContent = sentence.textContent?.replace(origin, usual) ?? '';
    },
    [new URL(program.url).host, USUAL_ORIGIN] as const,
  );
  await take(page, name);
}

async function organizations(chrome: Browser, name: string, options: BrowserContextOptions): Promise<void> {
  const page = await openInstallations(chrome, options);
  await page.goto(program.url);
  await page.getByRole('link', { name: '5 repositories of Acme Corporation' }).waitFor();
  await take(page, name);
}

async function installations(chrome: Browser, name: string, options: BrowserContextOptions): Promise<void> {
  const page = await openInstallations(chrome, options);
  await page
    .getByText(/^updated/)
    .first()
    .waitFor();
  await sayUsualTimes(page);
  await take(page, name);
}

async function people(chrome: Browser, name: string, options: BrowserContextOptions): Promise<void> {
  const page = await openInstallations(chrome, options);
  await page.goto(`${program.url}/organizations/acme/people`);
  await page.getByText('5 people').waitFor();
  await take(page, name);
}

async function installation(chrome: Browser, name: string, options: BrowserContextOptions): Promise<void> {
  const page = await openInstallations(chrome, options);
  await page.goto(`${program.url}/organizations/acme/installation`);
  await page.getByText('All that the App asks for is granted.').waitFor();
  await page.getByText('5 repositories').waitFor();
  await sayUsualTimes(page);
  await take(page, name);
}

async function why(chrome: Browser, name: string, options: BrowserContextOptions): Promise<void> {
  const page = await signIn(chrome, 'katherine', options);
  await page.goto(`${program.url}/organizations/vaultworks`);
  await page.getByRole('link', { name: /^Authorize at/ }).waitFor();
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
  await page.goto(`${program.url}/organizations/acme/invite`);
  await page.getByRole('textbox', { name: 'Logins' }).fill('@radia, edsger; margaret\ngrace hopper-g');
  await page.getByRole('button', { name: 'Invite 5 people' }).click();
  await page.getByText('Done: 3 invited, 1 already there, 1 failed.').waitFor();
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

/** Takes the whole page, once its pictures are there. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  // The pointer rests on whatever was clicked last.
  await page.mouse.move(0, 0);
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path, fullPage: true, animations: 'disabled', caret: 'hide' });
  const { size } = await stat(path);
  process.stdout.write(`${name}.png  ${Math.ceil(size / 1024)} KB\n`);
  if (size > SIZE_MAX_BYTES) throw new Error(`${name}.png is larger than ${SIZE_MAX_BYTES / 1024} KB`);
  await page.context().close();
}
