import { type Case, FOREIGN, ownersOnlyCases, type Place, withCookie } from './answer-case.ts';

const JOBS = '/api/organizations/acme/invitation-jobs';
const ROWS = [{ login: 'edsger' }];

/** Begins a job and answers its address. */
async function begin({ post, bearer }: Place, key: string): Promise<string> {
  const { json } = await post(JOBS, { key, rows: ROWS }, bearer);
  return `${JOBS}/${(json as { readonly job: { readonly id: string } }).job.id}`;
}

const READS = [
  ['listInvitationJobs', ''],
  ['getInvitationJob', '/some-job'],
  ['listInvitationJobRows', '/some-job/rows'],
  ['watchInvitationJob', '/some-job/events'],
  ['downloadInvitationJobResults', '/some-job/results.csv'],
] as const;

const CHANGES = [
  ['pauseInvitationJob', 'pause'],
  ['resumeInvitationJob', 'resume'],
  ['cancelInvitationJob', 'cancel'],
  ['takeOverInvitationJob', 'take-over'],
] as const;

const addressIn = (organization: string, below: string) => `/api/organizations/${organization}/invitation-jobs${below}`;

/** Cases of the endpoints about invitation jobs. */
export const INVITATION_JOB_CASES: readonly Case[] = [
  ['startInvitationJob', 202, 'begun', ({ post, bearer }) => post(JOBS, { key: 'begun', rows: ROWS }, bearer)],
  ['startInvitationJob', 400, 'no rows', ({ post, bearer }) => post(JOBS, { key: 'none' }, bearer)],
  [
    'startInvitationJob',
    409,
    'other rows',
    async (place) => {
      await begin(place, 'other-rows');
      return place.post(JOBS, { key: 'other-rows', rows: [{ login: 'radia' }] }, place.bearer);
    },
  ],
  [
    'startInvitationJob',
    403,
    'another site',
    (place) => place.post(JOBS, { key: 'k', rows: ROWS }, { ...withCookie(place), ...FOREIGN }),
  ],
  ['startInvitationJob', 413, 'too large', ({ post, bearer }) => post(JOBS, 'x'.repeat(2_200_000), bearer)],
  [
    'startInvitationJob',
    415,
    'text',
    ({ post, bearer }) => post(JOBS, 'x', { ...bearer, 'content-type': 'text/plain' }),
  ],
  ...ownersOnlyCases('startInvitationJob', ({ post }, headers, organization = 'acme') =>
    post(addressIn(organization, ''), { key: 'k', rows: ROWS }, headers),
  ),
  ['listInvitationJobs', 200, 'jobs', ({ get, bearer }) => get(JOBS, bearer)],
  ['getInvitationJob', 200, 'a job', async (place) => place.get(await begin(place, 'read'), place.bearer)],
  ...['', '/rows', '/events', '/results.csv'].map(
    (below, place): Case => [
      READS[place + 1]?.[0] ?? '',
      404,
      'no job',
      ({ get, bearer }) => get(`${JOBS}/none${below}`, bearer),
    ],
  ),
  [
    'listInvitationJobRows',
    200,
    'a page',
    async (place) => place.get(`${await begin(place, 'read')}/rows?limit=1&outcome=ready`, place.bearer),
  ],
  [
    'watchInvitationJob',
    200,
    'one that has ended',
    async (place) => {
      const address = await begin(place, 'watched');
      await place.post(`${address}/cancel`, undefined, place.bearer);
      return place.get(`${address}/events`, place.bearer);
    },
  ],
  [
    'downloadInvitationJobResults',
    200,
    'a file',
    async (place) => place.get(`${await begin(place, 'read')}/results.csv`, place.bearer),
  ],
  [
    'downloadInvitationJobResults',
    403,
    'another site',
    (place) => place.get(`${JOBS}/none/results.csv`, { ...withCookie(place), ...FOREIGN }),
  ],
  ['listInvitationJobRows', 400, 'an outcome', ({ get, bearer }) => get(`${JOBS}/none/rows?outcome=x`, bearer)],
  ['listInvitationJobRows', 400, 'a limit', ({ get, bearer }) => get(`${JOBS}/none/rows?limit=501`, bearer)],
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
