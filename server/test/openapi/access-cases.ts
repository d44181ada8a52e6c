import { withoutTrail } from '../support/databases/without-trail.ts';
import { type Case, FOREIGN, ownersOnlyCases, type Place, withCookie } from './answer-case.ts';

const EXPORTS = '/api/organizations/acme/access-exports';

const addressIn = (organization: string, below: string) => `/api/organizations/${organization}/${below}`;

/** Begins an export, or finds the one under way, and answers its address. */
async function begin({ post, bearer }: Place): Promise<string> {
  const { json } = await post(EXPORTS, undefined, bearer);
  return `${EXPORTS}/${(json as { readonly export: { readonly id: string } }).export.id}`;
}

const READS = [
  ['listReachedRepositories', 'people/grace/access'],
  ['listRepositoryPeople', 'repositories/api/access'],
  ['listAccessExports', 'access-exports'],
  ['getAccessExport', 'access-exports/some'],
  ['downloadAccessExport', 'access-exports/some/access.csv'],
] as const;

const CHANGES = [
  ['startAccessExport', 'access-exports'],
  ['cancelAccessExport', 'access-exports/some/cancel'],
] as const;

/** Cases of the endpoints about who has access, and its export. */
export const ACCESS_CASES: readonly Case[] = [
  ...READS.flatMap(([id, below]) =>
    ownersOnlyCases(id, ({ get }, headers, organization = 'acme') => get(addressIn(organization, below), headers)),
  ),
  ...CHANGES.flatMap(([id, below]): readonly Case[] => [
    ...ownersOnlyCases(id, ({ post }, headers, organization = 'acme') =>
      post(addressIn(organization, below), undefined, headers),
    ),
    [
      id,
      403,
      'another site',
      (place) => place.post(addressIn('acme', below), undefined, { ...withCookie(place), ...FOREIGN }),
    ],
  ]),
  [
    'downloadAccessExport',
    403,
    'another site',
    (place) => place.get(`${EXPORTS}/none/access.csv`, { ...withCookie(place), ...FOREIGN }),
  ],
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
  ['listRepositoryPeople', 200, 'a list', ({ get, bearer }) => get(addressIn('acme', READS[1][1]), bearer)],
  [
    'listRepositoryPeople',
    404,
    'no repository',
    ({ get, bearer }) => get(addressIn('acme', 'repositories/none/access'), bearer),
  ],
  ['startAccessExport', 202, 'begun', ({ post, bearer }) => post(EXPORTS, undefined, bearer)],
  [
    'startAccessExport',
    503,
    'no trail',
    async (place) => {
      const { service, post, bearer } = place;
      await post(`${await begin(place)}/cancel`, undefined, bearer);
      return withoutTrail(service.databaseUrl, () => post(EXPORTS, undefined, bearer));
    },
  ],
  ['listAccessExports', 200, 'exports', ({ get, bearer }) => get(EXPORTS, bearer)],
  ['getAccessExport', 200, 'an export', async (place) => place.get(await begin(place), place.bearer)],
  ['getAccessExport', 404, 'none', ({ get, bearer }) => get(`${EXPORTS}/none`, bearer)],
  ['cancelAccessExport', 404, 'none', ({ post, bearer }) => post(`${EXPORTS}/none/cancel`, undefined, bearer)],
  ['downloadAccessExport', 404, 'none', ({ get, bearer }) => get(`${EXPORTS}/none/access.csv`, bearer)],
  [
    'downloadAccessExport',
    200,
    'a file under way',
    async (place) => place.get(`${await begin(place)}/access.csv`, place.bearer),
  ],
  [
    'downloadAccessExport',
    410,
    'a file that was removed',
    async (place) => {
      const address = await begin(place);
      await place.post(`${address}/cancel`, undefined, place.bearer);
      place.service.clock.advance(24 * 3_600_000);
      const { bearer } = await place.service.signIn('ada');
      const answer = await place.get(`${address}/access.csv`, bearer);
      place.service.clock.reset();
      return answer;
    },
  ],
  [
    'cancelAccessExport',
    200,
    'cancelled',
    async (place) => place.post(`${await begin(place)}/cancel`, undefined, place.bearer),
  ],
];
