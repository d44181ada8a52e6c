import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractDocument } from '../../../scripts/contract-document.ts';
import { WEBHOOK_BODIES_TOTAL_BYTES, WEBHOOK_BODY_MAX_BYTES } from '../../src/domain/limits.ts';
import { headerLines, sendBytes, sendRequest } from '../hostile/raw-http.ts';
import { type Answer, createBrowser, fetchOnce } from '../support/browser.ts';
import { type Service, startService } from '../support/start-service.ts';
import { installationPayload, postWebhook, signatureFor } from '../support/webhooks.ts';
import { createAnswerChecker } from './answer-checker.ts';

const document = await contractDocument();
const checker = createAnswerChecker(document);
const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ operationId, method: method.toUpperCase(), path })),
);

/** No request can bring these about; only a mistake of ours could. */
const OUT_OF_REACH = [
  'getAbout 500',
  'getContract 500',
  'getHealth 500',
  'getReadiness 500',
  'signOut 500',
  'startSignIn 500',
];

/** What a case needs of the service it runs against. */
interface Place {
  readonly service: Service;
  readonly bearer: { readonly authorization: string };
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
}

type Case = readonly [operationId: string, status: number, what: string, ask: (place: Place) => Promise<Answer>];

const FOREIGN = { origin: 'https://evil.example' };
const PAGE = { accept: 'text/html' };
const QUERY = { query: 'query ViewerProfile { viewer { login } }', operationName: 'ViewerProfile' };
const INVITE = '/api/organizations/acme/mass-invite';
const LONG = encodeURIComponent(`/${'x'.repeat(9_000)}`);

/** Begins an installation and answers what its callback needs. */
async function installing({ service, get }: Place) {
  const { browser, id } = await service.signIn('ada');
  const started = await browser.request(`${service.url}/api/install/start`);
  const state = new URL(started.location ?? '').searchParams.get('state') ?? '';
  const cookie = `host_install_csrf=${await browser.cookie(service.url, 'host_install_csrf')}`;
  const status = await get('/api/install/status', { authorization: `Bearer ${id}` });
  const [installation = 0] = (status.json as { readonly installationIds: readonly number[] }).installationIds;
  const back = (query: string, headers: Readonly<Record<string, string>> = {}) =>
    get(`/api/install/callback?state=${state}&${query}`, { cookie, ...headers });
  return {
    id,
    installation,
    back,
    withoutCookie: (query: string) => get(`/api/install/callback?state=${state}&${query}`),
  };
}

const withCookie = ({ bearer }: Place) => ({ cookie: `host_session=${bearer.authorization.slice('Bearer '.length)}` });

