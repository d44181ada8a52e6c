import type { PreviewPeopleAnswer } from '@orgdesk/contract';
import { bearerOf, type Caller, type Case, FOREIGN, ownersOnlyCases, withCookie } from '../answer-case.ts';

const PEOPLE = '/api/organizations/acme/people';
const CHANGES = '/api/organizations/acme/people-changes';
const SINGLE_SIGN_ON = 'single sign-on';

/** Somebody who can be changed, and a preview of that, of as many more as wanted. */
async function previewOf({ service, post, bearer }: Caller, kind: string, count = 1) {
  const { world } = service.simulator;
  const logins = Array.from({ length: count }, (_, nth) => `case-${kind}-${nth}`);
  for (const login of logins) {
    if (world.user(login) === null) world.addUser({ login });
    world.addMembership({ organization: 'acme', login });
  }
  const change = kind === 'role' ? { kind, role: 'admin' } : { kind };
  return (await post(`${PEOPLE}/preview`, { change, logins }, bearer)).json as PreviewPeopleAnswer;
}

const REMOVE = { change: { kind: 'remove' }, logins: ['grace'] };

/** Cases of the endpoints that change people. */
export const PEOPLE_CHANGE_CASES: readonly Case[] = [
  [
    'previewPeopleChange',
    200,
    'each verdict',
    ({ post, bearer }) =>
      post(`${PEOPLE}/preview`, { change: { kind: 'remove' }, logins: ['grace', 'ada', 'no-such-person'] }, bearer),
  ],
  [
    'previewPeopleChange',
    404,
    'no such team',
    ({ post, bearer }) => {
      const change = { kind: 'remove-from-team', team: 'no-such-team' };
      return post(`${PEOPLE}/preview`, { change, logins: ['grace'] }, bearer);
    },
  ],
  [
    'startPeopleChange',
    202,
    'begun',
    async (caller) => {
      const { preview } = await previewOf(caller, 'role');
      return caller.post(CHANGES, { previews: [preview] }, caller.bearer);
    },
  ],
  ['startPeopleChange', 409, 'no preview', ({ post, bearer }) => post(CHANGES, { previews: ['x'] }, bearer)],
  [
    'startPeopleChange',
    400,
    'not confirmed',
    async (caller) => {
      const { preview } = await previewOf(caller, 'convert', 6);
      return caller.post(CHANGES, { previews: [preview] }, caller.bearer);
    },
  ],
  ...(['previewPeopleChange', 'startPeopleChange'] as const).flatMap((id): readonly Case[] => {
    const path = id === 'previewPeopleChange' ? 'people/preview' : 'people-changes';
    const body = id === 'previewPeopleChange' ? REMOVE : { previews: ['x'] };
    const ask = ({ post }: Caller, headers: Readonly<Record<string, string>>, organization = 'acme') =>
      post(`/api/organizations/${organization}/${path}`, body, headers);
    const address = `/api/organizations/acme/${path}`;
    return [
      ...ownersOnlyCases(id, ask),
      [id, 400, 'nothing', ({ post, bearer }) => post(address, {}, bearer)],
      [id, 403, SINGLE_SIGN_ON, async (caller) => ask(caller, await bearerOf(caller, 'katherine'), 'vaultworks')],
      [id, 403, 'another site', (caller) => ask(caller, { ...withCookie(caller), ...FOREIGN })],
      [id, 413, 'too large', ({ post, bearer }) => post(address, 'x'.repeat(1_100_000), bearer)],
      [id, 415, 'text', ({ post, bearer }) => post(address, 'x', { ...bearer, 'content-type': 'text/plain' })],
      [
        id,
        503,
        'the code host is limited',
        async (caller) => {
          const match = { path: '/user/memberships/orgs/lumen-labs' };
          caller.service.simulator.control.fault({ match, times: 1, kind: 'primary-rate-limit' });
          return ask(caller, await bearerOf(caller, 'ada'), 'lumen-labs');
        },
      ],
    ];
  }),
];
