import { describe, expect } from 'vitest';
import { test } from './support.ts';

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
});
