import type { RunAnswer } from '@orgdesk/contract';
import { type Caller, type Case, FOREIGN, withCookie } from '../answer-case.ts';

const RUNS = '/api/runs';
const PREVIEW = '/api/people/preview';
const NO_RUN = `${RUNS}/${'0'.repeat(32)}`;

const idOf = ({ service }: Caller, login = 'acme') => service.simulator.world.organization(login)?.id ?? 0;

const itemsOf = (caller: Caller, login = 'edsger') => [
  { organization: idOf(caller), invitations: [{ login }] },
  { organization: idOf(caller), previews: ['x'] },
  { organization: 1, invitations: [{ login }] },
];

const start = (caller: Caller, key: string, items: unknown = itemsOf(caller)) =>
  caller.post(RUNS, { key, items }, caller.bearer);

/** Starts a run, and answers its address once its jobs have started. */
async function begin(caller: Caller, key: string): Promise<string> {
  const { json } = await start(caller, key);
  await caller.service.workOn(['run']);
  return `${RUNS}/${(json as RunAnswer).run.id}`;
}

const REMOVE = { change: { kind: 'remove' }, logins: ['grace', 'ada'] };

/** Cases of the endpoints about several organizations. */
export const RUN_CASES: readonly Case[] = [
  [
    'previewPeopleAcross',
    200,
    'every kind of line',
    (caller) => caller.post(PREVIEW, { ...REMOVE, organizations: [idOf(caller), 1] }, caller.bearer),
  ],
  ['startRun', 202, 'begun', (caller) => start(caller, 'begun')],
  ['startRun', 400, 'too many people', (caller) => start(caller, 'many', Array(3).fill(manyIn(caller)))],
  [
    'startRun',
    409,
    'other items',
    async (caller) => {
      await begin(caller, 'other-items');
      return start(caller, 'other-items', itemsOf(caller, 'radia'));
    },
  ],
  ['listRuns', 200, 'runs', (caller) => caller.get(RUNS, caller.bearer)],
  ['getRun', 200, 'a run', async (caller) => caller.get(await begin(caller, 'read'), caller.bearer)],
  [
    'cancelRun',
    200,
    'a run',
    async (caller) => {
      const { json } = await start(caller, 'cancelled');
      return caller.post(`${RUNS}/${(json as RunAnswer).run.id}/cancel`, undefined, caller.bearer);
    },
  ],
  [
    'cancelRun',
    409,
    'one that has ended',
    async (caller) => {
      const { json } = await start(caller, 'ended', [{ organization: 1, invitations: [{ login: 'edsger' }] }]);
      return caller.post(`${RUNS}/${(json as RunAnswer).run.id}/cancel`, undefined, caller.bearer);
    },
  ],
  [
    'retryRun',
    200,
    'a run',
    async (caller) => caller.post(`${await begin(caller, 'retried')}/retry`, undefined, caller.bearer),
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
      (caller) => caller.post(`${NO_RUN}/${action}`, undefined, { ...withCookie(caller), ...FOREIGN }),
    ],
    [id, 404, 'no run', ({ post, bearer }) => post(`${NO_RUN}/${action}`, undefined, bearer)],
  ]),
  ['getRun', 404, 'no run', ({ get, bearer }) => get(NO_RUN, bearer)],
  [
    'downloadRunResults',
    200,
    'a file',
    async (caller) => caller.get(`${await begin(caller, 'read')}/results.csv`, caller.bearer),
  ],
  ['downloadRunResults', 404, 'no run', ({ get, bearer }) => get(`${NO_RUN}/results.csv`, bearer)],
  [
    'downloadRunResults',
    403,
    'another site',
    (caller) => caller.get(`${NO_RUN}/results.csv`, { ...withCookie(caller), ...FOREIGN }),
  ],
  ...(
    [
      ['previewPeopleAcross', PREVIEW, 20_000],
      ['startRun', RUNS, 2_200_000],
    ] as const
  ).flatMap(([id, path, tooLarge]): readonly Case[] => [
    [id, 403, 'another site', (caller) => caller.post(path, {}, { ...withCookie(caller), ...FOREIGN })],
    [id, 400, 'nothing', ({ post, bearer }) => post(path, {}, bearer)],
    [id, 413, 'too large', ({ post, bearer }) => post(path, 'x'.repeat(tooLarge), bearer)],
    [id, 415, 'text', ({ post, bearer }) => post(path, 'x', { ...bearer, 'content-type': 'text/plain' })],
  ]),
];

const manyIn = (caller: Caller) => ({
  organization: idOf(caller),
  invitations: Array.from({ length: 1_000 }, (_, nth) => ({ login: `case-${nth}` })),
});
