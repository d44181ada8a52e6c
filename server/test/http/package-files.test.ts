import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fetchOnce } from '../support/browser.ts';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { startService } from '../support/service/start-service.ts';

/** A service whose console has these packages; `build` replaces them for instances that start afterwards. */
async function serviceWith(client: string) {
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-packages-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const build = (text: string) => writeFile(join(folder, 'client.tgz'), text);
  await build(client);
  await writeFile(join(folder, 'cli.tgz'), 'cli');
  await writeFile(join(folder, 'index.html'), 'page');
  const service = await startService({
    engine: ENGINES_OF_RULES[0]?.name ?? 'SQLite',
    console: { folder, built: Promise.resolve() },
  });
  onTestFinished(() => service.close());
  return { service, build };
}

const addressOf = (kind: string, content: string) =>
  `/packages/${kind}-${createHash('sha256').update(content).digest('hex').slice(0, 32)}.tgz`;

test('a package has an address of its content, for good, to which the plain one redirects', async () => {
  const { service } = await serviceWith('first');
  for (const [kind, content] of [
    ['client', 'first'],
    ['cli', 'cli'],
  ] as const) {
    const plain = await fetchOnce(`${service.url}/${kind}.tgz`);
    expect([plain.status, plain.headers.get('location'), plain.headers.get('cache-control')]).toEqual([
      302,
      addressOf(kind, content),
      'no-cache',
    ]);
    const answer = await fetchOnce(`${service.url}${addressOf(kind, content)}`);
    expect([
      answer.status,
      answer.text,
      answer.headers.get('content-type'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, content, 'application/gzip', 'public, max-age=31536000, immutable']);
  }
});

test('what one version served, the next serves too, and the other way around', async () => {
  const { service, build } = await serviceWith('first');
  await fetchOnce(`${service.url}/client.tgz`);
  await build('second');
  const next = await service.addInstance();
  const bodyAt = async (url: string, content: string) => {
    const { status, text } = await fetchOnce(`${url}${addressOf('client', content)}`);
    return status === 200 ? text : status;
  };
  expect(await bodyAt(service.url, 'second')).toBe(404);
  expect((await fetchOnce(`${next.url}/client.tgz`)).headers.get('location')).toBe(addressOf('client', 'second'));
  for (const url of [service.url, next.url]) {
    expect(await bodyAt(url, 'first')).toBe('first');
    expect(await bodyAt(url, 'second')).toBe('second');
  }
});

test.each([
  'client-0.tgz',
  `client-${'0'.repeat(32)}.tgz`,
  `other-${'0'.repeat(32)}.tgz`,
  '..%2Findex.html',
  'client.tgz',
  '',
])('a package %j that there never was is not found', async (name) => {
  const { service } = await serviceWith('first');
  expect((await fetchOnce(`${service.url}/packages/${name}`)).status).toBe(404);
});
