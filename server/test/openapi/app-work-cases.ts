import { type Ask, type Case, FOREIGN, ownersOnlyCases, withCookie } from './answer-case.ts';

const APP_WORK = '/api/organizations/acme/app-work';
const bodyOf = (version: number, isOn = true) => ({ version, isOn });

const read: Ask = ({ get }, headers, organization = 'acme') =>
  get(`/api/organizations/${organization}/app-work`, headers);
const change: Ask = ({ post }, headers, organization = 'acme') =>
  post(`/api/organizations/${organization}/app-work`, bodyOf(0), headers);

/** Cases of the endpoints about jobs that continue after a sign-out. */
export const APP_WORK_CASES: readonly Case[] = [
  ...ownersOnlyCases('getAppWork', read),
  ...ownersOnlyCases('changeAppWork', change),
  ['getAppWork', 200, 'the setting', (caller) => read(caller, caller.bearer)],
  [
    'changeAppWork',
    200,
    'on and off',
    async (caller) => {
      const { version } = (await read(caller, caller.bearer)).json as { readonly version: number };
      await caller.post(APP_WORK, bodyOf(version), caller.bearer);
      return caller.post(APP_WORK, bodyOf(version + 1, false), caller.bearer);
    },
  ],
  ['changeAppWork', 400, 'nothing', ({ post, bearer }) => post(APP_WORK, {}, bearer)],
  ['changeAppWork', 409, 'an older version', ({ post, bearer }) => post(APP_WORK, bodyOf(900_000), bearer)],
  [
    'changeAppWork',
    403,
    'another site',
    (caller) => caller.post(APP_WORK, bodyOf(0), { ...withCookie(caller), ...FOREIGN }),
  ],
  ['changeAppWork', 413, 'large', ({ post, bearer }) => post(APP_WORK, 'x'.repeat(20_000), bearer)],
  [
    'changeAppWork',
    415,
    'text',
    ({ post, bearer }) => post(APP_WORK, 'x', { ...bearer, 'content-type': 'text/plain' }),
  ],
];
