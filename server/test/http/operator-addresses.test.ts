import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchOnce } from '../support/browser.ts';
import { startService } from '../support/service/start-service.ts';

/** A service with a page, as in production. */
async function withPage() {
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-page-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'index.html'), '<!doctype html>the page');
  const service = await startService({ console: { folder, built: Promise.resolve() } });
  onTestFinished(() => service.close());
  return service;
}

const ADDRESSES = ['/healthz', '/readyz', '/healthz/', '/readyz/'];

describe('addresses of operators', () => {
  test('answer HEAD like GET, and a slash at the end is none', async () => {
    const { url } = await withPage();
    for (const address of ADDRESSES) {
      const read = await fetchOnce(url + address);
      expect([read.status, read.json], address).toEqual([200, { ok: true }]);
      const head = await fetchOnce(url + address, { method: 'HEAD' });
      const headers = (name: string) => [head.headers.get(name), read.headers.get(name)];
      expect([head.status, head.text], address).toEqual([200, '']);
      for (const name of ['content-type', 'content-length', 'cache-control'])
        expect(headers(name)[0], address).toBe(headers(name)[1]);
    }
  });

  test('are no pages, however they are asked', async () => {
    const { url } = await withPage();
    expect((await fetchOnce(`${url}/any/page`)).text).toContain('the page');
    for (const address of [...ADDRESSES, '/readyz%2F', '/healthz%2f', '/readyz/more', '/READYZ', '/Healthz/?verbose']) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const answer = await fetchOnce(url + address, { method });
        expect(answer.headers.get('content-type'), `${method} ${address}`).not.toMatch(/html/);
        if (!ADDRESSES.includes(address)) expect(answer.status, `${method} ${address}`).toBe(404);
      }
    }
    const posted = await fetchOnce(`${url}/readyz/`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
