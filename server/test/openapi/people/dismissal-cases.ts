import { type Caller, type Case, FOREIGN, ownersOnlyCases, withCookie } from '../answer-case.ts';

const addressIn = (organization: string, below = '') => `/api/organizations/${organization}/dismissed-findings${below}`;
const KEY = `owners.1.${'0'.repeat(16)}`;
const inDays = ({ service }: Caller, days: number) =>
  new Date(service.clock.now().getTime() + days * 86_400_000).toISOString();
const bodyOf = (caller: Caller, findings: readonly unknown[]) => ({
  findings,
  until: inDays(caller, 30),
  reason: 'Known',
});
const unsealed = (caller: Caller) => bodyOf(caller, [{ key: KEY, name: 'ada', seal: 'x' }]);

/** Dismisses every owner of acme. */
async function dismissOwners(caller: Caller) {
  const { text } = await caller.get('/api/organizations/acme/people-review', caller.bearer);
  const lines = text.split('\n').filter((line) => line.includes('"owners"'));
  const [{ people }] = lines.map((line) => JSON.parse(line)) as [
    { readonly people: readonly { readonly key: string; readonly login: string; readonly seal: string }[] },
  ];
  const findings = people.map(({ key, login, seal }) => ({ key, name: login, seal }));
  return {
    answer: await caller.post(addressIn('acme'), bodyOf(caller, findings), caller.bearer),
    keys: findings.map(({ key }) => key),
  };
}

/** Cases of the endpoints about dismissed findings. */
export const DISMISSAL_CASES: readonly Case[] = [
  ...ownersOnlyCases('listDismissedFindings', ({ get }, headers, organization = 'acme') =>
    get(addressIn(organization), headers),
  ),
  ...ownersOnlyCases('dismissFindings', (caller, headers, organization = 'acme') =>
    caller.post(addressIn(organization), unsealed(caller), headers),
  ),
  ...ownersOnlyCases('restoreFindings', ({ post }, headers, organization = 'acme') =>
    post(addressIn(organization, '/restore'), { keys: [KEY] }, headers),
  ),
  ['dismissFindings', 200, 'owners', async (caller) => (await dismissOwners(caller)).answer],
  [
    'listDismissedFindings',
    200,
    'some',
    async (caller) => {
      await dismissOwners(caller);
      return caller.get(addressIn('acme'), caller.bearer);
    },
  ],
  [
    'restoreFindings',
    200,
    'owners',
    async (caller) => {
      const { keys } = await dismissOwners(caller);
      return caller.post(addressIn('acme', '/restore'), { keys }, caller.bearer);
    },
  ],
  [
    'dismissFindings',
    400,
    'a date too far ahead',
    (caller) => caller.post(addressIn('acme'), { ...unsealed(caller), until: inDays(caller, 400) }, caller.bearer),
  ],
  [
    'dismissFindings',
    400,
    'a blank reason',
    (caller) => caller.post(addressIn('acme'), { ...unsealed(caller), reason: '  ' }, caller.bearer),
  ],
  ['dismissFindings', 409, 'no seal', (caller) => caller.post(addressIn('acme'), unsealed(caller), caller.bearer)],
  ...(
    [
      ['dismissFindings', ''],
      ['restoreFindings', '/restore'],
    ] as const
  ).flatMap(([id, below]): readonly Case[] => [
    [
      id,
      403,
      'another site',
      (caller) => caller.post(addressIn('acme', below), undefined, { ...withCookie(caller), ...FOREIGN }),
    ],
    [id, 413, 'large', ({ post, bearer }) => post(addressIn('acme', below), 'x'.repeat(100_000), bearer)],
    [
      id,
      415,
      'text',
      ({ post, bearer }) => post(addressIn('acme', below), 'x', { ...bearer, 'content-type': 'text/plain' }),
    ],
  ]),
];
