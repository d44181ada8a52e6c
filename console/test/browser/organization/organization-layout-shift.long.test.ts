import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilQuiet } from '../support/until-quiet.ts';
import { ACCESS, GRAPHQL, holdRequests, signIn, test, untilAnswered, type Visit } from '../support/visit.ts';

/** The threshold for a good score in Core Web Vitals. */
const SHIFT_MAX = 0.1;
/** Below a list that becomes two lines longer than what was shown while it loaded, on a page that loads slowly. */
const SHIFT_TRACE = 0.02;
const ANSWER_LIMIT_MS = 10_000;
const LATE = [
  GRAPHQL,
  '**/api/organizations/*',
  '**/api/organizations/*/invitations',
  '**/api/install/status',
  ACCESS,
] as const;

/** Releases answers of the service one by one, each after a paint. */
async function holdBack(page: Page): Promise<() => Promise<void>> {
  const waiting: (() => Promise<void>)[] = [];
  for (const address of LATE) {
    await page.route(address, (route) => {
      waiting.push(async () => {
        await route.continue();
        // A cancelled request has no response.
        const arrived = route
          .request()
          .response()
          .then((answer) => answer?.finished());
        await Promise.race([arrived, delay(ANSWER_LIMIT_MS, null, { ref: false })]);
      });
    });
  }
  return async () => {
    await settled(page);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await next();
      await settled(page);
    }
  };
}

async function settled(page: Page): Promise<void> {
  // Not "networkidle", because answers are held.
  await page
    .getByRole('navigation', { name: /^Pages of|^Pages$|^Breadcrumb$/ })
    .first()
    .waitFor();
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const painted = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        // A busy machine may leave no idle time at all.
        requestIdleCallback(painted, { timeout: 2_000 });
      }),
  );
}

/** Opens a URL with delayed answers and sums up layout shifts. */
async function shiftAt(page: Page, { url }: Visit, path: string, shown: string): Promise<number> {
  const release = await holdBack(page);
  await page.goto(`${url}/organizations/${path}`);
  await page.evaluate(() => {
    const seen = window as unknown as { shifted: number };
    seen.shifted = 0;
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) seen.shifted += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const there = page.getByRole('main').getByText(shown).last();
  while (!(await there.isVisible())) await release();
  await release();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

const OF_ACME = [
  ['acme', 'Anvils, rockets'],
  ['acme/people', 'Grace Hopper'],
  ['acme/people-changes', 'No changes yet'],
  ['acme/teams', 'Platform'],
  ['acme/repositories', 'rocket-skates'],
  ['acme/repositories/api/contributors', 'Grace Hopper'],
  ['acme/repositories/access-exports', 'No exports yet'],
  ['acme/installation', 'rocket-skates'],
  ['acme/invitations', 'newcomer@mail.example'],
  ['acme/invitations/sending', 'No batches yet'],
  ['acme/invitations/invite', 'Invite people to Acme Corporation'],
] as const;
const WITHOUT_THE_APP = [
  ['quiet-co', 'The App is not installed on quiet-co'],
  ['quiet-co/people', 'The App is not installed on quiet-co'],
  ['quiet-co/invitations', 'The App is not installed on quiet-co'],
  ['quiet-co/invitations/invite', 'The App is not installed on quiet-co'],
  ['quiet-co/installation', 'Not checked: App not installed'],
  // Access checks are limited to ten a minute per person.
  ['harbor-tools/installation', 'Unsuspend it on'],
] as const;

test.for([
  ['of an organization', OF_ACME],
  ['where the App does not work', WITHOUT_THE_APP],
] as const)('nothing shifts while a tab %s loads', async ([, pages], { visit }) => {
  const page = await visit.openAs('ada', '/', { viewport: { width: 1280, height: 800 } });
  for (const [path, shown] of pages) {
    expect(await shiftAt(page, visit, path, shown), path).toBeLessThan(SHIFT_MAX);
  }
});

test('nothing shifts while access is checked, on wide and narrow screens', async ({ visit }) => {
  const page = await visit.openAs('katherine', '/', { viewport: { width: 390, height: 844 } });
  expect(await shiftAt(page, visit, 'vaultworks', 'requires single sign-on')).toBeLessThan(SHIFT_MAX);
  expect(await shiftAt(page, visit, 'acme/invitations/invite', 'Ada Lovelace')).toBeLessThan(SHIFT_MAX);
});

test.for([1280, 390])(
  'the notice that blocks inviting does not move the form at a width of %i pixels',
  async (width, { visit }) => {
    const login = `demoted-${width}`;
    await visit.onCodeHost('world/addUser', { login, signInNote: 'is an admin no more' });
    await visit.onCodeHost('world/addMembership', { organization: 'northwind', login, role: 'admin' });
    const page = await visit.open('/organizations/northwind/invitations/invite', { viewport: { width, height: 844 } });
    // A running check would be shared by the next one, without the new role.
    await untilAnswered(page, ACCESS, () => signIn(page, login));
    await visit.onCodeHost('world/setRole', 'northwind', login, 'member');
    const answer = await holdRequests(page, ACCESS);
    const accessRequest = page.waitForRequest(ACCESS);
    await page.reload();
    await accessRequest;
    const names = page.getByRole('textbox', { name: 'Usernames' });
    await names.fill('ada');
    const before = await names.boundingBox();

    answer();
    await page.getByText('You are now a member of Northwind Traders International').waitFor();

    expect(await names.boundingBox()).toEqual(before);
  },
);

test.for([1280, 390])('nothing shifts when a tab is reloaded at a width of %i pixels', async (width, { visit }) => {
  const page = await visit.openAs('ada', '/', { viewport: { width, height: 800 } });
  await page.addInitScript(() => {
    const seen = window as unknown as { shifts: string[] };
    seen.shifts = [];
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Element | null }[] };
        seen.shifts.push(`${value.toFixed(4)} ${sources.map(({ node }) => node?.className).join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const shifts: Record<string, readonly string[]> = {};
  for (const [path, shown] of OF_ACME) {
    await page.goto(`${visit.url}/organizations/${path}`);
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      await page.getByRole('main').getByText(shown).filter({ visible: true }).last().waitFor();
      await untilQuiet(page);
      await settled(page);
    }
    const found = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
    const visible = found.filter((shift) => Number.parseFloat(shift) > SHIFT_TRACE);
    if (visible.length > 0) shifts[path] = visible;
  }
  expect(shifts).toEqual({});
});
