import type { PreviewPeopleAnswer } from '@orgdesk/contract';
import { withoutTrail } from '../support/databases/without-trail.ts';
import { bearerOf, type Case, FOREIGN, ownersOnlyCases, type Place, withCookie } from './answer-case.ts';

const PEOPLE = '/api/organizations/acme/people';
const SINGLE_SIGN_ON = 'single sign-on';

/** Somebody who can be changed, and a preview of that, of as many more as wanted. */
async function previewOf({ service, post, bearer }: Place, kind: string, count = 1) {
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
    'changePeople',
    200,
    'done',
    async (place) => {
      const { preview } = await previewOf(place, 'role');
      return place.post(`${PEOPLE}/change`, { preview }, place.bearer);
    },
  ],
  [
    'changePeople',
    200,
    'refused',
    async (place) => {
      const { preview } = await previewOf(place, 'remove');
      const match = { method: 'DELETE', path: '/orgs/acme/memberships/case-remove-0' };
      place.service.simulator.control.fault({ match, times: 1, kind: 'secondary-rate-limit' });
      return place.post(`${PEOPLE}/change`, { preview }, place.bearer);
    },
  ],
  [
    'changePeople',
    400,
    'not confirmed',
    async (place) => {
      const { preview } = await previewOf(place, 'convert', 6);
      return place.post(`${PEOPLE}/change`, { preview }, place.bearer);
    },
  ],
  ['changePeople', 409, 'no preview', ({ post, bearer }) => post(`${PEOPLE}/change`, { preview: 'x' }, bearer)],
  [
    'changePeople',
    503,
    'no trail',
    async (place) => {
      const { preview } = await previewOf(place, 'convert');
      return withoutTrail(place.service.databaseUrl, () => place.post(`${PEOPLE}/change`, { preview }, place.bearer));
    },
  ],
  ...(['preview', 'change'] as const).flatMap((action): readonly Case[] => {
    const id = action === 'preview' ? 'previewPeopleChange' : 'changePeople';
    const body = action === 'preview' ? REMOVE : { preview: 'x' };
    const ask = ({ post }: Place, headers: Readonly<Record<string, string>>, organization = 'acme') =>
      post(`/api/organizations/${organization}/people/${action}`, body, headers);
    return [
      ...ownersOnlyCases(id, ask),
      [id, 400, 'nothing', ({ post, bearer }) => post(`${PEOPLE}/${action}`, {}, bearer)],
      [id, 403, SINGLE_SIGN_ON, async (place) => ask(place, await bearerOf(place, 'katherine'), 'vaultworks')],
      [id, 403, 'another site', (place) => ask(place, { ...withCookie(place), ...FOREIGN })],
      [id, 413, 'too large', ({ post, bearer }) => post(`${PEOPLE}/${action}`, 'x'.repeat(1_100_000), bearer)],
      [
        id,
        415,
        'text',
        ({ post, bearer }) => post(`${PEOPLE}/${action}`, 'x', { ...bearer, 'content-type': 'text/plain' }),
      ],
      [
        id,
        503,
        'the code host is limited',
        async (place) => {
          const match = { path: '/user/memberships/orgs/lumen-labs' };
          place.service.simulator.control.fault({ match, times: 1, kind: 'primary-rate-limit' });
          return ask(place, await bearerOf(place, 'ada'), 'lumen-labs');
        },
      ],
    ];
  }),
];
