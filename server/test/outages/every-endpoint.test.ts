import type { Endpoint } from '@orgdesk/contract';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bodyFor } from '../../../scripts/hostile/endpoints/requests.ts';
import { type Answer, createBrowser, fetchOnce } from '../support/browser.ts';
import { ENGINES } from '../support/databases/engines.ts';
import { sharedService } from '../support/service/shared-service.ts';
import type { Service } from '../support/service/start-service.ts';
import { installationPayload, signatureFor } from '../support/webhooks.ts';

/** Status in an outage, and its name in the header and the body of a 503. */
type Outcome = readonly [status: number, outage: string | null];

const DATABASE: Outcome = [503, 'database-away'];
const CODE_HOST: Outcome = [503, 'code-host-away'];
const FAILED_DATABASE: Outcome = [500, 'database-away'];
const FAILED_CODE_HOST: Outcome = [500, 'code-host-away'];
const OK: Outcome = [200, null];
const ELSEWHERE: Outcome = [302, null];
const REFUSED: Outcome = [400, null];
const UNKNOWN: Outcome = [404, null];

/** Endpoints about one organization first ask the code host for somebody's rights. */
const OF_ORGANIZATION: readonly [database: Outcome, codeHost: Outcome] = [DATABASE, CODE_HOST];

/** Outcome of each other endpoint without the database, and without the code host. */
const OTHERS: Readonly<Record<string, readonly [database: Outcome, codeHost: Outcome]>> = {
  getAbout: [OK, OK],
  getContract: [OK, OK],
  getHealth: [OK, OK],
  getReadiness: [DATABASE, OK],

  startSignIn: [ELSEWHERE, ELSEWHERE],
  completeSignIn: [DATABASE, FAILED_CODE_HOST],
  getSession: [DATABASE, OK],
  signOut: [OK, OK],
  listOwnSessions: [DATABASE, OK],
  endOwnSession: [DATABASE, OK],
  endOtherSessions: [DATABASE, OK],
  startDeviceSignIn: [DATABASE, OK],
  pollDeviceSignIn: [DATABASE, REFUSED],
  readDeviceRequest: [DATABASE, UNKNOWN],
  approveDeviceRequest: [DATABASE, UNKNOWN],
  denyDeviceRequest: [DATABASE, UNKNOWN],
  startAppSignIn: [REFUSED, REFUSED],
  exchangeAppCode: [DATABASE, REFUSED],

  listOrganizations: [DATABASE, OK],
  getOrganization: [DATABASE, OK],
  getOrganizationAccess: [DATABASE, OK],
  inviteMembers: [FAILED_DATABASE, OK],
  getOrganizationFileSchema: [OK, OK],
  checkOrganizationFiles: [DATABASE, OK],
  convertPeribolosFiles: [DATABASE, OK],
  // The list itself names organizations that could not be read.
  listPeopleAcross: [DATABASE, OK],
  getPersonAcross: [DATABASE, CODE_HOST],
  reviewPeopleAcross: [DATABASE, OK],
  listLastReviews: [DATABASE, OK],
  previewPeopleAcross: [DATABASE, OK],
  startRun: [DATABASE, [202, null]],
  listRuns: [DATABASE, OK],
  getRun: [DATABASE, UNKNOWN],
  cancelRun: [DATABASE, UNKNOWN],
  retryRun: [DATABASE, UNKNOWN],
  downloadRunResults: [DATABASE, UNKNOWN],

  runGraphqlOperation: [DATABASE, FAILED_CODE_HOST],

  startInstallation: [DATABASE, ELSEWHERE],
  completeInstall: [FAILED_DATABASE, FAILED_CODE_HOST],
  getInstallStatus: [DATABASE, OK],
  linkInstallation: [DATABASE, FAILED_CODE_HOST],
  listInstallationRequests: [DATABASE, CODE_HOST],
  // Whoever delivers is told nothing but to come again.
  receiveWebhook: [FAILED_DATABASE, [500, null]],
};

const FILES = { files: [{ name: 'organization.yaml', text: 'version: 1' }] };
const PLAN = {
  plan: {
    version: 1,
    organization: { id: 1, login: 'acme' },
    dangers: [],
    steps: [],
    hash: 'x',
    files: 'x',
    expiresAt: '2026-01-01T00:00:00.000Z',
    seal: 'x',
  },
  lifted: [],
};

const OUTCOMES: typeof OTHERS = {
  ...Object.fromEntries(
    ENDPOINTS.filter(({ path }) => path.includes('{login}')).map(({ id }) => [id, OF_ORGANIZATION]),
  ),
  ...OTHERS,
};

