import { expect, test } from 'vitest';
import { createHttpCodeHost } from '../../src/adapters/code-host-http/code-host.ts';
import { NOON } from './host-under-test.ts';
import { recordingLog } from './recording-log.ts';

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
] as const)('on %s with account %s people install at %s', ([webUrl, targetId, expected]) => {
  expect(hostAt(webUrl).installUrl({ state: 'a.b-c', targetId })).toBe(expected);
});

test('no state and no slug breaks out of its place in the address', () => {
  const url = new URL(hostAt('https://github.com', '../a?b').installUrl({ state: 'x&y=1#é', targetId: null }));

  expect(url.pathname).toBe('/apps/..%2Fa%3Fb/installations/new');
  expect([...url.searchParams]).toEqual([['state', 'x&y=1#é']]);
});
