import { addDeadWork } from '../jobs/dead-work/dead.ts';
import { type Case, FOREIGN, ownersOnlyCases, withCookie } from './answer-case.ts';

const addressIn = (organization: string, below = '') => `/api/organizations/${organization}/dead-work${below}`;
const RETRY = '/test.a-key/retry';

/** Cases of the endpoints about background work that failed too often. */
export const DEAD_WORK_CASES: readonly Case[] = [
  ...ownersOnlyCases('listDeadWork', ({ get }, headers, organization = 'acme') =>
    get(addressIn(organization), headers),
  ),
  ...ownersOnlyCases('retryDeadWork', ({ post }, headers, organization = 'acme') =>
    post(addressIn(organization, RETRY), undefined, headers),
  ),
  [
    'retryDeadWork',
    403,
    'another site',
    (caller) => caller.post(addressIn('acme', RETRY), undefined, { ...withCookie(caller), ...FOREIGN }),
  ],
  [
    'listDeadWork',
    200,
    'some',
    async ({ service, get, bearer }) => {
      await addDeadWork(service, 'acme');
      return get(addressIn('acme'), bearer);
    },
  ],
  [
    'retryDeadWork',
    200,
    'retried',
    async ({ service, post, bearer }) => {
      await addDeadWork(service, 'acme');
      return post(addressIn('acme', RETRY), undefined, bearer);
    },
  ],
  ['retryDeadWork', 404, 'none', ({ post, bearer }) => post(addressIn('acme', '/test.none/retry'), undefined, bearer)],
];
