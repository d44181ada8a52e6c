import { expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const service = sharedService();

test('GET /api/about tells everybody version and code host, and nothing else', async () => {
  const answer = await fetchOnce(`${service().url}/api/about`);
  expect([answer.status, answer.setCookies, answer.headers.get('cache-control')]).toEqual([200, [], 'no-store']);
  expect(answer.json).toEqual({
    version: '0.0.0-test',
    codeHost: { url: service().simulator.url, demoPeople: null },
  });
});
