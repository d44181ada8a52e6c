import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AboutAnswer } from '@orgdesk/client';
import type { FaultRule } from '@orgdesk/simulator';
import type { RunOptions } from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Route,
} from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import type { ContractDocument } from '../../../../scripts/generate/contract-document.ts';
import {
  createDocumentedAnswers,
  type DocumentedAnswers,
} from '../../../../server/test/support/answers/documented-answers.ts';
import { authorizeAt, createBrowser } from '../../../../server/test/support/browser.ts';
import { type Demo, startDemo } from './demos/start-demo.ts';
import { watchTraffic } from './until-quiet.ts';
import { watchProblems } from './watch-problems.ts';

/** The short one: each page that is checked reads all of it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** Rules of axe that depend on colors. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block'] as const;

export interface Visit {
  /** Origin of the service. */
  readonly url: string;
  /** Calls a function of the simulated code host's control, such as `platform/suspend`, and returns its result. */
  onCodeHost(path: string, ...parameters: readonly unknown[]): Promise<unknown>;
  /** Switches a fault of the simulated code host on, until the end of the test. */
  faultOnCodeHost(rule: FaultRule): Promise<void>;
  /** Switches these faults off. */
  healCodeHost(): Promise<void>;
  /** Opens a page in a new browser context. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page signed in as this person and waits for the session. */
  openAs(login: string, path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Signs in without opening a page yet. */
  blankAs(login: string, options?: BrowserContextOptions): Promise<Page>;
  /** Allows a problem that the test causes. */
  expectProblem(kind: RegExp): void;
}

/** A test with a running service. Unexpected problems on any of its pages fail it at the end. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads dependencies from the pattern.
  .extend('chrome', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const chrome = await chromium.launch(inject('chromiumOptions'));
    onCleanup(() => chrome.close());
    return chrome;
  })
  /** Settings beside those of all demos. */
  .extend('settings', { scope: 'file' }, {} as Readonly<Record<string, string>>)
  .extend('service', { scope: 'file' }, async ({ settings }, { onCleanup }): Promise<Pick<Demo, 'url'>> => {
    // Pages send only documents of the client.
    const demo = await startDemo({ LOG_LEVEL: 'warn', PROXY_DOCUMENTS: 'shipped', ...settings });
    onCleanup(demo.end);
    return demo;
  })
  .extend('visit', async ({ chrome, service }, { onCleanup }): Promise<Visit> => {
    const closers: (() => Promise<void>)[] = [];
    const watched: (readonly string[])[] = [];
    const expected: RegExp[] = [];
    onCleanup(async () => {
      for (const close of closers) await close();
      expect(watched.flat().filter((problem) => !expected.some((kind) => kind.test(problem)))).toEqual([]);
    });
    const blank = async (options: BrowserContextOptions = {}): Promise<Page> => {
      const context = await chrome.newContext({ locale: 'en-US', timezoneId: 'UTC', ...options });
      closers.push(() => context.close());
      // A hang guard only: tests do not measure speed.
      context.setDefaultTimeout(180_000);
      watchTraffic(context);
      watched.push(await watchProblems(context, await documentedAnswersAt(service.url)));
      return context.newPage();
    };
    const healCodeHost = async () => void (await callControl(service.url, 'call/clearFaults', []));
    const blankAs: Visit['blankAs'] = async (login, options) => {
      const page = await blank(options);
      await page.context().addCookies([await sessionOf(service.url, login)]);
      return page;
    };
    return {
      url: service.url,
      onCodeHost: (path, ...parameters) => callControl(service.url, path, parameters),
      faultOnCodeHost: async (rule) => {
        closers.push(healCodeHost);
        await callControl(service.url, 'faults', rule);
      },
      healCodeHost,
      expectProblem: (kind) => void expected.push(kind),
      open: async (path = '/', options = {}) => {
        const page = await blank(options);
        await page.goto(service.url + path);
        return page;
      },
      openAs: async (login, path = '/', options = {}) => {
        const page = await blankAs(login, options);
        await page.goto(service.url + path);
        await signOutButton(page).waitFor();
        return page;
      },
      blankAs,
    };
  });

let documented: Promise<DocumentedAnswers> | null = null;

/** Those of the first service for all others, because compiling schemas takes longer than most tests. */
function documentedAnswersAt(url: string): Promise<DocumentedAnswers> {
  documented ??= fetch(`${url}/api/openapi.json`).then(async (answer) => {
    expect(answer.status).toBe(200);
    return createDocumentedAnswers((await answer.json()) as ContractDocument);
  });
  return documented;
}

