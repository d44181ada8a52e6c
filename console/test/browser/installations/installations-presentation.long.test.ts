import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  accessibilityProblems,
  heading,
  holdRequests,
  installation,
  organizationRows,
  sidewaysScroll,
  signIn,
  test,
} from '../support/visit.ts';

/** Harbor Tools is suspended, Northwind is large. */
async function bothPresent(page: Page): Promise<void> {
  await installation(page, 'Harbor Tools').waitFor();
  // Refetched after half a minute if the service was still loading the list.
  await installation(page, 'Northwind').getByText('100 of 1,200 shown').waitFor();
}

const belongEverywhere = { organization: 'northwind', login: 'ada', role: 'member' } as const;

test('axe finds nothing on the installations page in any state', async ({ visit }) => {
  await visit.onCodeHost('world/addMembership', belongEverywhere);
  const page = await visit.openAs('ada', '/installations');
  await bothPresent(page);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('searchbox').fill('no such name');
  await page.getByRole('heading', { name: 'No matching repositories' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  visit.expectProblem(/503/);
  const refuse = await holdRequests(page, '**/api/install/status', (route) =>
    route.fulfill({ status: 503, json: { error: 'A pause.' } }),
  );
  await page.reload();
  await page.getByText('Loading installations').waitFor({ state: 'attached' });
  expect(await accessibilityProblems(page)).toEqual([]);
  refuse();
  await page.getByRole('alert').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('axe finds nothing without installations, and on the page about a request', async ({ visit }) => {
  await visit.onCodeHost('world/addMembership', { organization: 'quiet-co', login: 'edsger' });
  const page = await visit.openAs('edsger', '/installations');
  await page.getByRole('heading', { name: 'No installations yet' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('navigation').getByRole('link', { name: 'Organizations' }).click();
  await page.getByRole('link', { name: 'Request the App for quiet-co' }).click();
  await page.getByRole('link', { name: /\(edsger\)/ }).click();
  await heading(page, 'Ask for').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  visit.expectProblem(/400/);
  await page.getByRole('button', { name: 'Request' }).click();
  await heading(page, 'Waiting for approval').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.for([390, 320])('no installation scrolls sideways at a width of %i pixels', async (width, { visit }) => {
  await visit.onCodeHost('world/addMembership', belongEverywhere);
  const owner = `wide-${width}`;
  await visit.onCodeHost('world/addOrganization', { login: owner });
  await visit.onCodeHost('world/addMembership', { organization: owner, login: 'ada' });
  const name = `a-very-${'long-'.repeat(15)}name-${width}`;
  await visit.onCodeHost('world/addRepository', { owner, name });
  await visit.onCodeHost('world/addInstallation', { account: owner });
  const page = await visit.open('/installations', {
    viewport: { width, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await signIn(page, 'ada');
  await bothPresent(page);
  await page.getByRole('link', { name }).waitFor();

  expect(await sidewaysScroll(page)).toBe(0);

  await page.getByRole('navigation').getByRole('link', { name: 'Organizations' }).click();
  await organizationRows(page).first().waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});
