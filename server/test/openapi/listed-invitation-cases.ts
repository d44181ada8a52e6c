import { withoutTrail } from '../support/databases/without-trail.ts';
import { bearerOf, type Caller, type Case, FOREIGN, invitersOnlyCases, withCookie } from './answer-case.ts';

const INVITATIONS = '/api/organizations/acme/invitations';

/** Cases of the endpoints about open and failed invitations. */
export const LISTED_INVITATION_CASES: readonly Case[] = [
  ['listInvitations', 200, 'open and failed ones', ({ get, bearer }) => get(INVITATIONS, bearer)],
  [
    'listInvitations',
    503,
    'the code host is limited',
    ({ service, get, bearer }) => {
      const match = { path: '/orgs/acme/failed_invitations' };
      service.simulator.control.fault({ match, times: 1, kind: 'primary-rate-limit' });
      return get(INVITATIONS, bearer);
    },
  ],
  ...(['listInvitations', 'cancelInvitations', 'sendInvitationsAgain'] as const).flatMap((id): readonly Case[] => {
    const below = id === 'cancelInvitations' ? '/cancel' : '/send-again';
    const ask = ({ get, post }: Caller, headers: Readonly<Record<string, string>>, organization = 'acme') => {
      const address = `/api/organizations/${organization}/invitations`;
      return id === 'listInvitations' ? get(address, headers) : post(address + below, { ids: [1] }, headers);
    };
    return [
      ...invitersOnlyCases(id, ask),
      [id, 403, 'single sign-on', async (caller) => ask(caller, await bearerOf(caller, 'katherine'), 'vaultworks')],
    ];
  }),
  ...(['cancel', 'send-again'] as const).flatMap((action): readonly Case[] => {
    const id = action === 'cancel' ? 'cancelInvitations' : 'sendInvitationsAgain';
    const address = `${INVITATIONS}/${action}`;
    return [
      [id, 200, 'one that is gone', ({ post, bearer }) => post(address, { ids: [987_654] }, bearer)],
      [
        id,
        200,
        'one that is open',
        async ({ service, post, bearer }) => {
          const { id: open } = service.simulator.world.invite({
            organization: 'acme',
            email: `${action}@mail.example`,
          });
          return post(address, { ids: [open] }, bearer);
        },
      ],
      [
        id,
        503,
        'no trail',
        async ({ service, post, bearer }) => {
          const { id: open } = service.simulator.world.invite({
            organization: 'acme',
            email: `${action}-without-trail@mail.example`,
          });
          return withoutTrail(service.databaseUrl, () => post(address, { ids: [open] }, bearer));
        },
      ],
      [id, 400, 'no IDs', ({ post, bearer }) => post(address, { ids: [] }, bearer)],
      [id, 403, 'another site', (caller) => caller.post(address, { ids: [1] }, { ...withCookie(caller), ...FOREIGN })],
      [id, 413, 'too large', ({ post, bearer }) => post(address, 'x'.repeat(1_100_000), bearer)],
      [id, 415, 'text', ({ post, bearer }) => post(address, 'x', { ...bearer, 'content-type': 'text/plain' })],
    ];
  }),
];
