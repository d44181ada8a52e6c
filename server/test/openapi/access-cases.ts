import { type Case, ownersOnlyCases } from './answer-case.ts';

const addressIn = (organization: string, below: string) => `/api/organizations/${organization}/${below}`;

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
  ['listRepositoryPeople', 200, 'a list', ({ get, bearer }) => get(addressIn('acme', READS[1][1]), bearer)],
  [
    'listRepositoryPeople',
    404,
    'no repository',
    ({ get, bearer }) => get(addressIn('acme', 'repositories/none/access'), bearer),
  ],
];
