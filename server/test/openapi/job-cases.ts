import { type Caller, type Case, FOREIGN, ownersOnlyCases, withCookie } from './answer-case.ts';

const START = '/api/organizations/acme/invitation-jobs';
const JOBS = '/api/organizations/acme/jobs';
const EXPORTS = '/api/organizations/acme/access-exports';
const ROWS = [{ login: 'edsger' }];

/** Begins a job and answers its address. */
async function begin({ post, bearer }: Caller, key: string): Promise<string> {
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
    async (caller) => {
      await begin(caller, 'other-rows');
      return caller.post(START, { key: 'other-rows', rows: [{ login: 'radia' }] }, caller.bearer);
    },
  ],
  [
    'startInvitationJob',
    403,
    'another site',
    (caller) => caller.post(START, { key: 'k', rows: ROWS }, { ...withCookie(caller), ...FOREIGN }),
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
    (caller) => caller.post(EXPORTS, undefined, { ...withCookie(caller), ...FOREIGN }),
  ],
  [
    'downloadJobResults',
    410,
    'a file that was removed',
    async (caller) => {
      const { json } = await caller.post(EXPORTS, undefined, caller.bearer);
      const address = `${JOBS}/${(json as { readonly job: { readonly id: string } }).job.id}`;
      await caller.post(`${address}/cancel`, undefined, caller.bearer);
      caller.service.clock.advance(24 * 3_600_000);
      const { bearer } = await caller.service.signIn('ada');
      const answer = await caller.get(`${address}/results.csv`, bearer);
      caller.service.clock.reset();
      return answer;
    },
  ],
  ['listJobs', 200, 'jobs', ({ get, bearer }) => get(`${JOBS}?kind=invitations`, bearer)],
  ['listJobs', 400, 'a kind', ({ get, bearer }) => get(`${JOBS}?kind=x`, bearer)],
  ['getJob', 200, 'a job', async (caller) => caller.get(await begin(caller, 'read'), caller.bearer)],
  ...['', '/rows', '/events', '/results.csv'].map(
    (below, caller): Case => [
      READS[caller + 1]?.[0] ?? '',
      404,
      'no job',
      ({ get, bearer }) => get(`${JOBS}/none${below}`, bearer),
    ],
  ),
  [
    'listJobRows',
    200,
    'a page',
    async (caller) => caller.get(`${await begin(caller, 'read')}/rows?limit=1&outcome=ready`, caller.bearer),
  ],
  [
    'watchJob',
    200,
    'one that has ended',
    async (caller) => {
      const address = await begin(caller, 'watched');
      await caller.post(`${address}/cancel`, undefined, caller.bearer);
      return caller.get(`${address}/events`, caller.bearer);
    },
  ],
  [
    'downloadJobResults',
    200,
    'a file',
    async (caller) => caller.get(`${await begin(caller, 'read')}/results.csv`, caller.bearer),
  ],
  [
    'downloadJobResults',
    403,
    'another site',
    (caller) => caller.get(`${JOBS}/none/results.csv`, { ...withCookie(caller), ...FOREIGN }),
  ],
  ['listJobRows', 400, 'an outcome', ({ get, bearer }) => get(`${JOBS}/none/rows?outcome=x`, bearer)],
  ['listJobRows', 400, 'a limit', ({ get, bearer }) => get(`${JOBS}/none/rows?limit=501`, bearer)],
  ...READS.flatMap(([id, below]) =>
    ownersOnlyCases(id, ({ get }, headers, organization = 'acme') => get(addressIn(organization, below), headers)),
  ),
  ...CHANGES.flatMap(([id, verb]): readonly Case[] => [
    [id, 200, 'a job', async (caller) => caller.post(`${await begin(caller, id)}/${verb}`, undefined, caller.bearer)],
    [
      id,
      409,
      'one that has ended',
      async (caller) => {
        const address = await begin(caller, `${id}-ended`);
        await caller.post(`${address}/cancel`, undefined, caller.bearer);
        return caller.post(`${address}/${verb}`, undefined, caller.bearer);
      },
    ],
    [
      id,
      403,
      'another site',
      (caller) => caller.post(`${JOBS}/none/${verb}`, undefined, { ...withCookie(caller), ...FOREIGN }),
    ],
    [id, 404, 'no job', ({ post, bearer }) => post(`${JOBS}/none/${verb}`, undefined, bearer)],
    ...ownersOnlyCases(id, ({ post }, headers, organization = 'acme') =>
      post(addressIn(organization, `/none/${verb}`), undefined, headers),
    ),
  ]),
];
