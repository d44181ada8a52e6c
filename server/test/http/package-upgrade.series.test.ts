import { copyFile, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packFolder } from '../../../client/pack.ts';
import { emptyProject } from '../../../client/test/package/empty-project.ts';
import { startService } from '../support/service/start-service.ts';

/** What stays when the service behind it is replaced. */
async function proxyTo(first: string) {
  let target = first;
  const server = createServer((incoming, outgoing) => {
    request(`${target}${incoming.url}`, { method: incoming.method }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    }).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pointTo(url: string) {
      target = url;
    },
  };
}

test('npm ci installs the same client after an upgrade of the service, from the address in the lock file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-packages-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pack = async (version: string) => {
    const source = join(folder, '.source', version);
    await mkdir(source, { recursive: true });
    await writeFile(join(source, 'package.json'), JSON.stringify({ name: '@orgdesk/client', version }));
    const file = join(folder, '.source', `${version}.tgz`);
    await packFolder(source, file);
    return file;
  };
  const [old, fresh] = [await pack('0.1.0'), await pack('0.2.0')];
  await copyFile(old, join(folder, 'client.tgz'));
  const service = await startService({ console: { folder, built: Promise.resolve() } });
  onTestFinished(() => service.close());
  const proxy = await proxyTo(service.url);
  const latest = async () =>
    (await fetch(`${proxy.url}/client.tgz`, { redirect: 'manual' })).headers.get('location') ?? '';
  const installed = await latest();
  const project = await emptyProject([`${proxy.url}${installed}`]);
  onTestFinished(() => project.remove());

  await copyFile(fresh, join(folder, 'client.tgz'));
  const upgraded = await service.addInstance();
  proxy.pointTo(upgraded.url);
  expect(await latest()).not.toBe(installed);

  const cache = join(folder, '.npm-cache');
  await project.run('npm', 'ci', '--cache', cache, '--no-audit', '--no-fund', '--no-update-notifier');
  const listed: unknown = JSON.parse(await project.run('npm', 'ls', '--json'));
  expect(listed).toMatchObject({ dependencies: { '@orgdesk/client': { version: '0.1.0' } } });
});

test('packages of the same content are the same bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-packages-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pack = async (name: string, writtenAt: Date) => {
    const source = join(folder, name);
    await mkdir(source);
    await writeFile(join(source, 'package.json'), '{"name":"x","version":"1.0.0"}');
    await utimes(join(source, 'package.json'), writtenAt, writtenAt);
    const file = join(folder, `${name}.tgz`);
    await packFolder(source, file);
    return readFile(file);
  };
  const one = await pack('one', new Date('2026-01-01'));
  expect((await pack('two', new Date('2026-02-02'))).equals(one)).toBe(true);
});
