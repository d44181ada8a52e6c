import { type Case, FOREIGN, ownersOnlyCases, type Place, withCookie } from './answer-case.ts';

const START = '/api/organizations/acme/invitation-jobs';
const JOBS = '/api/organizations/acme/jobs';
const EXPORTS = '/api/organizations/acme/access-exports';
const ROWS = [{ login: 'edsger' }];

/** Begins a job and answers its address. */
async function begin({ post, bearer }: Place, key: string): Promise<string> {
  const { json } = await post(START, { key, rows: ROWS }, bearer);
  return `${JOBS}/${(json as { readonly job: { readonly id: string } }).job.id}`;
}

const READS = [
  ['listJobs', ''],
  ['getJob', '/some-job'],
  ['listJobRows', '/some-job/rows'],
  ['watchJob', '/some-job/events'],
  ['downloadJobResults', '/some-job/results.csv'],
] as const;

const CHANGES = [
  ['pauseJob', 'pause'],
  ['resumeJob', 'resume'],
  ['cancelJob', 'cancel'],
  ['takeOverJob', 'take-over'],
] as const;

const addressIn = (organization: string, below: string) => `/api/organizations/${organization}/jobs${below}`;

/** Cases of the endpoints about jobs, and of the start of invitations and exports. */
export const JOB_CASES: readonly Case[] = [
  ['startInvitationJob', 202, 'begun', ({ post, bearer }) => post(START, { key: 'begun', rows: ROWS }, bearer)],
  ['startInvitationJob', 400, 'no rows', ({ post, bearer }) => post(START, { key: 'none' }, bearer)],
  [
    'startInvitationJob',
    409,
    'other rows',
    async (place) => {
      await begin(place, 'other-rows');
      return place.post(START, { key: 'other-rows', rows: [{ login: 'radia' }] }, place.bearer);
    },
  ],
  [
    'startInvitationJob',
    403,
    'another site',
    (place) => place.post(START, { key: 'k', rows: ROWS }, { ...withCookie(place), ...FOREIGN }),
  ],
  ['startInvitationJob', 413, 'too large', ({ post, bearer }) => post(START, 'x'.repeat(2_200_000), bearer)],
  [
    'startInvitationJob',
    415,
    'text',
    ({ post, bearer }) => post(START, 'x', { ...bearer, 'content-type': 'text/plain' }),
  ],
  ...ownersOnlyCases('startInvitationJob', ({ post }, headers, organization = 'acme') =>
    post(`/api/organizations/${organization}/invitation-jobs`, { key: 'k', rows: ROWS }, headers),
  ),
  ['startAccessExport', 202, 'begun', ({ post, bearer }) => post(EXPORTS, undefined, bearer)],
  ...ownersOnlyCases('startAccessExport', ({ post }, headers, organization = 'acme') =>
    post(`/api/organizations/${organization}/access-exports`, undefined, headers),
  ),
  [
    'startAccessExport',
    403,
    'another site',
    (place) => place.post(EXPORTS, undefined, { ...withCookie(place), ...FOREIGN }),
  ],
  [
    'downloadJobResults',
    410,
    'a file that was removed',
    async (place) => {
      const { json } = await place.post(EXPORTS, undefined, place.bearer);
      const address = `${JOBS}/${(json as { readonly job: { readonly id: string } }).job.id}`;
      await place.post(`${address}/cancel`, undefined, place.bearer);
      place.service.clock.advance(24 * 3_600_000);
      const { bearer } = await place.service.signIn('ada');
      const answer = await place.get(`${address}/results.csv`, bearer);
      place.service.clock.reset();
      return answer;
    },
  ],
  ['listJobs', 200, 'jobs', ({ get, bearer }) => get(`${JOBS}?kind=invitations`, bearer)],
  ['listJobs', 400, 'a kind', ({ get, bearer }) => get(`${JOBS}?kind=x`, bearer)],
  ['getJob', 200, 'a job', async (place) => place.get(await begin(place, 'read'), place.bearer)],
  ...['', '/rows', '/events', '/results.csv'].map(
    (below, place): Case => [
      READS[place + 1]?.[0] ?? '',
      404,
      'no job',
      ({ get, bearer }) => get(`${JOBS}/none${below}`, bearer),
    ],
  ),
  [
    'listJobRows',
    200,
    'a page',
    async (place) => place.get(`${await begin(place, 'read')}/rows?limit=1&outcome=ready`, place.bearer),
  ],
  [
    'watchJob',
    200,
    'one that has ended',
    async (place) => {
      const address = await begin(place, 'watched');
      await place.post(`${address}/cancel`, undefined, place.bearer);
      return place.get(`${address}/events`, place.bearer);
    },
  ],
  [
    'downloadJobResults',
    200,
    'a file',
    async (place) => place.get(`${await begin(place, 'read')}/results.csv`, place.bearer),
  ],
  [
    'downloadJobResults',
    403,
    'another site',
    (place) => place.get(`${JOBS}/none/results.csv`, { ...withCookie(place), ...FOREIGN }),
  ],
  ['listJobRows', 400, 'an outcome', ({ get, bearer }) => get(`${JOBS}/none/rows?outcome=x`, bearer)],
  ['listJobRows', 400, 'a limit', ({ get, bearer }) => get(`${JOBS}/none/rows?limit=501`, bearer)],
  ...READS.flatMap(([id, below]) =>
    ownersOnlyCases(id, ({ get }, headers, organization = 'acme') => get(addressIn(organization, below), headers)),
  ),
  ...CHANGES.flatMap(([id, verb]): readonly Case[] => [
    [id, 200, 'a job', async (place) => place.post(`${await begin(place, id)}/${verb}`, undefined, place.bearer)],
    [
      id,
      409,
      'one that has ended',
      async (place) => {
        const address = await begin(place, `${id}-ended`);
        await place.post(`${address}/cancel`, undefined, place.bearer);
        return place.post(`${address}/${verb}`, undefined, place.bearer);
      },
    ],
    [
      id,
      403,
      'another site',
      (place) => place.post(`${JOBS}/none/${verb}`, undefined, { ...withCookie(place), ...FOREIGN }),
    ],
    [id, 404, 'no job', ({ post, bearer }) => post(`${JOBS}/none/${verb}`, undefined, bearer)],
    ...ownersOnlyCases(id, ({ post }, headers, organization = 'acme') =>
      post(addressIn(organization, `/none/${verb}`), undefined, headers),
    ),
  ]),
];
