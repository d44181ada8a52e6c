import { bearerOf, type Caller, type Case, FOREIGN, ownersOnlyCases, withCookie } from './answer-case.ts';

const PREVIEW = '/api/organizations/acme/invitation-preview';
const ROWS = [
  { login: 'edsger', teams: ['engineering'] },
  { email: 'a@mail.example', role: 'admin' },
  { login: '-?-' },
];

const ask = ({ post }: Caller, headers: Readonly<Record<string, string>>, organization = 'acme') =>
  post(`/api/organizations/${organization}/invitation-preview`, { rows: ROWS }, headers);

/** Cases of the preview of invitations. */
export const INVITATION_PREVIEW_CASES: readonly Case[] = [
  ['previewInvitations', 200, 'rows', (caller) => ask(caller, caller.bearer)],
  [
    'previewInvitations',
    200,
    'an earlier invitation',
    ({ service, post, bearer }) => {
      service.simulator.world.invite({ organization: 'acme', email: 'previewed@mail.example' });
      service.clock.advance(60_000);
      const rows = [
        { login: 'edsger-w', name: 'Edsger Dijkstra' },
        { email: 'previewed@mail.example' },
        { login: 'no-such-person' },
      ];
      return post(PREVIEW, { rows }, bearer);
    },
  ],
  ['previewInvitations', 400, 'no rows', ({ post, bearer }) => post(PREVIEW, { rows: [] }, bearer)],
  [
    'previewInvitations',
    403,
    'another site',
    (caller) => caller.post(PREVIEW, { rows: ROWS }, { ...withCookie(caller), ...FOREIGN }),
  ],
  [
    'previewInvitations',
    403,
    'single sign-on',
    async (caller) => ask(caller, await bearerOf(caller, 'katherine'), 'vaultworks'),
  ],
  ['previewInvitations', 413, 'too large', ({ post, bearer }) => post(PREVIEW, 'x'.repeat(1_100_000), bearer)],
  [
    'previewInvitations',
    415,
    'text',
    ({ post, bearer }) => post(PREVIEW, 'x', { ...bearer, 'content-type': 'text/plain' }),
  ],
  ...ownersOnlyCases('previewInvitations', ask),
];
