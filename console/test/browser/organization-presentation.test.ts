import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityProblems, sidewaysScroll, signIn, test, type Visit } from './support.ts';

/** Every tab of a page, once what it shows is there. */
const TABS = [
  ['', 'Repositories'],
  ['/people', 'Grace Hopper'],
  ['/teams#platform', 'Maintainer'],
  ['/repositories', 'rocket-skates'],
  ['/repositories/api/contributors', 'Grace Hopper'],
  ['/installation', 'All that the App asks for is granted.'],
  ['/invite', 'Invite people to Acme Corporation'],
] as const;

async function openTab(page: Page, { url }: Visit, path: string, shown: string): Promise<void> {
  await page.goto(`${url}/organizations/acme${path}`);
  await page.getByRole('main').getByText(shown).last().waitFor();
  await page.waitForLoadState('networkidle');
}

async function inviteSome(page: Page, { url }: Visit): Promise<void> {
  await page.goto(`${url}/organizations/acme/invite`);
  const logins = Array.from({ length: 55 }, (_, index) => `nobody-${index}`);
  await page.getByRole('textbox').fill(`grace, ${'x'.repeat(45)}, who@mail.example "Grace Hopper" ${logins.join(' ')}`);
  await page.getByText('These are not logins').waitFor();
}

describe.each(['light', 'dark'] as const)('in %s colors', (colorScheme) => {
  test('axe finds nothing on any tab of an organization', async ({ visit }) => {
    const page = await visit.open('/', { colorScheme });
    await signIn(page, 'ada');
    for (const [path, shown] of TABS) {
      await openTab(page, visit, path, shown);
      expect(await accessibilityProblems(page), path).toEqual([]);
    }
  });

  test('axe finds nothing while people are invited, and afterwards', async ({ visit }) => {
    visit.expectProblem(/401/);
    const page = await visit.open('/', { colorScheme });
    await signIn(page, 'ada');
    await inviteSome(page, visit);
    expect(await accessibilityProblems(page)).toEqual([]);

    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    await page.route('**/mass-invite', async (route) => {
      await opened;
      await route.continue();
    });
    await page.getByRole('button', { name: /^Invite/ }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    open();
    await page.getByText('6 people are not sent').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.context().clearCookies({ name: 'host_session' });
    await page.getByRole('button', { name: 'Send the other 6' }).click();
    await page.getByText('Your session ended while sending').waitFor();
    // The button under the pointer has the design system's own color of hovering.
    await page.mouse.move(0, 0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('axe finds nothing where there is nothing to see', async ({ visit }) => {
    visit.expectProblem(/404|500/);
    const page = await visit.open('/organizations/quiet-co/people', { colorScheme });
    await signIn(page, 'ada');
    await page.getByText('The App is not installed').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${visit.url}/organizations/nobody`);
    await page.getByText('shows no membership of yours').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.route('**/api/github/graphql', (route) => route.fulfill({ status: 500, json: { error: 'A pause.' } }));
    for (const path of ['', '/people', '/repositories']) {
      await page.goto(`${visit.url}/organizations/acme${path}`);
      await page.getByText(/^Loading the/).waitFor({ state: 'attached' });
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('alert').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  });

  test('axe finds nothing for a member who may not invite, and behind single sign-on', async ({ visit }) => {
    const page = await visit.open('/organizations/northwind/invite', { colorScheme });
    await signIn(page, 'grace');
    await page.getByRole('link', { name: 'Margaret Hamilton' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.route('**/api/github/graphql', (route) => {
      const message = 'Resource protected by organization SAML enforcement.';
      const errors = [{ message, type: 'FORBIDDEN', path: ['organization'] }];
      return route.fulfill({ json: { data: { organization: null }, errors } });
    });
    await page.goto(`${visit.url}/organizations/northwind/people`);
    await page.getByText('Nothing known is in the way').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

test.for([390, 320])('no organization has to be scrolled sideways %i pixels wide', async (width, { visit }) => {
  await visit.onCodeHost('world/addRepository', { owner: 'acme', name: `a-${'very-'.repeat(15)}long-name-${width}` });
  const page = await visit.open('/', { viewport: { width, height: 844 }, hasTouch: true, isMobile: true });
  await signIn(page, 'ada');
  for (const [path, shown] of TABS) {
    await openTab(page, visit, path, shown);
    expect(await sidewaysScroll(page), path).toBe(0);
  }
  await inviteSome(page, visit);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: /^Invite/ }).tap();
  await page.getByText(/^Done/).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});
