import type { AboutAnswer } from '@orgdesk/client';
import type { FaultRule } from '@orgdesk/simulator';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Route,
} from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { authorizeAt, createBrowser } from '../../../../server/test/support/browser.ts';
import { type DemoProgram, startDemo } from '../../../../server/test/support/service/program.ts';
import { watchProblems } from './watch-problems.ts';

/** What of axe depends on colors. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block'] as const;

export interface Visit {
  /** Origin of the service. */
  readonly url: string;
  /** Calls a function of the simulated code host's control, such as `platform/suspend`, and returns its result. */
  onCodeHost(path: string, ...parameters: readonly unknown[]): Promise<unknown>;
  /** Switches a fault of the simulated code host on, until the end of the test. */
  faultOnCodeHost(rule: FaultRule): Promise<void>;
  /** Opens a page in a browser without a past. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page in a browser in which somebody has signed in, and waits until it knows who it is. */
  openAs(login: string, path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** The same before the page is opened, for what has to be arranged first. */
  blankAs(login: string, options?: BrowserContextOptions): Promise<Page>;
  /** Says that this kind of problem belongs to what the test does. */
  expectProblem(kind: RegExp): void;
}

/** A test with a visit to the running program, at whose end nothing may have gone wrong in any of its pages. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  .extend('chrome', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const chrome = await chromium.connect(inject('chromiumUrl'));
    onCleanup(() => chrome.close());
    return chrome;
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend('service', { scope: 'file' }, async ({}, { onCleanup }): Promise<DemoProgram> => {
    // Whatever the pages ask the code host for is a document of the client.
    const service = await startDemo({ LOG_LEVEL: 'warn', PROXY_DOCUMENTS: 'shipped' });
    onCleanup(() => service.remove());
    // The first start on a machine builds the page, which takes longer than any single step of a test may.
    await fetch(service.url);
    return service;
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
      // A hang guard: how fast a page is, is no part of a test.
      context.setDefaultTimeout(30_000);
      watched.push(await watchProblems(context));
      return context.newPage();
    };
    const blankAs: Visit['blankAs'] = async (login, options) => {
      const page = await blank(options);
      await page.context().addCookies([await sessionOf(service.url, login)]);
      return page;
    };
    return {
      url: service.url,
      onCodeHost: (path, ...parameters) => callControl(service.url, path, parameters),
      faultOnCodeHost: async (rule) => {
        closers.push(async () => void (await callControl(service.url, 'call/clearFaults', [])));
        await callControl(service.url, 'faults', rule);
      },
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

/** Signs in without a page, which takes a tenth of the time: the cookie that a browser would have then. */
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
  return ((await answer.json()) as { readonly result: unknown }).result;
}

/** The parts of the pages that tests look at and use, as a person finds them. */
export const signInLink = (page: Page): Locator => page.getByRole('link', { name: /^Sign in with/ });
export const person = (page: Page, login: string): Locator =>
  page.getByRole('button', { name: new RegExp(`(^|\\()${login}\\b`) });
export const signOutButton = (page: Page): Locator => page.getByRole('button', { name: 'Sign out' });
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });
/** Once the App's status is in them. */
export const organizationRows = (page: Page): Locator =>
  page.locator('table:not([aria-busy="true"])').locator('tbody').getByRole('row');

export const organizationRow = (page: Page, login: string): Locator =>
  organizationRows(page).filter({ has: page.getByText(login, { exact: true }) });
export const installation = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name}`) });

/** Signs in from a signed-out page, by mouse. */
export async function signIn(page: Page, login: string): Promise<void> {
  await signInLink(page).click();
  await person(page, login).click();
  await signOutButton(page).waitFor();
}

/** Signs the session of this page out from somewhere else. */
export async function signOutElsewhere(page: Page, { url }: Visit): Promise<void> {
  const session = (await page.context().cookies()).find(({ name }) => name === 'host_session');
  const headers = { authorization: `Bearer ${session?.value}` };
  const { status } = await fetch(`${url}/api/auth/logout`, { method: 'POST', headers });
  expect(status).toBe(200);
}

/** Hides the page, as for a person on another tab: it reads nothing by itself meanwhile. */
export const leave = (page: Page): Promise<void> =>
  page.evaluate(() => void Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));

/** Lets the time pass after which an open page reads again by itself. The page's clock has to be installed. */
export const waitForReread = (page: Page): Promise<void> => page.clock.fastForward(31_000);

/** What axe finds wrong with the page as it is, in light colors and then in dark ones, one line for each element. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const problems: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colors that are still changing are no colors of the page.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    // All else was looked at in light colors.
    const options: RunOptions = colorScheme === 'light' ? {} : { runOnly: [...RULES_OF_COLOR] };
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
    problems.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} (${colorScheme}): ${html}`)));
  }
  return problems;
}

/** Keeps requests to an address waiting, until what this gives back lets them go on; by default to the service. */
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
 * Does something, and waits until the first request to an address that it leads to is answered, to the last byte. No
 * other may come from a page that is left by it: that one would be given up.
 */
export async function untilAnswered(page: Page, address: string, act: () => Promise<unknown>): Promise<void> {
  // Each step of the act has its own limit.
  const pendingRequest = page.waitForRequest(address, { timeout: 60_000 });
  await act();
  const answer = await (await pendingRequest).response();
  await answer?.finished();
}

/** Queries that the service passes on; the page of organizations ends with one, of who belongs where by now. */
export const GRAPHQL = '**/api/github/graphql';
/** The list of people, in lines. */
export const PEOPLE = '**/api/organizations/*/people?*';
/** What the page of one organization asks for: what keeps somebody from seeing all of it. */
export const ACCESS = '**/api/organizations/*/access';

/** Names of what the tab keeps over a reload. */
export const keptInTab = (page: Page): Promise<readonly string[]> => page.evaluate(() => Object.keys(sessionStorage));

/** How far the page can be scrolled sideways, in pixels. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