const CASES: readonly Case[] = [
  ['getHealth', 200, 'healthy', ({ get }) => get('/healthz')],
  ['getReadiness', 200, 'ready', ({ get }) => get('/readyz')],
  ['getContract', 200, 'the document', ({ get }) => get('/api/openapi.json')],
  ['getAbout', 200, 'about', ({ get }) => get('/api/about')],

  ['startSignIn', 302, 'to the code host', ({ get }) => get('/api/auth/start')],
  ['startSignIn', 400, 'an unknown mode', ({ get }) => get('/api/auth/start?mode=x')],
  ['startSignIn', 400, 'a long returnTo', ({ get }) => get(`/api/auth/start?returnTo=${LONG}`)],
  ['completeSignIn', 200, 'mobile', async ({ service }) => (await service.signIn('ada', { mode: 'mobile' })).answer],
  ['completeSignIn', 302, 'web', async ({ service }) => (await service.signIn('ada')).answer],
  ['completeSignIn', 302, 'web, refused', ({ get }) => get('/api/auth')],
  ['completeSignIn', 400, 'no state', ({ get }) => get('/api/auth', { accept: 'application/json' })],
  [
    'completeSignIn',
    403,
    'another browser',
    async ({ service, get }) => {
      const callback = await service.authorize(createBrowser(), 'ada', { mode: 'mobile' });
      return get(`${callback.pathname}${callback.search}`);
    },
  ],
  [
    'completeSignIn',
    500,
    'the code host fails',
    async ({ service }) => {
      service.simulator.control.fault({ match: { path: '/user/installations' }, times: 1, kind: 'bad-gateway-html' });
      return (await service.signIn('ada', { mode: 'mobile' })).answer;
    },
  ],
  ['getSession', 200, 'signed in', ({ get, bearer }) => get('/api/auth/session', bearer)],
  ['getSession', 401, 'signed out', ({ get }) => get('/api/auth/session')],
  ['signOut', 200, 'without a session', ({ post }) => post('/api/auth/logout')],
  ['signOut', 403, 'another site', ({ post }) => post('/api/auth/logout', undefined, FOREIGN)],

  ['listOrganizations', 200, 'signed in', ({ get, bearer }) => get('/api/organizations', bearer)],
  ['listOrganizations', 401, 'signed out', ({ get }) => get('/api/organizations')],
  ['getOrganization', 200, 'a member', ({ get, bearer }) => get('/api/organizations/acme', bearer)],
  ['getOrganization', 400, 'blank', ({ get, bearer }) => get('/api/organizations/%20', bearer)],
  ['getOrganization', 401, 'signed out', ({ get }) => get('/api/organizations/acme')],
  ['getOrganization', 404, 'a stranger', ({ get, bearer }) => get('/api/organizations/nobody', bearer)],

  ['getOrganizationAccess', 200, 'no limits', ({ get, bearer }) => get('/api/organizations/acme/access', bearer)],
  ...(['harbor-tools', 'quiet-co', 'nobody'] as const).map(
    (login): Case => [
      'getOrganizationAccess',
      200,
      login,
      ({ get, bearer }) => get(`/api/organizations/${login}/access`, bearer),
    ],
  ),
  [
    'getOrganizationAccess',
    200,
    'permissions missing and another role',
    ({ service, get, bearer }) => {
      const { world } = service.simulator;
      const id = world.installationOf(world.organization('lumen-labs')?.id ?? 0)?.id ?? 0;
      world.setInstallationPermissions(id, { members: 'read' });
      world.setRole('lumen-labs', 'ada', 'member');
      return get('/api/organizations/lumen-labs/access', bearer);
    },
  ],
  [
    'getOrganizationAccess',
    200,
    'single sign-on',
    async ({ service, get }) => get('/api/organizations/vaultworks/access', (await service.signIn('katherine')).bearer),
  ],
  ['getOrganizationAccess', 400, 'blank', ({ get, bearer }) => get('/api/organizations/%20/access', bearer)],
  ['getOrganizationAccess', 401, 'signed out', ({ get }) => get('/api/organizations/acme/access')],

  ['inviteMembers', 200, 'nobody', ({ post, bearer }) => post(INVITE, { userLogins: ['no-such-person'] }, bearer)],
  ['inviteMembers', 400, 'no list', ({ post, bearer }) => post(INVITE, {}, bearer)],
  ['inviteMembers', 400, 'not JSON', ({ post, bearer }) => post(INVITE, '{', bearer)],
  ['inviteMembers', 400, 'numbers', ({ post, bearer }) => post(INVITE, { userLogins: [1] }, bearer)],
  ['inviteMembers', 401, 'signed out', ({ post }) => post(INVITE, { userLogins: ['x'] })],
  [
    'inviteMembers',
    403,
    'not an admin',
    ({ post, bearer }) => post('/api/organizations/nobody/mass-invite', { userLogins: ['x'] }, bearer),
  ],
  [
    'inviteMembers',
    403,
    'another site',
    (place) => place.post(INVITE, { userLogins: ['x'] }, { ...withCookie(place), ...FOREIGN }),
  ],
  [
    'inviteMembers',
    413,
    'fifty-one',
    ({ post, bearer }) => post(INVITE, { userLogins: Array.from({ length: 51 }, (_, place) => `u${place}`) }, bearer),
  ],
  ['inviteMembers', 413, 'too large', ({ post, bearer }) => post(INVITE, 'x'.repeat(1_100_000), bearer)],
  ['inviteMembers', 415, 'text', ({ post, bearer }) => post(INVITE, 'x', { ...bearer, 'content-type': 'text/plain' })],

  ['runGraphqlOperation', 200, 'data', ({ post, bearer }) => post('/api/github/graphql', QUERY, bearer)],
  ['runGraphqlOperation', 400, 'no query', ({ post, bearer }) => post('/api/github/graphql', {}, bearer)],
  ['runGraphqlOperation', 400, 'not JSON', ({ post, bearer }) => post('/api/github/graphql', '{', bearer)],
  ['runGraphqlOperation', 401, 'signed out', ({ post }) => post('/api/github/graphql', QUERY)],
  [
    'runGraphqlOperation',
    403,
    'another name',
    ({ post, bearer }) => post('/api/github/graphql', { ...QUERY, operationName: 'Other' }, bearer),
  ],
  [
    'runGraphqlOperation',
    413,
    'large',
    ({ post, bearer }) => post('/api/github/graphql', 'x'.repeat(1_100_000), bearer),
  ],
  [
    'runGraphqlOperation',
    415,
    'text',
    ({ post, bearer }) => post('/api/github/graphql', 'x', { ...bearer, 'content-type': 'text/plain' }),
  ],
  [
    'runGraphqlOperation',
    500,
    'the code host fails',
    ({ service, post, bearer }) => {
      service.simulator.control.fault({ match: { path: '/graphql' }, times: 1, kind: 'bad-gateway-html' });
      return post('/api/github/graphql', QUERY, bearer);
    },
  ],

  ['startInstallation', 302, 'to the code host', ({ get, bearer }) => get('/api/install/start', bearer)],
  ['startInstallation', 302, 'to the sign-in', ({ get }) => get('/api/install/start')],
  ['startInstallation', 400, 'no target', ({ get, bearer }) => get('/api/install/start?targetId=x', bearer)],
  ['startInstallation', 400, 'type', ({ get, bearer }) => get('/api/install/start?targetType=x', bearer)],
  ['startInstallation', 400, 'long returnTo', ({ get, bearer }) => get(`/api/install/start?returnTo=${LONG}`, bearer)],
  ['completeInstall', 400, 'no state', ({ get }) => get('/api/install/callback')],
  ['completeInstall', 400, 'no state, as a page', ({ get }) => get('/api/install/callback', PAGE)],
  [
    'completeInstall',
    302,
    'linked',
    async (place) => {
      const { back, installation } = await installing(place);
      return back(`installation_id=${installation}`);
    },
  ],
  ['completeInstall', 403, 'no cookie', async (place) => (await installing(place)).withoutCookie('installation_id=1')],
  [
    'completeInstall',
    401,
    'signed out meanwhile, as a page',
    async (place) => {
      const { back, installation, id } = await installing(place);
      await place.post('/api/auth/logout', undefined, { authorization: `Bearer ${id}` });
      return back(`installation_id=${installation}`, PAGE);
    },
  ],
  [
    'completeInstall',
    500,
    'the code host fails',
    async (place) => {
      const { back, installation } = await installing(place);
      place.service.simulator.control.fault({
        match: { path: '/user/installations' },
        times: 1,
        kind: 'bad-gateway-html',
      });
      return back(`installation_id=${installation}`);
    },
  ],
  ['getInstallStatus', 200, 'signed in', ({ get, bearer }) => get('/api/install/status', bearer)],
  ['getInstallStatus', 401, 'signed out', ({ get }) => get('/api/install/status')],
  [
    'linkInstallation',
    200,
    'linked',
    async (place) => {
      const { installation } = await installing(place);
      return place.post('/api/install/complete', { installationId: installation }, place.bearer);
    },
  ],
  ['linkInstallation', 400, 'no ID', ({ post, bearer }) => post('/api/install/complete', {}, bearer)],
  ['linkInstallation', 401, 'signed out', ({ post }) => post('/api/install/complete', { installationId: 1 })],
  ['linkInstallation', 403, 'another site', ({ post }) => post('/api/install/complete', {}, FOREIGN)],
  [
    'linkInstallation',
    404,
    'foreign',
    ({ post, bearer }) => post('/api/install/complete', { installationId: 9 }, bearer),
  ],
  [
    'linkInstallation',
    413,
    'large',
    ({ post, bearer }) => post('/api/install/complete', 'x'.repeat(1_100_000), bearer),
  ],
  [
    'linkInstallation',
    415,
    'text',
    ({ post, bearer }) => post('/api/install/complete', 'x', { ...bearer, 'content-type': 'text/plain' }),
  ],
  [
    'linkInstallation',
    500,
    'the code host fails',
    ({ service, post, bearer }) => {
      service.simulator.control.fault({ match: { path: '/user/installations' }, times: 1, kind: 'bad-gateway-html' });
      return post('/api/install/complete', { installationId: 1 }, bearer);
    },
  ],

  ['receiveWebhook', 200, 'nothing to do', ({ service }) => postWebhook(service.url, { event: 'ping', body: '{}' })],
  ['receiveWebhook', 400, 'not JSON', ({ service }) => postWebhook(service.url, { body: '{' })],
  ['receiveWebhook', 400, 'no event', ({ service }) => postWebhook(service.url, { event: null, body: '{}' })],
  ['receiveWebhook', 403, 'unsigned', ({ service }) => postWebhook(service.url, { body: '{}', signature: null })],
  [
    'receiveWebhook',
    413,
    'too large',
    ({ service }) => postWebhook(service.url, { body: new Uint8Array(WEBHOOK_BODY_MAX_BYTES + 1) }),
  ],
  [
    'receiveWebhook',
    415,
    'text',
    ({ service }) => postWebhook(service.url, { body: '{}', headers: { 'content-type': 'text/plain' } }),
  ],
  [
    'receiveWebhook',
    500,
    'the code host fails',
    ({ service }) => {
      service.simulator.control.fault({ match: { path: '/app/installations/7' }, times: 1, kind: 'bad-gateway-html' });
      return postWebhook(service.url, {
        body: installationPayload('created', 7, { app_id: service.simulator.app.id }),
      });
    },
  ],
];

