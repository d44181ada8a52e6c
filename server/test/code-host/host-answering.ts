import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHttpCodeHost } from '../../src/code-host/code-host.ts';
import type { HostToken } from '../../src/lib/secrets.ts';
import { startLoopback } from './loopback.ts';
import { recordingLog } from './recording-log.ts';

/** A token nobody issued. */
export const TOKEN = 'ghu_of-nobody' as HostToken;
export const NOON = new Date('2030-01-01T12:00:00Z');

export type Routes = Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>;

/** A code host that gives the answers of a test, and the client that asks it. */
export async function hostAnswering(routes: Routes) {
  const server = await startLoopback((request, response) => {
    const answer = routes[new URL(request.url ?? '/', 'http://loopback').pathname];
    if (answer === undefined) json(response, 404, { message: 'Not Found' });
    else answer(request, response);
  });
  const log = recordingLog();
  const settings = {
    webUrl: new URL(server.url),
    apiUrl: new URL('/api', server.url),
    clientId: 'client-of-orgdesk',
    clientSecret: 'the-client-secret',
    appId: '7',
    appSlug: 'orgdesk',
    appPrivateKey: '',
  };
  return { host: createHttpCodeHost(settings, { clock: { now: () => NOON }, log }), server, log };
}

/** Sends a JSON answer. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body));
}

/** The least that the platform says of an installation. */
export const installation = (id: number, more: object = {}) => ({
  id,
  account: { id: 9_000 + id, login: `account-${id}`, type: 'Organization' },
  target_type: 'Organization',
  repository_selection: 'all',
  suspended_at: null,
  ...more,
});

/** A list of installations on one page. */
export const installationsAnswer = (installations: readonly object[]): Routes => ({
  '/api/user/installations': (_request, response) =>
    json(response, 200, { total_count: installations.length, installations }),
});

/** An answer of the token endpoint. */
export const tokenAnswer = (body: unknown, status = 200): Routes => ({
  '/login/oauth/access_token': (_request, response) => json(response, status, body),
});
