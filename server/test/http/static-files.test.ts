import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchOnce } from '../support/browser.ts';
import { type Service, startService } from '../support/service/start-service.ts';

const PAGE = '<!doctype html><title>page</title>';
const OTHER_PAGE = '<!doctype html><title>other page</title>';
const SCRIPT = `console.log("${'x'.repeat(1_000)}");`;
const KEPT = 'public, max-age=31536000, immutable';

describe('a file of the page', () => {
  let service: Service;
  let removed = '';

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'orgdesk-page-'));
    await mkdir(join(folder, 'assets'));
    await mkdir(join(folder, '.fresh-1'));
    await writeFile(join(folder, '.fresh-1', 'half.js'), 'half');
    await writeFile(join(folder, 'index.html'), PAGE);
    await writeFile(join(folder, 'installations.html'), OTHER_PAGE);
    await writeFile(join(folder, 'mark.svg'), '<svg/>');
    await writeFile(join(folder, 'assets', 'a-1.js'), SCRIPT);
    await writeFile(join(folder, 'assets', 'a-1.js.br'), brotliCompressSync(SCRIPT));
    await writeFile(join(folder, 'assets', 'a-1.js.gz'), gzipSync(SCRIPT));
    service = await startService({ console: { folder, built: Promise.resolve() } });
    await get('/');
    // From here on, whatever is answered comes from memory.
    await rm(folder, { recursive: true });
    removed = folder;
  });
  afterAll(() => service.close());

  const get = (path: string, init: RequestInit = {}) => fetchOnce(`${service.url}${path}`, init);

  test('is served from memory, as is the page at every address that is no file', async () => {
    expect(removed).not.toBe('');
    for (const path of ['/', '/index.html', '/organizations/acme', '/assets/']) {
      const answer = await get(path);
      expect([
        answer.status,
        answer.text,
        answer.headers.get('content-type'),
        answer.headers.get('cache-control'),
      ]).toEqual([200, PAGE, 'text/html; charset=utf-8', 'no-cache']);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    expect((await get('/mark.svg')).headers.get('content-type')).toBe('image/svg+xml');
  });

  test('can be the page of all addresses with the same first part', async () => {
    for (const path of ['/installations', '/installations/7?a=b']) {
      const answer = await get(path);
      expect([answer.status, answer.text, answer.headers.get('cache-control')]).toEqual([200, OTHER_PAGE, 'no-cache']);
    }
    expect((await get('/organizations/installations')).text).toBe(PAGE);
  });

  test.each([
    [undefined, null],
    ['identity', null],
    ['br;q=0, gzip;q=0', null],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['deflate, x-gzip', null],
  ])('is sent to somebody who accepts %s as %s', async (accepted, coding) => {
    const answer = await get(
      '/assets/a-1.js',
      accepted === undefined ? {} : { headers: { 'accept-encoding': accepted } },
    );
    expect([answer.status, answer.text]).toEqual([200, SCRIPT]);
    // Without the header, `fetch` adds its own `accept-encoding`.
    if (accepted !== undefined) expect(answer.headers.get('content-encoding')).toBe(coding);
    expect(answer.headers.get('content-type')).toBe('application/javascript; charset=utf-8');
    expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([KEPT, 'accept-encoding']);
  });

  test('is not sent again to somebody who has this copy of it', async () => {
    const coded = { 'accept-encoding': 'br' };
    const tag = (await get('/assets/a-1.js', { headers: coded })).headers.get('etag') ?? '';
    const plainTag = (await get('/assets/a-1.js', { headers: { 'accept-encoding': 'identity' } })).headers.get('etag');
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect(plainTag).not.toBe(tag);
    for (const condition of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await get('/assets/a-1.js', { headers: { ...coded, 'if-none-match': condition } });
      expect([answer.status, answer.text, answer.headers.get('etag')], condition).toEqual([304, '', tag]);
      expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([KEPT, 'accept-encoding']);
    }
    for (const condition of ['"other"', plainTag ?? ''])
      expect((await get('/assets/a-1.js', { headers: { ...coded, 'if-none-match': condition } })).status).toBe(200);
  });

  test('is described by HEAD, without its bytes', async () => {
    const answer = await get('/assets/a-1.js', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect([answer.status, answer.text, answer.headers.get('content-length')]).toEqual([
      200,
      '',
      String(SCRIPT.length),
    ]);
  });

  test.each([
    '/assets/none.js',
    '/assets/a-1.js.br',
    '/.fresh-1/half.js',
    '/%2e%2e/package.json',
    '//index.html',
    '/api/none',
  ])('that is not there is a 404 that nobody keeps: %s', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.json, answer.headers.get('cache-control')]).toEqual([
      404,
      { error: 'Not found.' },
      'no-store',
    ]);
  });
});

test('a file of /docs is sent from memory too, and so is its document', async () => {
  const service = await startService();
  try {
    const style = await fetchOnce(`${service.url}/docs/static/swagger-ui.css`);
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    const headers = { 'if-none-match': style.headers.get('etag') ?? '' };
    expect(headers['if-none-match']).toMatch(/^"[\w-]{22}"$/);
    expect((await fetchOnce(`${service.url}/docs/static/swagger-ui.css`, { headers })).status).toBe(304);
    for (const missing of ['none.css', '../package.json', '%2e%2e/package.json', ''])
      expect((await fetchOnce(`${service.url}/docs/static/${missing}`)).status, missing).toBe(404);
    const document = await fetchOnce(`${service.url}/api/openapi.json`);
    for (let time = 0; time < 2; time += 1)
      expect((await fetchOnce(`${service.url}/docs/json`)).json).toEqual(document.json);
    expect((await fetchOnce(`${service.url}/docs/yaml`)).text).toMatch(/^openapi: 3\.1/);
  } finally {
    await service.close();
  }
});
