import type { OrganizationAccessView } from '@orgdesk/client';
import { expect, it } from 'vitest';
import { pointsOf } from '../../src/features/access/access-section.tsx';

const IN_ORDER: OrganizationAccessView = {
  login: 'acme',
  checkedAt: '2026-02-03T09:41:00.000Z',
  role: { atSignIn: 'admin', now: 'admin' },
  causes: [],
  unchecked: [],
  optionalPermissions: [],
};
const STRANGER = { atSignIn: null, now: null };

const marksOf = (access: Partial<OrganizationAccessView>) =>
  pointsOf({ ...IN_ORDER, ...access }).map(({ mark }) => mark);

it('all points are in order if everything was checked and no cause found', () => {
  expect(marksOf({})).toEqual(['in-order', 'in-order', 'in-order', 'in-order']);
});

it('optional permissions are named with their purpose, and block nothing', () => {
  const optionalPermissions = [{ name: 'administration', needed: 'write', granted: null, purpose: 'to change access' }];
  const [, , , permissions] = pointsOf({ ...IN_ORDER, optionalPermissions });
  expect(permissions).toMatchObject({
    mark: 'in-order',
    message:
      'All requested permissions granted. Optional, not granted: administration (write) to change access. The operator of orgdesk can add it to the App.',
  });
});

it('an unchecked point is never in order', () => {
  expect(marksOf({ unchecked: [{ part: 'installation', reason: 'unreachable' }] })).toEqual([
    'in-order',
    'in-order',
    'unknown',
    'unknown',
  ]);
  expect(
    marksOf({ role: { atSignIn: 'admin', now: null }, unchecked: [{ part: 'membership', reason: 'rate-limited' }] }),
  ).toEqual(['unknown', 'unknown', 'in-order', 'in-order']);
});

it.each([
  ['single-sign-on', { kind: 'single-sign-on', authorizeUrl: null }, ['unknown', 'needs-step', 'unknown', 'unknown']],
  ['no-membership', { kind: 'no-membership' }, ['needs-step', 'unknown', 'unknown', 'unknown']],
] as const)('a stranger with %s learns nothing about the App', (_kind, cause, marks) => {
  expect(marksOf({ role: STRANGER, causes: [cause] })).toEqual(marks);
});

it.each([
  [{ kind: 'app-missing' }, 'unknown', 'Not checked: App not working'],
  [{ kind: 'permissions-missing', permissions: [] }, 'needs-step', 'Not checked: permissions missing'],
] as const)('missing permissions of the App (%o) explain a hidden membership', (cause, permissions, message) => {
  const points = pointsOf({
    ...IN_ORDER,
    role: { atSignIn: 'admin', now: null },
    causes: [cause],
    unchecked: [{ part: 'membership', reason: 'refused' }],
  });
  const app = cause.kind === 'app-missing' ? 'needs-step' : 'in-order';
  expect(points.map(({ mark }) => mark)).toEqual(['unknown', 'unknown', app, permissions]);
  expect(points.map(({ unchecked }) => unchecked)).toEqual([null, null, null, null]);
  expect(points[0]?.message).toBe(message);
});

it('every cause belongs to exactly one point', () => {
  const causes: OrganizationAccessView['causes'] = [
    { kind: 'single-sign-on', authorizeUrl: null },
    { kind: 'no-membership' },
    { kind: 'membership-ended' },
    { kind: 'renamed', formerLogin: 'acme', login: 'acme-two' },
    { kind: 'invitation-pending' },
    { kind: 'app-missing' },
    { kind: 'app-suspended', suspendedAt: '2026-02-03T09:41:00.000Z' },
    { kind: 'ip-allow-list' },
    { kind: 'permissions-not-requested', settingsUrl: null, permissions: [] },
    { kind: 'permissions-missing', permissions: [] },
    { kind: 'not-known-at-sign-in' },
    { kind: 'role-changed' },
  ];
  const listed = pointsOf({ ...IN_ORDER, causes }).flatMap((point) => point.causes.map(({ kind }) => kind));
  expect(listed.toSorted()).toEqual(causes.map(({ kind }) => kind).toSorted());
});

it('an unknown cause keeps a point from being in order', () => {
  const unknown = { kind: 'app-asks-too-little' } as unknown as OrganizationAccessView['causes'][number];
  expect(marksOf({ causes: [unknown] })).toEqual(['in-order', 'in-order', 'in-order', 'needs-step']);
});
