import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { WEBHOOK_BODY_MAX_BYTES } from '@orgdesk/contract/limits';
import { INSTALLATION_REQUESTS_REUSE_MS } from '../../src/lib/limits/code-host.ts';
import { createBrowser } from '../support/browser.ts';
import { installationPayload, postWebhook } from '../support/webhooks.ts';
import { ACCESS_CASES } from './access-cases.ts';
import { bearerOf, type Caller, type Case, FOREIGN, withCookie } from './answer-case.ts';
import { APP_WORK_CASES } from './app-work-cases.ts';
import { AUDIT_TRAIL_CASES } from './audit-trail-cases.ts';
import { DEAD_WORK_CASES } from './dead-work-cases.ts';
import { DEVICE_CASES } from './device-cases.ts';
import { INVITATION_PREVIEW_CASES } from './invitation-preview-cases.ts';
import { JOB_CASES } from './job-cases.ts';
import { LISTED_INVITATION_CASES } from './listed-invitation-cases.ts';
import { ORGANIZATION_FILE_CASES } from './organization-file-cases.ts';
import { OWNER_RULES_CASES } from './owner-rules-cases.ts';
import { DISMISSAL_CASES } from './people/dismissal-cases.ts';
import { PEOPLE_CASES } from './people/people-cases.ts';
import { PEOPLE_CHANGE_CASES } from './people/people-change-cases.ts';
import { RUN_CASES } from './people/run-cases.ts';

const PAGE = { accept: 'text/html' };
const QUERY = { query: 'query ViewerProfile { viewer { login } }', operationName: 'ViewerProfile' };
const INVITE = '/api/organizations/acme/mass-invite';
const LONG = encodeURIComponent(`/${'x'.repeat(9_000)}`);

