import { expect, test } from 'vitest';
import { createHttpCodeHost } from '../../../src/code-host/code-host.ts';
import { APP_PAGE_WAIT_MS } from '../../../src/lib/limits/code-host.ts';
import { createTimeLimit } from '../../support/time-limit.ts';
import { NOON, startHost } from '../host-under-test.ts';
import { recordingLog } from '../recording-log.ts';

const hostAt = (webUrl: string, appSlug = 'orgdesk') =>
  createHttpCodeHost(
    {
      webUrl: new URL(webUrl),
      apiUrl: null,
      clientId: 'client',
      clientSecret: 'secret',
      appId: '7',
      appSlug,
      appPrivateKey: '',
    },
    { clock: { now: () => NOON }, log: recordingLog() },
  );

test.for([
  ['https://github.com', null, 'https://github.com/apps/orgdesk/installations/new?state=a.b-c'],
  [
    'https://github.com',
    9_001,
    'https://github.com/apps/orgdesk/installations/new/permissions?suggested_target_id=9001&state=a.b-c',
  ],
  ['https://octo.ghe.com', null, 'https://octo.ghe.com/apps/orgdesk/installations/new?state=a.b-c'],
  ['https://git.example.org', null, 'https://git.example.org/github-apps/orgdesk/installations/new?state=a.b-c'],
  [
    'https://git.example.org',
    9_001,
    'https://git.example.org/github-apps/orgdesk/installations/new/permissions?suggested_target_id=9001&state=a.b-c',
  ],
] as const)('on %s with account %s people install at %s', async ([webUrl, targetId, expected]) => {
  expect(await hostAt(webUrl).installUrl({ state: 'a.b-c', targetId })).toBe(expected);
});

test('no state and no slug breaks out of its place in the address [IS-3]', async () => {
  const url = new URL(await hostAt('https://github.com', '../a?b').installUrl({ state: 'x&y=1#é', targetId: null }));

  expect(url.pathname).toBe('/apps/..%2Fa%3Fb/installations/new');
  expect([...url.searchParams]).toEqual([['state', 'x&y=1#é']]);
});

test.for([
  ['cloud', '/apps/orgdesk-dev'],
  ['ghe.com', '/apps/orgdesk/orgdesk-dev'],
  ['enterprise-server', '/github-apps/orgdesk-dev'],
] as const)('on %s the page is the one that the code host names, asked for once', async ([kind, page]) => {
  const { hostWith, simulator } = await startHost({ kind });
  const host = hostWith({ appSlug: 'not-its-slug' });
  const address = `${simulator.url}${page}/installations/new`;
  expect(await host.installUrl({ state: 's', targetId: null })).toBe(`${address}?state=s`);
  expect(await host.installUrl({ state: 's', targetId: 7 })).toBe(
    `${address}/permissions?suggested_target_id=7&state=s`,
  );
  expect(simulator.control.count()).toBe(1);
  expect((await fetch(`${address}?state=s`)).status).toBe(200);
});

test('a page that is not told, or lies elsewhere, is composed', async () => {
  const { host, simulator, hostWith } = await startHost();
  const composed = `${simulator.url}/apps/orgdesk-dev/installations/new?state=s`;
  simulator.control.fault({ kind: 'bad-gateway-html' });
  expect(await host.installUrl({ state: 's', targetId: null })).toBe(composed);
  simulator.control.fault({ kind: 'hang' });
  const limit = createTimeLimit(APP_PAGE_WAIT_MS);
  const url = hostWith({ callLimitMs: 60_000 }).installUrl({ state: 's', targetId: null });
  await expect.poll(limit.running).toBe(1);
  limit.come();
  expect(await url).toBe(composed);
  simulator.control.fault({
    kind: 'reply',
    status: 200,
    body: { permissions: {}, html_url: 'https://evil.example/apps/orgdesk' },
  });
  expect(await host.installUrl({ state: 's', targetId: null })).toBe(composed);
});
