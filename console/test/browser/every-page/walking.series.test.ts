import type { Locator, Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pieceOf } from '../../../../server/test/support/series.ts';
import { untilQuiet } from '../support/until-quiet.ts';
import {
  accessibilityProblems,
  GRAPHQL,
  heading,
  organizationRow,
  organizationRows,
  sidewaysScroll,
  test,
  untilAnswered,
  type Visit,
} from '../support/visit.ts';

/** Limit of requests for a tab, without images: style, script and data of that page, and of the jobs it shows. */
const REQUESTS_MAX = 9;

const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: /^Pages of/ }).getByRole('link', { name, exact: true });
const switcher = (page: Page): Locator => page.getByRole('button', { name: /, switch organization$/ });
const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((found) => found === found.ownerDocument.activeElement);

const openAt = (visit: Visit, path: string, login: string): Promise<Page> => visit.openAs(login, path);

/** Records every later request. */
function watchRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}

/** Switches the network off or on. */
const setOffline = (page: Page, isOffline: boolean): Promise<void> => page.context().setOffline(isOffline);

describe('navigation between pages', () => {
  test('a tab is opened without loading the page, with a handful of requests', async ({ visit }) => {
    const page = await openAt(visit, '/organizations/acme', 'ada');
    await page.getByText('Anvils, rockets').waitFor();
    // What needs attention is read after the rest.
    const read = () => performance.getEntriesByType('resource').map(({ name }) => name);
    await expect.poll(() => page.evaluate(read)).toContain(`${visit.url}/api/people-review/last`);
    await untilQuiet(page);
    const requests = watchRequests(page);

    await tab(page, 'People').click();
    await page.getByText('Grace Hopper').waitFor();
    await page.getByText(/^Updated at/).waitFor();
    // Waits for images too, which would count for the next tab.
    await expect
      .poll(() =>
        page.locator('tbody img').evaluateAll((all) => all.every((img) => (img as HTMLImageElement).complete)),
      )
      .toBe(true);

    const kinds = requests.map((request) => request.resourceType());
    expect(kinds).not.toContain('document');
    const requestedUrls = requests
      .filter((request) => request.resourceType() !== 'image')
      .map((request) => request.url());
    expect(requestedUrls.length, requestedUrls.join('\n')).toBeLessThanOrEqual(REQUESTS_MAX);
    expect(page.url()).toBe(`${visit.url}/organizations/acme/people`);

    requests.length = 0;
    await tab(page, 'Overview').click();
    await page.getByText('Anvils, rockets').waitFor();
    await untilQuiet(page);
    expect(requests.map((request) => request.url())).toEqual([]);
  });

  test('focuses the heading, and sets and announces the title', async ({ visit }) => {
    const page = await openAt(visit, '/', 'ada');
    await organizationRow(page, 'acme').getByRole('link', { name: 'Acme Corporation', exact: true }).click();

    await heading(page, 'Acme Corporation').waitFor();
    await expect.poll(() => hasFocus(heading(page, 'Acme Corporation'))).toBe(true);
    await tab(page, 'Teams').click();

    await page.locator('[aria-live="polite"]').getByText('Teams of Acme Corporation · orgdesk').waitFor({
      state: 'attached',
    });
    expect(await page.title()).toBe('Teams of Acme Corporation · orgdesk');
  });

  test('going back restores the scroll position without reloading the list', async ({ visit }) => {
    const page = await visit.blankAs('margaret');
    await page.clock.install();
    await page.goto(`${visit.url}/organizations/northwind/people`);
    await page.getByText(/^260 people/).waitFor();
    await page.evaluate(() => window.scrollTo(0, 6_000));
    const scrollTop = await page.evaluate(() => window.scrollY);
    expect(scrollTop).toBeGreaterThan(5_000);
    const drawn = page.getByRole('row').nth(8);
    await expect.poll(async () => Number(await drawn.getAttribute('aria-rowindex'))).toBeGreaterThan(80);
    const name = await drawn.getByRole('link').innerText();

    await tab(page, 'Teams').dispatchEvent('click');
    await page.getByText('25 teams').waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    // Answers are stale by then.
    await page.clock.fastForward(60_000);
    const requests = watchRequests(page);
    await tab(page, 'People').hover();
    await page.goBack();

    await page.getByText(/^260 people/).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollTop);
    await page.getByRole('rowheader').getByRole('link', { name, exact: true }).waitFor();
    const ofPeople = (url: string) => url.endsWith('/api/github/graphql') || url.includes('/people');
    expect(requests.map((request) => request.url()).filter(ofPeople)).toEqual([]);
  });

  test('going back restores the position in a long list whose rows render later', async ({ visit }) => {
    const login = 'belongs-to-very-many';
    await visit.onCodeHost('world/addUser', { login, signInNote: 'belongs to many' });
    await visit.onCodeHost('world/addMembership', { organization: 'acme', login });
    await visit.onCodeHost('world/enlarge', login, { organizations: 200, installations: 3, prefix: login });
    const page = await openAt(visit, '/', login);
    await expect.poll(() => organizationRows(page).count()).toBeGreaterThan(199);
    await organizationRow(page, 'acme').waitFor();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight - 1_500));
    const scrollTop = await page.evaluate(() => window.scrollY);

    await organizationRows(page).last().getByRole('link').first().dispatchEvent('click');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor();
    await page.goBack();

    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollTop);
  });

  test('pointing at a link preloads the code and data of its page', async ({ visit }) => {
    const page = await openAt(visit, '/organizations/acme', 'ada');
    await page.getByText('Anvils, rockets').waitFor();
    await untilQuiet(page);

    const script = page.waitForRequest('**/assets/teams-page-*.js');
    await untilAnswered(page, GRAPHQL, () => tab(page, 'Teams').hover());
    await script;
    await untilQuiet(page);
    const requests = watchRequests(page);
    await tab(page, 'Teams').click();

    await page.getByRole('treeitem', { name: /^Platform/ }).waitFor();
    expect(requests.map((request) => request.url())).toEqual([]);
  });

  test('nothing is preloaded for an organization unknown to the session', async ({ visit }) => {
    const page = await openAt(visit, '/organizations/no-such-thing', 'ada');
    await heading(page, '“no-such-thing” isn’t in your list of organizations').waitFor();
    await untilQuiet(page);
    const requests = watchRequests(page);
    await page.getByRole('link', { name: 'Go to your organizations' }).click();
    await organizationRows(page).first().waitFor();
    await page.goBack();
    await heading(page, '“no-such-thing” isn’t in your list of organizations').waitFor();
    expect(requests.filter((request) => request.url().endsWith('/api/organizations/no-such-thing'))).toEqual([]);
  });
});

