import { bearerOf, type Caller, type Case, FOREIGN, withCookie } from '../answer-case.ts';

const ACME = '/api/organizations/acme';

/** Somebody whose single sign-on is missing: what they may see, the code host does not tell. */
const withoutSignOn = async (caller: Caller, below: string) =>
  caller.get(`/api/organizations/vaultworks${below}`, await bearerOf(caller, 'katherine'));

/** Cases of the endpoints that show people. */
export const PEOPLE_CASES: readonly Case[] = [
  [
    'listPeople',
    200,
    'every kind of line',
    async ({ service: { simulator }, get, bearer }) => {
      const { world, control } = simulator;
      const { login } = world.addUser({ login: 'helper', secondFactor: 'none' });
      const joined = world.addUser({ login: 'joined' });
      control.platform.addMember('acme', joined.login, 'member', 'ada');
      await control.settled();
      world.setDirectAccess('acme', 'api', login, 'READ');
      control.fault({ kind: 'bad-gateway-html', times: 1, match: { operation: 'TeamPeople' } });
      const logins = Array.from({ length: 101 }, (_, index) => `crowd-${index}`);
      for (const each of logins) {
        world.addUser({ login: each });
        world.addMembership({ organization: 'acme', login: each });
      }
      world.addTeam({ organization: 'acme', name: 'Crowd', members: logins.map((each) => ({ login: each })) });
      return get(`${ACME}/people?teams=true`, bearer);
    },
  ],
  ['listPeople', 400, 'another word for teams', ({ get, bearer }) => get(`${ACME}/people?teams=maybe`, bearer)],
  [
    'listPeopleAcross',
    200,
    'every kind of line',
    ({ service: { simulator }, get, bearer }) => {
      simulator.control.fault({ kind: 'bad-gateway-html', times: 1, match: { operation: 'OrganizationTeams' } });
      return get('/api/people?teams=true&invitations=true', bearer);
    },
  ],
  ['listPeopleAcross', 400, 'another word', ({ get, bearer }) => get('/api/people?invitations=maybe', bearer)],
  ['getPersonAcross', 200, 'a member', ({ get, bearer }) => get('/api/people/grace', bearer)],
  ['getPersonAcross', 400, 'no ID', ({ get, bearer }) => get('/api/people/grace?id=x', bearer)],
  ['getPersonAcross', 404, 'nobody', ({ get, bearer }) => get('/api/people/nobody', bearer)],
  ['getPersonAcross', 409, 'another account', ({ get, bearer }) => get('/api/people/grace?id=1', bearer)],
  [
    'listLastReviews',
    200,
    'one',
    async ({ get, bearer }) => {
      await get(`${ACME}/people-review`, bearer);
      return get('/api/people-review/last', bearer);
    },
  ],
  ['reviewPeopleAcross', 200, 'every finding', ({ get, bearer }) => get('/api/people-review', bearer)],
  ...(
    [
      ['listPeopleAcross', '/api/people'],
      ['getPersonAcross', '/api/people/grace'],
      ['reviewPeopleAcross', '/api/people-review'],
    ] as const
  ).map(
    ([id, path]): Case => [
      id,
      403,
      'another site',
      (caller) => caller.get(path, { ...withCookie(caller), ...FOREIGN }),
    ],
  ),
  ['getPerson', 200, 'a member', ({ get, bearer }) => get(`${ACME}/people/grace`, bearer)],
  ['getPerson', 404, 'nobody', ({ get, bearer }) => get(`${ACME}/people/nobody`, bearer)],
  ['reviewPeople', 200, 'every finding', ({ get, bearer }) => get(`${ACME}/people-review`, bearer)],
  [
    'reviewPeople',
    403,
    'a member',
    async (caller) => caller.get(`${ACME}/people-review`, await bearerOf(caller, 'grace')),
  ],
  ...(
    [
      ['listPeople', '/people'],
      ['getPerson', '/people/ada'],
      ['reviewPeople', '/people-review'],
    ] as const
  ).flatMap(([id, below]): readonly Case[] => [
    [id, 400, 'blank', ({ get, bearer }) => get(`/api/organizations/%20${below}`, bearer)],
    [id, 403, 'single sign-on', (caller) => withoutSignOn(caller, below)],
    [id, 403, 'another site', (caller) => caller.get(`${ACME}${below}`, { ...withCookie(caller), ...FOREIGN })],
    [id, 404, 'a stranger', ({ get, bearer }) => get(`/api/organizations/northwind${below}`, bearer)],
  ]),
];
