import { createHash } from 'node:crypto';
import { WRONG_USER_CODES_MAX } from '../../src/lib/limits/sessions.ts';
import { answerWith, approve, approveUntilCallback, poll, startProgram } from '../features/sign-in/devices/programs.ts';
import { type Answer, authorizeAt } from '../support/browser.ts';
import { bearerOf, type Caller, type Case, FOREIGN, withCookie } from './answer-case.ts';

export const APP_REDIRECT = 'com.example.app:/signed-in';

const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const START_APP = `/api/auth/app/start?${new URLSearchParams({
  redirect_uri: APP_REDIRECT,
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
})}`;
const NO_CODE = { code: `${'x'.repeat(43)}.9999999999999`, code_verifier: VERIFIER, redirect_uri: APP_REDIRECT };

/** Requests of programs without a session, which reach the database. */
export const PROGRAM_REQUESTS = [
  ['startDeviceSignIn', '/api/auth/device', { client_name: 'orgdesk on laptop' }],
  ['pollDeviceSignIn', '/api/auth/device/token', { device_code: 'x'.repeat(43) }],
  ['exchangeAppCode', '/api/auth/app/token', NO_CODE],
] as const;

const ANSWERS = [
  ['readDeviceRequest', 'request'],
  ['approveDeviceRequest', 'approve'],
  ['denyDeviceRequest', 'deny'],
] as const;

async function answered(caller: Caller, path: 'request' | 'approve' | 'deny'): Promise<Answer> {
  const { browser } = await caller.service.signIn('grace');
  const { user_code } = await startProgram(caller.service);
  return answerWith(caller.service, browser, path, user_code);
}

async function withAppCode({ service, get, post }: Caller): Promise<Answer> {
  const started = await get(START_APP);
  const callback = await authorizeAt(started.location ?? '', 'grace', 'authorize');
  const cookie = started.setCookies[0]?.split(';', 1)[0] ?? '';
  const back = await get(`${callback.pathname}${callback.search}`, { cookie });
  const code = new URL(back.location ?? service.url).searchParams.get('code');
  return post('/api/auth/app/token', { ...NO_CODE, code });
}

export const DEVICE_CASES: readonly Case[] = [
  ['startAppSignIn', 302, 'to the code host', ({ get }) => get(START_APP)],
  ['startAppSignIn', 400, 'another address', ({ get }) => get('/api/auth/app/start?redirect_uri=https://x.example')],
  ['startAppSignIn', 400, 'no challenge', ({ get }) => get(`/api/auth/app/start?redirect_uri=${APP_REDIRECT}`)],
  ['startAppSignIn', 400, 'a long address', ({ get }) => get(`/api/auth/app/start?redirect_uri=${'x'.repeat(501)}`)],
  ['exchangeAppCode', 200, 'signed in', withAppCode],
  ['exchangeAppCode', 400, 'no code', ({ post }) => post('/api/auth/app/token', NO_CODE)],
  [
    'completeSignIn',
    302,
    'of a program',
    async ({ service }) => {
      const { browser } = await service.signIn('grace');
      const { user_code } = await startProgram(service);
      return browser.request((await approveUntilCallback(service, browser, { login: 'grace', user_code })).href);
    },
  ],
  [
    'pollDeviceSignIn',
    200,
    'approved',
    async ({ service }) => {
      const { browser } = await service.signIn('grace');
      const program = await startProgram(service);
      await approve(service, browser, { login: 'grace', user_code: program.user_code });
      return poll(service, program);
    },
  ],
  ['pollDeviceSignIn', 400, 'waiting', async ({ service }) => poll(service, await startProgram(service))],
  ['startDeviceSignIn', 200, 'codes', ({ post }) => post('/api/auth/device', { client_name: 'orgdesk on laptop' })],
  ...PROGRAM_REQUESTS.flatMap(([id, path]): readonly Case[] => [
    [id, 400, 'nothing in it', ({ post }) => post(path, {})],
    [id, 400, 'not JSON', ({ post }) => post(path, '{')],
    [id, 413, 'large', ({ post }) => post(path, 'x'.repeat(1_100_000))],
    [id, 415, 'text', ({ post }) => post(path, 'x', { 'content-type': 'text/plain' })],
  ]),
  ...ANSWERS.flatMap(([id, path]): readonly Case[] => {
    const address = `/api/auth/device/${path}`;
    const body = { user_code: 'BBBB-BBBB' };
    return [
      [id, 200, 'a program waits', (caller) => answered(caller, path)],
      [id, 400, 'nothing in it', ({ post, bearer }) => post(address, {}, bearer)],
      [id, 403, 'another site', (caller) => caller.post(address, body, { ...withCookie(caller), ...FOREIGN })],
      [id, 404, 'no program waits', async (caller) => caller.post(address, body, await bearerOf(caller, 'radia'))],
      [id, 413, 'large', ({ post, bearer }) => post(address, 'x'.repeat(1_100_000), bearer)],
      [id, 415, 'text', ({ post, bearer }) => post(address, 'x', { ...bearer, 'content-type': 'text/plain' })],
      [
        id,
        429,
        'too many wrong codes',
        async (caller) => {
          const bearer = await bearerOf(caller, 'edsger');
          for (let count = 0; count < WRONG_USER_CODES_MAX; count += 1) await caller.post(address, body, bearer);
          return caller.post(address, body, bearer);
        },
      ],
    ];
  }),
];
