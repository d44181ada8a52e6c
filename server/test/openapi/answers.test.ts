import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { WEBHOOK_BODY_MAX_BYTES } from '@orgdesk/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WEBHOOK_BODIES } from '../../src/lib/limits/installations.ts';
import { headerLines, sendBytes, sendRequest } from '../hostile/requests/raw-http.ts';
import { documentedAnswers } from '../support/answers/documented-answers.ts';
import { type Answer, createBrowser, fetchOnce } from '../support/browser.ts';
import { ENGINES } from '../support/databases/engines.ts';
import { type Service, startService } from '../support/service/start-service.ts';
import { signatureFor } from '../support/webhooks.ts';
import { type Caller, callerOf } from './answer-case.ts';
import { CASES, OUT_OF_REACH } from './answer-cases.ts';
import { createAnswerChecker } from './answer-checker.ts';
import { APP_REDIRECT, PROGRAM_REQUESTS } from './device-cases.ts';

const checker = createAnswerChecker(await documentedAnswers());
const addressOf = (path: string) => path.replace('{login}', 'acme');

const PROTECTED = ENDPOINTS.filter(({ session }) => session === 'needed');

describe('the running service answers as its document says', () => {
  const callers: Caller[] = [];
  const open = async (options: Parameters<typeof startService>[0] = {}): Promise<Caller> => {
    const service = await startService(options);
    const { bearer } = await service.signIn('ada');
    const caller = callerOf(service, bearer);
    callers.push(caller);
    return caller;
  };
  let caller: Caller;
  beforeAll(async () => {
    caller = await open({ appRedirects: [APP_REDIRECT] });
  });
  afterAll(async () => {
    for (const { service } of callers) await service.close();
  });

  test.each(CASES)('%s %i: %s', async (operationId, status, _what, ask) => {
    const answer = await ask(caller);
    check(operationId, status, answer);
  });

  test('no token of an installation that changes something was requested for any of them', () => {
    const scopes = caller.service.simulator.control
      .issuedScopes()
      .map(({ permissions }) => Object.values(permissions ?? {}));
    expect(scopes.flat()).not.toContain('write');
  });

  test.each(ENDPOINTS)('$id 400: a request that names no host', async ({ id, method, path }) => {
    const bytes = `${method} ${addressOf(path)} HTTP/1.1\r\nconnection: close\r\n\r\n`;
    checkRaw(id, 400, await sendBytes(caller.service.url, bytes));
  });

  test.each(PROTECTED)('$id 401: a request without a session', async ({ id, method, path }) => {
    checkRaw(id, 401, await sendRequest(caller.service.url, { method, target: addressOf(path) }));
  });

  test('receiveWebhook 503 and 408: more large bodies than fit at once, and those that stop before their end', async () => {
    const head = [
      'POST /api/install/webhook HTTP/1.1',
      `host: ${new URL(caller.service.url).host}`,
      'content-type: application/json',
      `x-hub-signature-256: ${signatureFor('')}`,
      `content-length: ${WEBHOOK_BODY_MAX_BYTES}`,
    ].join('\r\n');
    const bytes = `${head}\r\n\r\n${'x'.repeat(WEBHOOK_BODY_MAX_BYTES - 1)}`;
    const fitting = Math.floor(WEBHOOK_BODIES.addressBytes / WEBHOOK_BODY_MAX_BYTES);
    const sent = Array.from({ length: fitting + 1 }, () => sendBytes(caller.service.url, bytes, 30_000));
    checkRaw('receiveWebhook', 503, await Promise.any(sent));
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(fitting).fill(408), 503]);
    for (const answer of answers) checkRaw('receiveWebhook', answer.status, answer);
  });

  test('every address under the rate limit answers 429 beyond it', async () => {
    const { service } = await open({ rateLimit: 3 });
    for (let count = 0; count < 3; count += 1) await fetchOnce(`${service.url}/api/about`);
    for (const { id, method, path } of ENDPOINTS) {
      if (!checker.all.includes(`${id} 429`)) continue;
      checkRaw(id, 429, await sendRequest(service.url, { method, target: addressOf(path) }));
    }
  });

  test('without its database, the service answers 503, or 500 where that is specified, and is not ready', async () => {
    const { service, bearer, post } = await open();
    const { browser, target } = await signingIn(service);
    const cookie = `host_auth_csrf=${await browser.cookie(service.url, 'host_auth_csrf')}`;
    await service.storage.close();
    checkRaw('getReadiness', 503, await sendRequest(service.url, { target: '/readyz' }));
    checkRaw('completeSignIn', 503, await sendRequest(service.url, { target, headers: [['cookie', cookie]] }));
    for (const [id, path, body] of PROGRAM_REQUESTS) check(id, 503, await post(path, body));
    for (const { id, method, path, session } of ENDPOINTS) {
      if (session !== 'needed' && session !== 'begun') continue;
      checkRaw(
        id,
        id === 'inviteMembers' ? 500 : 503,
        await sendRequest(service.url, { method, target: addressOf(path), headers: Object.entries(bearer) }),
      );
    }
  });

  test('a database that answers something else is a failure, and no outage', async () => {
    const { service, bearer, post } = await open();
    const { rawQuery } = await openRaw(service.databaseUrl);
    await rawQuery('alter table sessions rename to hidden_sessions');
    await rawQuery('alter table device_requests rename to hidden_device_requests');
    for (const [id, path, body] of PROGRAM_REQUESTS) check(id, 500, await post(path, body));
    for (const { id, method, path, session } of ENDPOINTS) {
      if (session !== 'needed' && session !== 'begun') continue;
      const headers = Object.entries(bearer);
      checkRaw(id, 500, await sendRequest(service.url, { method, target: addressOf(path), headers }));
    }
  });

  test('every documented status was provoked, but those that only a mistake of ours could bring about [N-3]', () => {
    const missing = checker.all.filter((each) => !checker.seen.has(each));
    expect(missing.toSorted(), 'add a case to answer-cases.ts for each').toEqual(OUT_OF_REACH);
  });
});

/** Somebody who comes back from the code host: the address that they are sent to, not yet opened. */
async function signingIn(service: Service) {
  const browser = createBrowser();
  const { pathname, search } = await service.authorize(browser, 'grace');
  return { browser, target: `${pathname}${search}` };
}

async function openRaw(url: string) {
  const sqlite = ENGINES.find(({ name }) => name === 'SQLite');
  if (sqlite === undefined) throw new Error('there is no SQLite');
  return sqlite.open({ url, migrate: false });
}

function check(operationId: string, status: number, answer: Answer): void {
  expect([operationId, answer.status, answer.text.slice(0, 200)]).toEqual([operationId, status, expect.anything()]);
  checker.check(operationId, {
    status: answer.status,
    contentType: answer.headers.get('content-type'),
    location: answer.location,
    body: answer.text,
  });
}

function checkRaw(operationId: string, status: number, answer: Awaited<ReturnType<typeof sendBytes>>): void {
  expect([operationId, answer.status]).toEqual([operationId, status]);
  const [contentType = null] = headerLines(answer, 'content-type');
  checker.check(operationId, { status, contentType, location: null, body: answer.body });
}
