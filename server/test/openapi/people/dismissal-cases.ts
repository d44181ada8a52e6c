import { type Case, FOREIGN, ownersOnlyCases, type Place, withCookie } from '../answer-case.ts';

const addressIn = (organization: string, below = '') => `/api/organizations/${organization}/dismissed-findings${below}`;
const KEY = `owners.1.${'0'.repeat(16)}`;
const inDays = ({ service }: Place, days: number) =>
  new Date(service.clock.now().getTime() + days * 86_400_000).toISOString();
const bodyOf = (place: Place, findings: readonly unknown[]) => ({
  findings,
  until: inDays(place, 30),
  reason: 'Known',
});
const unsealed = (place: Place) => bodyOf(place, [{ key: KEY, name: 'ada', seal: 'x' }]);

/** Dismisses every owner of acme. */
async function dismissOwners(place: Place) {
  const { text } = await place.get('/api/organizations/acme/people-review', place.bearer);
  const lines = text.split('\n').filter((line) => line.includes('"owners"'));
  const [{ people }] = lines.map((line) => JSON.parse(line)) as [
    { readonly people: readonly { readonly key: string; readonly login: string; readonly seal: string }[] },
  ];
  const findings = people.map(({ key, login, seal }) => ({ key, name: login, seal }));
  return {
    answer: await place.post(addressIn('acme'), bodyOf(place, findings), place.bearer),
    keys: findings.map(({ key }) => key),
  };
}

/** Cases of the endpoints about dismissed findings. */
export const DISMISSAL_CASES: readonly Case[] = [
  ...ownersOnlyCases('listDismissedFindings', ({ get }, headers, organization = 'acme') =>
    get(addressIn(organization), headers),
  ),
  ...ownersOnlyCases('dismissFindings', (place, headers, organization = 'acme') =>
    place.post(addressIn(organization), unsealed(place), headers),
  ),
  ...ownersOnlyCases('restoreFindings', ({ post }, headers, organization = 'acme') =>
    post(addressIn(organization, '/restore'), { keys: [KEY] }, headers),
  ),
  ['dismissFindings', 200, 'owners', async (place) => (await dismissOwners(place)).answer],
  [
    'listDismissedFindings',
    200,
    'some',
    async (place) => {
      await dismissOwners(place);
      return place.get(addressIn('acme'), place.bearer);
    },
  ],
  [
    'restoreFindings',
    200,
    'owners',
    async (place) => {
      const { keys } = await dismissOwners(place);
      return place.post(addressIn('acme', '/restore'), { keys }, place.bearer);
    },
  ],
  [
    'dismissFindings',
    400,
    'a date too far ahead',
    (place) => place.post(addressIn('acme'), { ...unsealed(place), until: inDays(place, 400) }, place.bearer),
  ],
  [
    'dismissFindings',
    400,
    'a blank reason',
    (place) => place.post(addressIn('acme'), { ...unsealed(place), reason: '  ' }, place.bearer),
  ],
  ['dismissFindings', 409, 'no seal', (place) => place.post(addressIn('acme'), unsealed(place), place.bearer)],
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
      (place) => place.post(addressIn('acme', below), undefined, { ...withCookie(place), ...FOREIGN }),
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
