import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { focus, tabTo } from '../organization/without-a-mouse.ts';
import { shoot } from '../support/shoot.ts';
import { accessibilityProblems, sidewaysScroll, test } from '../support/visit.ts';

const ACCESS = '/organizations/acme/repositories/api/access';
const summaries = (page: Page) => page.locator('main summary').allInnerTexts();
const normalized = (texts: readonly string[]) => texts.map((text) => text.replace(/\s+/g, ' ').trim());

test('who has access is grouped by source, opened to the people, and the choice stays in the address', async ({
  visit,
}) => {
  await visit.onCodeHost('world/addUser', { login: 'direct-one' });
  await visit.onCodeHost('world/setDirectAccess', 'acme', 'api', 'direct-one', 'TRIAGE');
  const page = await visit.openAs('ada', ACCESS);
  await page.getByRole('table').waitFor();
  const bySource = page.getByRole('button', { name: 'Sources', exact: true });
  await tabTo(page, bySource);
  await page.keyboard.press('Enter');
  await page.locator('main summary').first().waitFor();
  expect(new URL(page.url()).searchParams.get('by')).toBe('source');
  expect(await page.getByRole('table').count()).toBe(0);
  const all = normalized(await summaries(page));
  expect(all).toEqual([
    expect.stringMatching(/^Organization: admin, \d+ (person|people)$/),
    expect.stringMatching(/^Base permission: read, \d+ people$/),
    'Team platform: admin, 2 people',
    expect.stringMatching(/^Team engineering: write, \d+ people$/),
    'Direct: write, 1 person',
    'Direct: triage, 1 person',
  ]);

  const team = page.locator('details').filter({ hasText: 'Team platform: admin' });
  await tabTo(page, team.locator('summary'));
  await page.keyboard.press('Enter');
  await team.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  expect(await team.getByRole('listitem').count()).toBe(2);
  expect(await accessibilityProblems(page)).toEqual([]);
  await shoot(page, 'access-sources-dark');

  await page.reload();
  await page.locator('main summary').first().waitFor();
  await page.getByRole('searchbox').fill('direct-one');
  await expect.poll(async () => normalized(await summaries(page)).at(-1)).toBe('Direct: triage, 1 person');
  expect(normalized(await summaries(page))).not.toContain('Team platform: admin, 2 people');
  await page.getByRole('searchbox').fill('nobody at all');
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await focus(page.getByRole('searchbox'));
  expect(new URL(page.url()).searchParams.get('by')).toBe('source');
  await page.getByRole('button', { name: 'People', exact: true }).click();
  await page.getByRole('table').waitFor();
  expect(new URL(page.url()).searchParams.get('by')).toBe(null);
});

test('a person’s repositories are grouped by source, also on a phone', async ({ visit }) => {
  for (const width of [320, 1920]) {
    const page = await visit.openAs('ada', '/organizations/acme/people/grace?by=source', {
      viewport: { width, height: 800 },
    });
    await page.locator('main summary').first().waitFor();
    await expect.poll(async () => normalized(await summaries(page))).toContain('Team platform: admin, 1 repository');
    const team = page.locator('details').filter({ hasText: 'Team platform: admin' });
    await team.locator('summary').click();
    await team.getByRole('link', { name: 'api' }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await shoot(page, `person-sources-${width}-dark`);
  }
});

test('a group of hundreds shows some of them first', async ({ visit }) => {
  const page = await visit.openAs('margaret', '/organizations/northwind/repositories');
  await page.getByRole('table').locator('tbody').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Sources', exact: true }).click();
  const base = page.locator('details').filter({ hasText: 'Base permission: read' });
  await base.locator('summary').click();
  await base.getByRole('listitem').first().waitFor();
  expect(await base.getByRole('listitem').count()).toBe(100);
  await base.getByRole('button', { name: /^Show \d+ more people$/ }).click();
  await expect.poll(() => base.getByRole('listitem').count()).toBeGreaterThan(100);
});
