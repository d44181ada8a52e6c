import { permitTokens } from '../features/people/tokens/tokens.ts';
import { type Case, FOREIGN, ownersOnlyCases, withCookie } from './answer-case.ts';

const addressIn = (organization: string, below: string) => `/api/organizations/${organization}/${below}`;

const TOKENS = 'people/grace/tokens';
const READS = [
  ['listReachedRepositories', 'people/grace/access'],
  ['listRepositoryPeople', 'repositories/api/access'],
] as const;

/** Cases of the endpoints about who has access. */
export const ACCESS_CASES: readonly Case[] = [
  ...READS.flatMap(([id, below]) =>
    ownersOnlyCases(id, ({ get }, headers, organization = 'acme') => get(addressIn(organization, below), headers)),
  ),
  [
    'listReachedRepositories',
    404,
    'nobody',
    ({ get, bearer }) => get(addressIn('acme', 'people/no-one/access'), bearer),
  ],
  ['listReachedRepositories', 200, 'a list', ({ get, bearer }) => get(addressIn('acme', READS[0][1]), bearer)],
  [
    'listReachedRepositories',
    404,
    'no login',
    ({ get, bearer }) => get(addressIn('acme', 'people/a%20b/access'), bearer),
  ],
  ...ownersOnlyCases('listPersonalTokens', ({ get }, headers, organization = 'acme') =>
    get(addressIn(organization, TOKENS), headers),
  ),
  ...ownersOnlyCases('revokePersonalTokens', ({ post }, headers, organization = 'acme') =>
    post(addressIn(organization, `${TOKENS}/revoke`), { ids: [1] }, headers),
  ),
  [
    'listPersonalTokens',
    200,
    'one',
    ({ service, get, bearer }) => {
      permitTokens(service.simulator.world, 'acme');
      service.simulator.world.addPersonalToken('acme', 'grace', 'deploys');
      return get(addressIn('acme', TOKENS), bearer);
    },
  ],
  [
    'revokePersonalTokens',
    200,
    'one of two',
    ({ service, post, bearer }) => {
      permitTokens(service.simulator.world, 'acme');
      const { id } = service.simulator.world.addPersonalToken('acme', 'grace', 'deploys');
      return post(addressIn('acme', `${TOKENS}/revoke`), { ids: [id, 1] }, bearer);
    },
  ],
  ['listPersonalTokens', 404, 'nobody', ({ get, bearer }) => get(addressIn('acme', 'people/no-one/tokens'), bearer)],
  [
    'revokePersonalTokens',
    404,
    'nobody',
    ({ post, bearer }) => post(addressIn('acme', 'people/no-one/tokens/revoke'), { ids: [1] }, bearer),
  ],
  [
    'revokePersonalTokens',
    403,
    'another site',
    (caller) => caller.post(addressIn('acme', `${TOKENS}/revoke`), undefined, { ...withCookie(caller), ...FOREIGN }),
  ],
  [
    'revokePersonalTokens',
    413,
    'large',
    ({ post, bearer }) => post(addressIn('acme', `${TOKENS}/revoke`), 'x'.repeat(100_000), bearer),
  ],
  [
    'revokePersonalTokens',
    415,
    'text',
    ({ post, bearer }) => post(addressIn('acme', `${TOKENS}/revoke`), 'x', { ...bearer, 'content-type': 'text/plain' }),
  ],
  ['listRepositoryPeople', 200, 'a list', ({ get, bearer }) => get(addressIn('acme', READS[1][1]), bearer)],
  [
    'listRepositoryPeople',
    404,
    'no repository',
    ({ get, bearer }) => get(addressIn('acme', 'repositories/none/access'), bearer),
  ],
];