const PARAMETERS: Readonly<Record<string, string>> = {
  login: 'acme',
  id: 'some',
  run: 'some',
  person: 'grace',
  repository: 'api',
};

/** Bodies of requests with which nothing is wrong; the others are those that the attacks send. */
const BODIES: Readonly<Record<string, unknown>> = {
  inviteMembers: { userLogins: ['grace'] },
  previewInvitations: { rows: [{ login: 'grace' }] },
  cancelInvitations: { ids: [1] },
  sendInvitationsAgain: { ids: [1] },
  startInvitationJob: { key: 'a-key', rows: [{ login: 'grace' }] },
  dismissFindings: {
    findings: [{ key: `owners.1.${'0'.repeat(16)}`, name: 'ada', seal: 'x' }],
    until: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    reason: 'Known',
  },
  restoreFindings: { keys: [`owners.1.${'0'.repeat(16)}`] },
  revokePersonalTokens: { ids: [1] },
  previewPeopleChange: { change: { kind: 'remove' }, logins: ['grace'] },
  startPeopleChange: { previews: ['x'] },
  checkOrganizationFiles: FILES,
  convertPeribolosFiles: { organization: 'acme', ...FILES },
  planOrganizationFiles: FILES,
  updateOrganizationFiles: FILES,
  applyOrganizationPlan: PLAN,
  previewPeopleAcross: { change: { kind: 'remove' }, logins: ['grace'], organizations: [1] },
  startRun: { key: 'a-key', items: [{ organization: 1, previews: ['x'] }] },
  runGraphqlOperation: { query: 'query ViewerProfile { viewer { login } }', operationName: 'ViewerProfile' },
  linkInstallation: { installationId: 1 },
  startDeviceSignIn: { client_name: 'orgdesk on laptop' },
  pollDeviceSignIn: { device_code: 'a'.repeat(43) },
  readDeviceRequest: { user_code: 'WDJB-MJHT' },
  approveDeviceRequest: { user_code: 'WDJB-MJHT' },
  denyDeviceRequest: { user_code: 'WDJB-MJHT' },
  exchangeAppCode: {
    code: `${'a'.repeat(43)}.9999999999999`,
    code_verifier: 'v'.repeat(43),
    redirect_uri: 'https://app.example.com/back',
  },
};

interface Prepared {
  readonly bearer: { readonly authorization: string };
  /** Requests that only a flow can make. */
  readonly flows: ReadonlyMap<string, { readonly target: string; readonly headers: Readonly<Record<string, string>> }>;
}

/** Somebody signed in, somebody on the way to it, and somebody on the way back from installing the App. */
async function prepare(service: Service): Promise<Prepared> {
  const { browser, bearer } = await service.signIn('ada');
  const started = await browser.request(`${service.url}/api/install/start`);
  const state = new URL(started.location ?? '').searchParams.get('state') ?? '';
  const installCookie = `host_install_csrf=${await browser.cookie(service.url, 'host_install_csrf')}`;
  const other = createBrowser();
  const { pathname, search } = await service.authorize(other, 'grace', { mode: 'mobile' });
  const signInCookie = `host_auth_csrf=${await other.cookie(service.url, 'host_auth_csrf')}`;
  return {
    bearer,
    flows: new Map([
      ['completeSignIn', { target: `${pathname}${search}`, headers: { cookie: signInCookie } }],
      [
        'completeInstall',
        { target: `/api/install/callback?state=${state}&installation_id=1`, headers: { cookie: installCookie } },
      ],
    ]),
  };
}

async function ask(service: Service, { id, method, path }: Endpoint, { bearer, flows }: Prepared): Promise<Answer> {
  const flow = flows.get(id);
  if (flow !== undefined) return fetchOnce(`${service.url}${flow.target}`, { headers: flow.headers });
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMETERS[name] ?? '');
  if (id === 'receiveWebhook') return deliver(service, target);
  const accepted = BODIES[id] ?? bodyFor(id);
  const body = accepted === undefined ? undefined : JSON.stringify(accepted);
  return fetchOnce(`${service.url}${target}`, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { ...bearer, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
  });
}

