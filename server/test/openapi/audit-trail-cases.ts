import { sign } from '../audit/heads.ts';
import { type Caller, type Case, FOREIGN, ownersOnlyCases, withCookie } from './answer-case.ts';

const addressIn = (organization: string, below: string) => `/api/organizations/${organization}/audit-trail${below}`;
const TRAIL = addressIn('acme', '');

const READS = [
  ['readAuditTrail', ''],
  ['downloadAuditTrailCsv', '.csv'],
  ['downloadAuditTrailNdjson', '.ndjson'],
] as const;

const DOWNLOADS = READS.slice(1);

/** Makes an entry of each kind that the page can show. */
async function written({ service, post, bearer }: Caller): Promise<void> {
  await post('/api/organizations/acme/mass-invite', { userLogins: ['no-such-person'] }, bearer);
  const organization = { id: service.simulator.world.organization('acme')?.id ?? 0, login: 'acme' };
  await service.storage.auditTrail.record(
    [
      {
        organization,
        action: 'installation.suspended',
        way: 'webhook',
        actor: null,
        target: null,
        before: { list: ['one', 2], none: null },
        after: { is: true },
        requestId: null,
        deliveryId: 'a-delivery',
      },
    ],
    service.clock.now(),
  );
}

/** Cases of the endpoints about the audit log. */
export const AUDIT_TRAIL_CASES: readonly Case[] = [
  ...READS.flatMap(([id, below]): readonly Case[] => [
    [
      id,
      200,
      'entries',
      async (caller) => {
        await written(caller);
        return caller.get(`${TRAIL}${below}?since=2020-01-01`, caller.bearer);
      },
    ],
    [id, 400, 'no date', ({ get, bearer }) => get(`${TRAIL}${below}?since=yesterday`, bearer)],
    [id, 400, 'an outcome', ({ get, bearer }) => get(`${TRAIL}${below}?outcome=x`, bearer)],
  ]),
  [
    'readAuditHead',
    200,
    'a head',
    async (caller) => {
      await written(caller);
      await sign(caller.service.storage);
      return caller.get(`${TRAIL}/head?since=1`, caller.bearer);
    },
  ],
  ['readAuditHead', 400, 'a size', ({ get, bearer }) => get(`${TRAIL}/head?since=-1`, bearer)],
  ['readAuditTrail', 400, 'a limit', ({ get, bearer }) => get(`${TRAIL}?limit=201`, bearer)],
  ...DOWNLOADS.map(
    ([id, below]): Case => [
      id,
      403,
      'another site',
      (caller) => caller.get(`${TRAIL}${below}`, { ...withCookie(caller), ...FOREIGN }),
    ],
  ),
  [
    'watchAuditTrail',
    200,
    'until the sign-out',
    async (caller) => {
      const { bearer } = await caller.service.signIn('ada');
      const events = caller.get(`${TRAIL}/events`, bearer);
      await caller.post('/api/auth/logout', undefined, bearer);
      caller.service.clock.advance(60_000);
      await written(caller);
      return events;
    },
  ],
  ...[...READS, ['readAuditHead', '/head'] as const, ['watchAuditTrail', '/events'] as const].flatMap(([id, below]) =>
    ownersOnlyCases(id, ({ get }, headers, organization = 'acme') => get(addressIn(organization, below), headers)),
  ),
];
