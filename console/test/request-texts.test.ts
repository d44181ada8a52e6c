import type { InstallationRequestView } from '@orgdesk/client';
import { expect, it } from 'vitest';
import { requestText } from '../src/lib/app.ts';
import { formatDay } from '../src/lib/reader-locale.ts';

const DAY = '2026-03-01T12:00:00.000Z';

const request = (login: string, more: Partial<InstallationRequestView> = {}): InstallationRequestView => ({
  id: 1,
  organization: { id: 7, login: 'acme' },
  requester: { id: 2, login, avatarUrl: null },
  requestedAt: '2026-03-05T12:00:00.000Z',
  isOwn: false,
  viewerCanApprove: true,
  approvalUrl: 'https://host.example/organizations/acme/settings/installations',
  ...more,
});

it.each([
  ['nobody', [], null],
  ['one', [request('ada', { requestedAt: DAY })], `ada requested the App on ${formatDay(DAY)}`],
  ['oneself', [request('ada', { requestedAt: DAY, isOwn: true })], `You requested the App on ${formatDay(DAY)}`],
  ['without a day', [request('ada', { requestedAt: 'soon' })], 'ada requested the App'],
  [
    'the first one first',
    [request('grace'), request('youssef', { requestedAt: DAY })],
    `youssef and grace requested the App, first on ${formatDay(DAY)}`,
  ],
  [
    'many',
    ['a', 'b', 'c', 'd', 'e'].map((login) => request(login, { requestedAt: DAY })),
    `a, b, c, and 2 more requested the App, first on ${formatDay(DAY)}`,
  ],
])('names who requested the App: %s', (_what, requests, text) => {
  expect(requestText(requests)).toBe(text);
});