describe('without a network', () => {
  const actions = (page: Page, repository: string): Locator =>
    page.getByRole('button', { name: `Actions for ${repository}`, exact: true });
  const openMentionable = async (page: Page, repository: string): Promise<void> => {
    await actions(page, repository).click();
    await page.getByRole('menuitem', { name: 'People who can be mentioned' }).click();
  };

  test('shows a notice and loaded pages, and retries failed reads once online', async ({ visit }) => {
    visit.expectProblem(/ERR_INTERNET_DISCONNECTED/);
    const page = await openAt(visit, '/organizations/acme/repositories', 'ada');
    await openMentionable(page, 'api');
    await page.getByText('Grace Hopper').waitFor();
    await page.goBack();
    await actions(page, 'rocket-skates').waitFor();
    await untilQuiet(page);
    await page.evaluate(() => {
      document.documentElement.dataset.seen = 'before';
    });

    await setOffline(page, true);
    await page.getByRole('status').getByText('You’re offline').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await openMentionable(page, 'api');
    await page.getByText('Grace Hopper').waitFor();
    await page.goBack();
    await openMentionable(page, 'rocket-skates');
    await page.getByRole('alert').getByText('Couldn’t load people').waitFor();
    await setOffline(page, false);

    await page.getByText('Grace Hopper').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByText('You’re offline').count()).toBe(0);
    // The page was not reloaded.
    expect(await page.evaluate(() => document.documentElement.dataset.seen)).toBe('before');
  });

  test('reports that a new page cannot be loaded, and loads it once online', async ({ visit }) => {
    visit.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    const page = await openAt(visit, '/organizations/acme', 'ada');
    await page.getByText('Anvils, rockets').waitFor();
    await untilQuiet(page);
    await setOffline(page, true);

    await tab(page, 'Invitations').click();
    await heading(page, 'Couldn’t load this page').waitFor();
    await setOffline(page, false);

    await page.getByText('newcomer@mail.example').waitFor();
  });
});

