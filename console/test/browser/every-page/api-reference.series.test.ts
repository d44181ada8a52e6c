import { describe, expect } from 'vitest';
import { FULL_LENGTH } from '../../../../server/test/support/series.ts';
import { accessibilityProblems, test } from '../support/visit.ts';

describe('/docs', () => {
  test('shows every chapter of the contract and opens an operation, within its strict policy', async ({ visit }) => {
    const page = await visit.open('/docs');
    for (const chapter of ['Sign-in', 'Organizations', 'GraphQL proxy', 'Installations', 'Webhooks', 'Service']) {
      await page.locator(`[data-tag="${chapter}"]`).waitFor();
    }
    await page.locator('#operations-Service-getAbout .opblock-summary-control').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    const answer = page.locator('#operations-Service-getAbout .live-responses-table .microlight').first();
    expect(await answer.innerText()).toContain('"codeHost"');
  });

  test('axe finds nothing in it, also with operations open and tried out', async ({ visit }) => {
    const page = await visit.open('/docs');
    await page.locator('[data-tag="Service"]').waitFor();
    if (FULL_LENGTH) expect(await accessibilityProblems(page)).toEqual([]);

    await page.locator('#operations-Organizations-inviteMembers .opblock-summary-control').click();
    await page.locator('#operations-Service-getAbout .opblock-summary-control').click();
    await page.locator('#operations-Service-getAbout').getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
