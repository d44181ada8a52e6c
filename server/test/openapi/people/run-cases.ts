import type { RunAnswer } from '@orgdesk/contract';
import { type Case, FOREIGN, type Place, withCookie } from '../answer-case.ts';

const RUNS = '/api/runs';
const PREVIEW = '/api/people/preview';
const NO_RUN = `${RUNS}/${'0'.repeat(32)}`;

const idOf = ({ service }: Place, login = 'acme') => service.simulator.world.organization(login)?.id ?? 0;

const itemsOf = (place: Place, login = 'edsger') => [
  { organization: idOf(place), invitations: [{ login }] },
  { organization: idOf(place), previews: ['x'] },
  { organization: 1, invitations: [{ login }] },
];

const start = (place: Place, key: string, items: unknown = itemsOf(place)) =>
  place.post(RUNS, { key, items }, place.bearer);

/** Starts a run, and answers its address once its jobs have started. */
async function begin(place: Place, key: string): Promise<string> {
  const { json } = await start(place, key);
  await place.service.workOn(['run']);
  return `${RUNS}/${(json as RunAnswer).run.id}`;
}

const REMOVE = { change: { kind: 'remove' }, logins: ['grace', 'ada'] };

/** Cases of the endpoints about several organizations. */
export const RUN_CASES: readonly Case[] = [
  [
    'previewPeopleAcross',
    200,
    'every kind of line',
    (place) => place.post(PREVIEW, { ...REMOVE, organizations: [idOf(place), 1] }, place.bearer),
  ],
  ['startRun', 202, 'begun', (place) => start(place, 'begun')],
  ['startRun', 400, 'too many people', (place) => start(place, 'many', Array(3).fill(manyIn(place)))],
  [
    'startRun',
    409,
    'other items',
    async (place) => {
      await begin(place, 'other-items');
      return start(place, 'other-items', itemsOf(place, 'radia'));
    },
  ],
  ['listRuns', 200, 'runs', (place) => place.get(RUNS, place.bearer)],
  ['getRun', 200, 'a run', async (place) => place.get(await begin(place, 'read'), place.bearer)],
  [
    'cancelRun',
    200,
    'a run',
    async (place) => {
      const { json } = await start(place, 'cancelled');
      return place.post(`${RUNS}/${(json as RunAnswer).run.id}/cancel`, undefined, place.bearer);
    },
  ],
  [
    'cancelRun',
    409,
    'one that has ended',
    async (place) => {
      const { json } = await start(place, 'ended', [{ organization: 1, invitations: [{ login: 'edsger' }] }]);
      return place.post(`${RUNS}/${(json as RunAnswer).run.id}/cancel`, undefined, place.bearer);
    },
  ],
  [
    'retryRun',
    200,
    'a run',
    async (place) => place.post(`${await begin(place, 'retried')}/retry`, undefined, place.bearer),
  ],
  ...(
    [
      ['cancelRun', 'cancel'],
      ['retryRun', 'retry'],
    ] as const
  ).flatMap(([id, action]): readonly Case[] => [
    [
      id,
      403,
      'another site',
      (place) => place.post(`${NO_RUN}/${action}`, undefined, { ...withCookie(place), ...FOREIGN }),
    ],
    [id, 404, 'no run', ({ post, bearer }) => post(`${NO_RUN}/${action}`, undefined, bearer)],
  ]),
  ['getRun', 404, 'no run', ({ get, bearer }) => get(NO_RUN, bearer)],
  [
    'downloadRunResults',
    200,
    'a file',
    async (place) => place.get(`${await begin(place, 'read')}/results.csv`, place.bearer),
  ],
  ['downloadRunResults', 404, 'no run', ({ get, bearer }) => get(`${NO_RUN}/results.csv`, bearer)],
  [
    'downloadRunResults',
    403,
    'another site',
    (place) => place.get(`${NO_RUN}/results.csv`, { ...withCookie(place), ...FOREIGN }),
  ],
  ...(
    [
      ['previewPeopleAcross', PREVIEW, 20_000],
      ['startRun', RUNS, 2_200_000],
    ] as const
  ).flatMap(([id, path, tooLarge]): readonly Case[] => [
    [id, 403, 'another site', (place) => place.post(path, {}, { ...withCookie(place), ...FOREIGN })],
    [id, 400, 'nothing', ({ post, bearer }) => post(path, {}, bearer)],
    [id, 413, 'too large', ({ post, bearer }) => post(path, 'x'.repeat(tooLarge), bearer)],
    [id, 415, 'text', ({ post, bearer }) => post(path, 'x', { ...bearer, 'content-type': 'text/plain' })],
  ]),
];

const manyIn = (place: Place) => ({
  organization: idOf(place),
  invitations: Array.from({ length: 1_000 }, (_, nth) => ({ login: `case-${nth}` })),
});