describe('a page whose code fails to load', () => {
  const SCRIPT = '**/assets/invitations-page-*.js';

  test('shows a message with links, and loads on demand', async ({ visit }) => {
    visit.expectProblem(/ERR_FAILED|Failed to fetch|404/);
    const page = await openAt(visit, '/organizations/acme', 'ada');
    await page.route(SCRIPT, (route) => route.fulfill({ status: 404, body: '' }));
    await tab(page, 'Invitations').click();

    await heading(page, 'Couldn’t load this page').waitFor();
    await page.getByText('orgdesk was updated').waitFor();
    expect(await page.title()).toBe('Page not loaded · orgdesk');
    expect(await accessibilityProblems(page)).toEqual([]);
    await tab(page, 'People').click();
    await page.getByText('Grace Hopper').waitFor();
    await tab(page, 'Invitations').click();
    await heading(page, 'Couldn’t load this page').waitFor();
    await page.unroute(SCRIPT);
    await page.getByRole('button', { name: 'Try again' }).click();

    await page.getByText('newcomer@mail.example').waitFor();
  });

  test('keeps the message while the service is unreachable', async ({ visit }) => {
    visit.expectProblem(/ERR_FAILED|Failed to fetch/);
    const page = await openAt(visit, '/organizations/acme', 'ada');
    await page.route(SCRIPT, (route) => route.abort());
    await page.route('**/api/about', (route) => route.abort());
    await tab(page, 'Invitations').click();
    await page.getByRole('button', { name: 'Try again' }).click();

    await page.getByText('Still can’t reach orgdesk').waitFor();
    await page.getByText('orgdesk may be down').waitFor();
    expect(await page.getByText(/updated|new version/).count()).toBe(0);
    expect(await heading(page, 'Couldn’t load this page').count()).toBe(1);
  });
});

describe('the organization switcher', () => {
  test('opens the same page of another organization without a mouse, and closes on Escape', async ({ visit }) => {
    const page = await openAt(visit, '/organizations/acme/people', 'ada');
    await page.getByText('Grace Hopper').waitFor();
    await switcher(page).focus();
    await page.keyboard.press('Enter');
    const choices = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').getByRole('listitem');
    await expect.poll(() => choices.count()).toBe(3);
    await expect.poll(() => hasFocus(choices.first().getByRole('link'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => choices.count()).toBe(0);
    expect(await hasFocus(switcher(page))).toBe(true);

    await page.keyboard.press('ArrowDown');
    await expect.poll(() => hasFocus(choices.first().getByRole('link'))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    await heading(page, 'Lumen Labs').waitFor();
    expect(page.url()).toBe(`${visit.url}/organizations/lumen-labs/people`);
    await expect.poll(() => hasFocus(heading(page, 'Lumen Labs'))).toBe(true);
    expect(await switcher(page).getAttribute('aria-expanded')).toBe('false');
  });

  test('has a filter if there are many, on every screen', async ({ visit }) => {
    const login = 'switches-a-lot';
    await visit.onCodeHost('world/addUser', { login, signInNote: 'belongs to many' });
    await visit.onCodeHost('world/addMembership', { organization: 'acme', login });
    await visit.onCodeHost('world/addMembership', { organization: 'harbor-tools', login });
    await visit.onCodeHost('world/enlarge', login, { organizations: 60, installations: 3, prefix: login });
    const page = await openAt(visit, '/organizations/acme', login);
    await switcher(page).click();
    await page.getByText('more. Enter part of a name.').waitFor();
    for (const width of pieceOf([320, 390, 1280], 3)) {
      await page.setViewportSize({ width, height: 844 });
      expect(await sidewaysScroll(page), `${width}`).toBe(0);
      expect(await accessibilityProblems(page), `${width}`).toEqual([]);
    }

    await page.keyboard.type('harbor');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    await heading(page, 'Harbor Tools').waitFor();
  });
});