/** Signs in without a page, ten times as fast, and returns the session cookie. */
async function sessionOf(url: string, login: string) {
  const browser = createBrowser();
  const { location } = await browser.request(`${url}/api/auth/start`);
  const callback = await authorizeAt(location ?? '', login, 'authorize');
  await browser.request(callback.href);
  const value = await browser.cookie(url, 'host_session');
  if (value === null) throw new Error(`${login} could not sign in`);
  return { name: 'host_session', value, url, httpOnly: true, secure: true, sameSite: 'Lax' } as const;
}

async function callControl(url: string, path: string, body: unknown): Promise<unknown> {
  const about = (await (await fetch(`${url}/api/about`)).json()) as AboutAnswer;
  const answer = await fetch(`${about.codeHost.url}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? null : ((await answer.json()) as { readonly result: unknown }).result;
}

/** Locators of the pages. */
export const signInLink = (page: Page): Locator => page.getByRole('link', { name: /^Sign in with/ });
export const person = (page: Page, login: string): Locator =>
  page.getByRole('button', { name: new RegExp(`(^|\\()${login}\\b`) });
export const signOutButton = (page: Page): Locator => page.getByRole('button', { name: 'Sign out' });
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });
/** Rows with their App status loaded. */
export const organizationRows = (page: Page): Locator =>
  page.locator('table:not([aria-busy="true"])').locator('tbody').getByRole('row');

export const organizationRow = (page: Page, login: string): Locator =>
  organizationRows(page).filter({ has: page.getByText(login, { exact: true }) });
export const installation = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name}`) });

/** Chooses an entry of the menu of a list, which is on the page or in a part of it. */
export async function chooseOption(page: Page, text: string | RegExp, part: Page | Locator = page): Promise<void> {
  await part.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitem', { name: text }).click();
}

/** Signs in from a signed-out page, by mouse. */
export async function signIn(page: Page, login: string): Promise<void> {
  await signInLink(page).click();
  await person(page, login).click();
  await signOutButton(page).waitFor();
}

/** Ends the session of this page from elsewhere. */
export async function signOutElsewhere(page: Page, { url }: Visit): Promise<void> {
  const session = (await page.context().cookies()).find(({ name }) => name === 'host_session');
  const headers = { authorization: `Bearer ${session?.value}` };
  const { status } = await fetch(`${url}/api/auth/logout`, { method: 'POST', headers });
  expect(status).toBe(200);
}

/** Hides the page like a background tab, so that it refetches nothing. */
export const leave = (page: Page): Promise<void> =>
  page.evaluate(() => void Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));

/** Advances the page's installed clock to the next automatic refetch. */
export const waitForReread = (page: Page): Promise<void> => page.clock.fastForward(31_000);

/** Returns the findings of axe in light and dark colors, one line per element. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE);
  const problems: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Waits for color transitions.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    // Other rules were checked in light colors. No rule in use needs style sheets, which axe fetches even offline.
    const rules = colorScheme === 'light' ? {} : { runOnly: [...RULES_OF_COLOR] };
    const options: RunOptions = { preload: false, resultTypes: ['violations'], selectors: false, ...rules };
    // Everything else that axe found out is several times as long, and would be sent here for nothing.
    const found = await page.evaluate<readonly (readonly [id: string, html: string])[]>(
      `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html])))`,
    );
    problems.push(...found.map(([id, html]) => `${id} (${colorScheme}): ${html}`));
  }
  return problems;
}

/** Holds requests to a URL until the returned function continues them; by default to the service. */
export async function holdRequests(
  page: Page,
  address: string,
  goOn: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await opened;
    await goOn(route);
  });
  return open;
}

/**
 * Acts and waits until the first resulting request to a URL is completely answered. The page must not be left
 * meanwhile, because that would cancel the request.
 */
export async function untilAnswered(page: Page, address: string, act: () => Promise<unknown>): Promise<void> {
  const pendingRequest = page.waitForRequest(address);
  await act();
  const answer = await (await pendingRequest).response();
  await answer?.finished();
}

/** Queries that the service forwards; the organizations page ends with the one about memberships. */
export const GRAPHQL = '**/api/github/graphql';
/** The streamed list of people. */
export const PEOPLE = '**/api/organizations/*/people?*';
/** The access check of an organization's page. */
export const ACCESS = '**/api/organizations/*/access';

/** Keys in session storage. */
export const keptInTab = (page: Page): Promise<readonly string[]> => page.evaluate(() => Object.keys(sessionStorage));

/** Horizontal scroll distance of the page in pixels. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
