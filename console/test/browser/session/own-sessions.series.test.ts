import { expect } from 'vitest';
import { test } from '../support/visit.ts';

test('a person sees their sessions, ends one, and then all others', async ({ visit }) => {
  const page = await visit.blankAs('radia');
  for (const _ of [1, 2, 3]) await visit.blankAs('radia');
  await page.goto(visit.url);
  await page.getByRole('link', { name: 'Sessions' }).click();

  await page.getByRole('heading', { name: 'Your sessions' }).waitFor();
  const rows = page.getByRole('table').getByRole('row');
  await expect.poll(() => rows.count()).toBe(5);
  expect(await rows.nth(1).innerText()).toContain('Current session');
  // The session comes from the test itself.
  expect(await rows.nth(1).innerText()).toContain('node');
  expect(await rows.nth(1).getByRole('button').count()).toBe(0);

  await rows.nth(2).getByRole('button', { name: /^End / }).click();
  await page.getByText('1 session was ended.').waitFor();
  await expect.poll(() => rows.count()).toBe(4);

  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await rows.count()).toBe(4);
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
  await page.getByText('2 sessions were ended.').waitFor();
  await expect.poll(() => rows.count()).toBe(2);
  expect(await page.getByRole('button', { name: 'End all others' }).count()).toBe(0);
});