/** Begins an installation and answers what its callback needs. */
async function installing({ service, get }: Caller) {
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

/** No request can bring these about; only a mistake of ours could. */
export const OUT_OF_REACH = [
  'getAbout 500',
  'getContract 500',
  'getHealth 500',
  'getOrganizationFileSchema 500',
  'getReadiness 500',
  'signOut 500',
  'startAppSignIn 500',
  'startSignIn 500',
];

/**
 * A request for each documented answer that one can bring about, with the endpoint and the status it is to have. Those
 * that follow from what an endpoint is (no host, no session, too often, no database) are asked of all of them.
 */
export const CASES: readonly Case[] = [
  ['getHealth', 200, 'healthy', ({ get }) => get('/healthz')],
  ['getReadiness', 200, 'ready', ({ get }) => get('/readyz')],
  ['getContract', 200, 'the document', ({ get }) => get('/api/openapi.json')],
  ['getAbout', 200, 'about', ({ get }) => get('/api/about')],

  ...ENDPOINTS.filter(({ answers }) => 302 in answers).map(
    ({ id, path }): Case => [id, 503, 'a prefetch', ({ get }) => get(path, { 'sec-purpose': 'prefetch' })],
  ),
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
  ['listOwnSessions', 200, 'signed in', ({ get, bearer }) => get('/api/auth/sessions', bearer)],
  ['endOwnSession', 200, 'none of theirs', ({ post, bearer }) => post('/api/auth/sessions/x/end', undefined, bearer)],
  [
    'endOwnSession',
    403,
    'another site',
    (caller) => caller.post('/api/auth/sessions/x/end', undefined, { ...withCookie(caller), ...FOREIGN }),
  ],
  [
    'endOtherSessions',
    200,
    'signed in',
    async (caller) => caller.post('/api/auth/sessions/end-others', undefined, await bearerOf(caller, 'radia')),
  ],
  [
    'endOtherSessions',
    403,
    'another site',
    (caller) => caller.post('/api/auth/sessions/end-others', undefined, { ...withCookie(caller), ...FOREIGN }),
  ],
  ['getSession', 200, 'signed out, optional', ({ get }) => get('/api/auth/session?optional=true')],
  ['signOut', 200, 'without a session', ({ post }) => post('/api/auth/logout')],
  ['signOut', 403, 'another site', ({ post }) => post('/api/auth/logout', undefined, FOREIGN)],

  ['listOrganizations', 200, 'signed in', ({ get, bearer }) => get('/api/organizations', bearer)],
  ['getOrganization', 200, 'a member', ({ get, bearer }) => get('/api/organizations/acme', bearer)],
  ['getOrganization', 400, 'blank', ({ get, bearer }) => get('/api/organizations/%20', bearer)],
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

  ['inviteMembers', 200, 'nobody', ({ post, bearer }) => post(INVITE, { userLogins: ['no-such-person'] }, bearer)],
  ['inviteMembers', 400, 'no list', ({ post, bearer }) => post(INVITE, {}, bearer)],
  ['inviteMembers', 400, 'not JSON', ({ post, bearer }) => post(INVITE, '{', bearer)],
  ['inviteMembers', 400, 'numbers', ({ post, bearer }) => post(INVITE, { userLogins: [1] }, bearer)],
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
    (caller) => caller.post(INVITE, { userLogins: ['x'] }, { ...withCookie(caller), ...FOREIGN }),
  ],
  [
    'inviteMembers',
    413,
    'fifty-one',
    ({ post, bearer }) => post(INVITE, { userLogins: Array.from({ length: 51 }, (_, index) => `u${index}`) }, bearer),
  ],
  ['inviteMembers', 413, 'too large', ({ post, bearer }) => post(INVITE, 'x'.repeat(1_100_000), bearer)],
  ['inviteMembers', 415, 'text', ({ post, bearer }) => post(INVITE, 'x', { ...bearer, 'content-type': 'text/plain' })],

  ...DEVICE_CASES,
  ...LISTED_INVITATION_CASES,
  ...PEOPLE_CASES,
  ...INVITATION_PREVIEW_CASES,
  ...ACCESS_CASES,
  ...DEAD_WORK_CASES,
  ...JOB_CASES,
  ...DISMISSAL_CASES,
  ...PEOPLE_CHANGE_CASES,
  ...ORGANIZATION_FILE_CASES,
  ...OWNER_RULES_CASES,
  ...APP_WORK_CASES,
  ...RUN_CASES,
  ...AUDIT_TRAIL_CASES,

  ['runGraphqlOperation', 200, 'data', ({ post, bearer }) => post('/api/github/graphql', QUERY, bearer)],
  ['runGraphqlOperation', 400, 'no query', ({ post, bearer }) => post('/api/github/graphql', {}, bearer)],
  ['runGraphqlOperation', 400, 'not JSON', ({ post, bearer }) => post('/api/github/graphql', '{', bearer)],
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
  [
    'runGraphqlOperation',
    500,
    'the code host is limited',
    ({ service, post, bearer }) => {
      service.simulator.control.fault({ match: { path: '/graphql' }, times: 1, kind: 'primary-rate-limit' });
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
    async (caller) => {
      const { back, installation } = await installing(caller);
      return back(`installation_id=${installation}`);
    },
  ],
  [
    'completeInstall',
    403,
    'no cookie',
    async (caller) => (await installing(caller)).withoutCookie('installation_id=1'),
  ],
  [
    'completeInstall',
    401,
    'signed out meanwhile, as a page',
    async (caller) => {
      const { back, installation, id } = await installing(caller);
      await caller.post('/api/auth/logout', undefined, { authorization: `Bearer ${id}` });
      return back(`installation_id=${installation}`, PAGE);
    },
  ],
  [
    'completeInstall',
    500,
    'the code host fails',
    async (caller) => {
      const { back, installation } = await installing(caller);
      caller.service.simulator.control.fault({
        match: { path: '/user/installations' },
        times: 1,
        kind: 'bad-gateway-html',
      });
      return back(`installation_id=${installation}`);
    },
  ],
  ['getInstallStatus', 200, 'signed in', ({ get, bearer }) => get('/api/install/status', bearer)],
  [
    'getInstallStatus',
    304,
    'nothing has changed',
    async ({ get, bearer }) => {
      const { headers } = await get('/api/install/status', bearer);
      return get('/api/install/status', { ...bearer, 'if-none-match': headers.get('etag') ?? '' });
    },
  ],
  ['listInstallationRequests', 200, 'none', ({ get, bearer }) => get('/api/install/requests', bearer)],
  ...(['bad-gateway-html', 'primary-rate-limit'] as const).map(
    (kind): Case => [
      'listInstallationRequests',
      503,
      kind,
      ({ service, get, bearer }) => {
        service.clock.advance(INSTALLATION_REQUESTS_REUSE_MS);
        service.simulator.control.fault({ match: { path: '/app/installation-requests' }, times: 1, kind });
        return get('/api/install/requests', bearer);
      },
    ],
  ),
  [
    'listInstallationRequests',
    200,
    'one for an owner',
    async (caller) => {
      caller.service.clock.advance(INSTALLATION_REQUESTS_REUSE_MS);
      caller.service.simulator.world.addInstallationRequest({ account: 'quiet-co', requester: 'grace' });
      return caller.get('/api/install/requests', await bearerOf(caller, 'ada'));
    },
  ],
  [
    'linkInstallation',
    200,
    'linked',
    async (caller) => {
      // The code host keeps ten tokens of a person: by now that of the caller is gone.
      const { id, installation } = await installing(caller);
      return caller.post('/api/install/complete', { installationId: installation }, { authorization: `Bearer ${id}` });
    },
  ],
  ['linkInstallation', 400, 'no ID', ({ post, bearer }) => post('/api/install/complete', {}, bearer)],
  ['linkInstallation', 403, 'another site', ({ post }) => post('/api/install/complete', {}, FOREIGN)],
  [
    'linkInstallation',
    404,
    'foreign',
    async (caller) => caller.post('/api/install/complete', { installationId: 9 }, await bearerOf(caller, 'grace')),
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