function deliver(service: Service, target: string): Promise<Answer> {
  const body = installationPayload('created', 7, { app_id: service.simulator.app.id });
  return fetchOnce(`${service.url}${target}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-host-event': 'installation',
      'x-hub-signature-256': signatureFor(body),
    },
  });
}

/** The answer as the tables say it; and that it says the same at each of its locations. */
function outcomeOf({ status, headers, json }: Answer): Outcome {
  const outage = headers.get('orgdesk-outage');
  const { code = null } = Object(json) as { readonly code?: string };
  if (status === 503) {
    expect(code).toBe(outage);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  } else expect(code ?? '').not.toMatch(/-away$/);
  return [status, outage];
}

test('no endpoint of the contract is forgotten here', () => {
  expect(new Set(Object.keys(OUTCOMES))).toEqual(new Set(ENDPOINTS.map(({ id }) => id)));
});

describe.each(ENGINES.map(({ name }) => name))('while the database, %s, is away', (engine) => {
  const service = sharedService({ engine });

  test('each endpoint says so, and none lets anybody in or sends anybody to sign in', async () => {
    const prepared = await prepare(service());
    await service().storage.close();
    service().simulator.control.clearRequests();
    const outcomes: Record<string, Outcome> = {};
    for (const endpoint of ENDPOINTS) outcomes[endpoint.id] = outcomeOf(await ask(service(), endpoint, prepared));
    expect(outcomes).toEqual(Object.fromEntries(Object.entries(OUTCOMES).map(([id, [database]]) => [id, database])));
    expect(service().simulator.control.requests()).toEqual([]);
    const sentences = service().logLines.map((line) => String((JSON.parse(line) as { readonly msg?: unknown }).msg));
    expect(sentences).toContain('[webhook] not processed: could not store it in the database');
    expect(sentences.filter((sentence) => sentence.includes('code host'))).toEqual([]);
  });

  test('somebody who followed a link reads it on a page', async () => {
    await service().storage.close();
    const bearer = { authorization: `Bearer ${'a'.repeat(64)}` };
    const answer = await fetchOnce(`${service().url}/api/install/start`, {
      headers: { ...bearer, accept: 'text/html' },
    });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('retry-after')]).toEqual([
      503,
      'text/html; charset=utf-8',
      '2',
    ]);
    expect(answer.text).toContain('The database of this service is not responding.');
  });
});

describe('while the code host is away', () => {
  const service = sharedService();

  test('each endpoint says so that has nothing else to tell', async () => {
    const prepared = await prepare(service());
    service().simulator.control.fault({ kind: 'reset' });
    const outcomes: Record<string, Outcome> = {};
    for (const endpoint of ENDPOINTS) {
      // Ending a session is tried last: all others are asked with it.
      if (endpoint.id !== 'signOut') outcomes[endpoint.id] = outcomeOf(await ask(service(), endpoint, prepared));
    }
    const signOut = ENDPOINTS.find(({ id }) => id === 'signOut');
    if (signOut !== undefined) outcomes.signOut = outcomeOf(await ask(service(), signOut, prepared));
    expect(outcomes).toEqual(Object.fromEntries(Object.entries(OUTCOMES).map(([id, [, codeHost]]) => [id, codeHost])));
  });
});

describe('while the database answers, and something is wrong with what it has', () => {
  /** Makes a mistake of everything that is asked of a table. */
  const withoutTable = async (service: Service, table: string): Promise<void> => {
    const engine = ENGINES.find(({ name }) => (name === 'SQLite') === service.databaseUrl.startsWith('sqlite:'));
    const database = await engine?.open({ url: service.databaseUrl, migrate: false });
    await database?.rawQuery(`alter table ${table} rename to hidden_${table}`);
    onTestFinished(async () => void (await database?.rawQuery(`alter table hidden_${table} rename to ${table}`)));
  };
  const service = sharedService();

  test('readiness names no outage', async () => {
    await withoutTable(service(), 'schema_migrations');
    const answer = await fetchOnce(`${service().url}/readyz`);
    expect([answer.status, answer.headers.get('orgdesk-outage'), answer.json]).toEqual([
      503,
      null,
      { error: 'The database is unavailable.' },
    ]);
  });

  test('who comes back from installing the App reads that it failed, and no outage is named', async () => {
    const { flows } = await prepare(service());
    const flow = flows.get('completeInstall');
    await withoutTable(service(), 'host_counters');
    const callback = (accept: string) =>
      fetchOnce(`${service().url}${flow?.target}`, { headers: { ...flow?.headers, accept } });
    const [json, page] = [await callback('application/json'), await callback('text/html')];
    expect([json.status, json.headers.get('orgdesk-outage'), json.json]).toEqual([
      500,
      null,
      { error: 'Installation failed. Please try again.' },
    ]);
    expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Installation failed. Please try again.');
  });
});