describe('the running service answers as its document says', () => {
  const places: Place[] = [];
  const open = async (options: Parameters<typeof startService>[0] = {}): Promise<Place> => {
    const service = await startService(options);
    const { bearer } = await service.signIn('ada');
    const place = placeOf(service, bearer);
    places.push(place);
    return place;
  };
  let place: Place;
  beforeAll(async () => {
    place = await open();
  });
  afterAll(async () => {
    for (const { service } of places) await service.close();
  });

  test.each(CASES)('%s %i: %s', async (operationId, status, _what, ask) => {
    const answer = await ask(place);
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([status, expect.anything()]);
    checker.check(operationId, {
      status: answer.status,
      contentType: answer.headers.get('content-type'),
      location: answer.location,
      body: answer.text,
    });
  });

  test.each(OPERATIONS)('$operationId 400: a request that names no host', async ({ operationId, method, path }) => {
    const bytes = `${method} ${path.replace('{login}', 'acme')} HTTP/1.1\r\nconnection: close\r\n\r\n`;
    checkRaw(operationId, 400, await sendBytes(place.service.url, bytes));
  });

  test('receiveWebhook 503: one large body more than fit at once', async () => {
    const head = [
      'POST /api/install/webhook HTTP/1.1',
      `host: ${new URL(place.service.url).host}`,
      'content-type: application/json',
      `x-hub-signature-256: ${signatureFor('')}`,
      `content-length: ${WEBHOOK_BODY_MAX_BYTES}`,
    ].join('\r\n');
    const fitting = Math.floor(WEBHOOK_BODIES_TOTAL_BYTES / WEBHOOK_BODY_MAX_BYTES);
    const sent = Array.from({ length: fitting + 1 }, () => sendBytes(place.service.url, `${head}\r\n\r\n{`, 2_000));
    checkRaw('receiveWebhook', 503, await Promise.any(sent));
    // The others never get their whole body, and are given up.
    await Promise.allSettled(sent);
  });

  test('every address under the rate limit answers 429 beyond it', async () => {
    const { service } = await open({ rateLimit: 3 });
    for (let asked = 0; asked < 3; asked += 1) await fetchOnce(`${service.url}/api/about`);
    for (const { operationId, method, path } of OPERATIONS) {
      if (!checker.all.includes(`${operationId} 429`)) continue;
      checkRaw(operationId, 429, await sendRequest(service.url, { method, target: path.replace('{login}', 'acme') }));
    }
  });

  test('without its database, the service answers 500 and is not ready', async () => {
    const { service, bearer, get, post } = await open();
    await service.storage.close();
    const asked: readonly (readonly [string, Promise<Answer>])[] = [
      ['getReadiness', get('/readyz')],
      ['getSession', get('/api/auth/session', bearer)],
      ['listOrganizations', get('/api/organizations', bearer)],
      ['getOrganization', get('/api/organizations/acme', bearer)],
      ['getOrganizationAccess', get('/api/organizations/acme/access', bearer)],
      ['inviteMembers', post(INVITE, { userLogins: ['x'] }, bearer)],
      ['getInstallStatus', get('/api/install/status', bearer)],
      ['startInstallation', get('/api/install/start', bearer)],
    ];
    for (const [operationId, answering] of asked) {
      const answer = await answering;
      expect([operationId, answer.status]).toEqual([operationId, operationId === 'getReadiness' ? 503 : 500]);
      const { status, text: body, location } = answer;
      checker.check(operationId, { status, contentType: answer.headers.get('content-type'), location, body });
    }
  });

  test('every documented status was provoked, but those that only a mistake of ours could bring about', () => {
    expect(checker.all.filter((each) => !checker.seen.has(each)).toSorted()).toEqual(OUT_OF_REACH);
  });
});

function checkRaw(operationId: string, status: number, answer: Awaited<ReturnType<typeof sendBytes>>): void {
  expect([operationId, answer.status]).toEqual([operationId, status]);
  const [contentType = null] = headerLines(answer, 'content-type');
  checker.check(operationId, { status, contentType, location: null, body: answer.body });
}

function placeOf(service: Service, bearer: Place['bearer']): Place {
  return {
    service,
    bearer,
    get: (path, headers = {}) => fetchOnce(`${service.url}${path}`, { headers }),
    post: (path, body, headers = {}) =>
      fetchOnce(`${service.url}${path}`, {
        method: 'POST',
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      }),
  };
}
