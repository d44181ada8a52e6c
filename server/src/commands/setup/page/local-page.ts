import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { appManifest, registrationPage } from '../../../domain/app/app-manifest.ts';
import {
  SETUP_PAGE_ADDRESS_MAX_CHARACTERS,
  SETUP_PAGE_CHECK_INTERVAL_MS,
  SETUP_PAGE_CONNECTIONS_MAX,
  SETUP_PAGE_REQUEST_LIMIT_MS,
} from '../../../domain/limits/setup-page.ts';
import type { Entropy } from '../../../ports/system.ts';
import { randomHex, sameSecret } from '../../../security/secrets.ts';
import { chosenPermissions, hasWebhook } from '../plan.ts';
import type { SavedSetup } from '../saved-setup.ts';
import { outcomePage, registerPage } from './register-page.ts';

export const CODE = /^[A-Za-z0-9_-]{1,200}$/;

export interface LocalPage {
  /** Includes the secret path. */
  readonly url: URL;
  /** Redirects to `url` once. Safe as a program argument, which all users of the machine can read. */
  readonly urlOnce: URL;
  readonly port: number;
  readonly code: Promise<string>;
  close(): Promise<void>;
}

/**
 * Serves the registration page and its callback below a secret path. Accepts one code. Rejects other host names, which
 * prevents DNS rebinding.
 */
export async function openLocalPage(setup: SavedSetup, entropy: Entropy): Promise<LocalPage> {
  const { promise: code, resolve: resolveCode } = Promise.withResolvers<string>();
  const { path } = setup.page;
  const pathOnce = `/${randomHex(entropy, 16)}`;
  let port = 0;
  let isOpened = false;
  let isTaken = false;

  const server = createServer({ connectionsCheckingInterval: SETUP_PAGE_CHECK_INTERVAL_MS }, (request, response) => {
    const nonce = randomHex(entropy, 16);
    send(response, request, { answer: answer(request, nonce), nonce });
  });
  server.on('connection', closingOldest());
  server.headersTimeout = SETUP_PAGE_REQUEST_LIMIT_MS;
  server.requestTimeout = SETUP_PAGE_REQUEST_LIMIT_MS;
  server.keepAliveTimeout = SETUP_PAGE_REQUEST_LIMIT_MS;

  function answer({ method, url = '', headers }: IncomingMessage, nonce: string): PageResponse {
    const { host = '', 'sec-fetch-mode': mode = 'navigate' } = headers;
    const isOurs = host === `127.0.0.1:${port}` || host === `localhost:${port}`;
    if (!isOurs || url.length > SETUP_PAGE_ADDRESS_MAX_CHARACTERS || !url.startsWith('/')) return [404, ''];
    const requested = new URL(url, `http://127.0.0.1:${port}`);
    const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(requested.pathname) ?? [];
    const isOnce = sameSecret(`/${first}`, pathOnce);
    if (!isOnce && !sameSecret(`/${first}`, path)) return [404, ''];
    if (method !== 'GET' && method !== 'HEAD') return [405, ''];
    // Other sites may link here but not embed or fetch.
    if (mode !== 'navigate') return [403, ''];
    if (isOnce) return openOnce(nonce);
    if (rest === '') return isTaken ? [410, outcomePage(nonce, ...USED)] : [200, firstPage(nonce)];
    if (rest === '/registered') return acceptCode(requested.searchParams, nonce, method === 'GET');
    return [404, ''];
  }

  function openOnce(nonce: string): PageResponse {
    if (isOpened) return [410, outcomePage(nonce, ...OPENED)];
    isOpened = true;
    return [303, '', path];
  }

  function firstPage(nonce: string): string {
    const { plan, state } = setup;
    const app = {
      ...plan,
      baseUrl: new URL(plan.baseUrl),
      hasWebhook: hasWebhook(plan),
      chosenPermissions: chosenPermissions(plan),
    };
    return registerPage(nonce, plan, {
      action: registrationPage(new URL(plan.codeHostUrl), plan.organization, state),
      manifest: appManifest(app, new URL(`http://127.0.0.1:${port}${path}/registered`)),
    });
  }

  function acceptCode(query: URLSearchParams, nonce: string, isTaking: boolean): PageResponse {
    const [value = '', state = ''] = [query.get('code') ?? '', query.get('state') ?? ''];
    if (!sameSecret(state, setup.state) || !CODE.test(value)) return [400, outcomePage(nonce, ...STRANGE)];
    if (isTaken) return [410, outcomePage(nonce, ...USED)];
    if (isTaking) {
      isTaken = true;
      resolveCode(value);
    }
    return [200, outcomePage(nonce, ...DONE)];
  }

  port = await listen(server, setup.page.port);
  return {
    url: new URL(`http://127.0.0.1:${port}${path}`),
    urlOnce: new URL(`http://127.0.0.1:${port}${pathOnce}`),
    port,
    code,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        // The last page is still being sent.
        setTimeout(() => server.closeAllConnections(), 500).unref();
      }),
  };
}

/** Each response closes its connection, so the oldest open one is idle and must not lock out a browser. */
function closingOldest(): (socket: Socket) => void {
  const open = new Set<Socket>();
  return (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const [oldest] = open;
    if (open.size > SETUP_PAGE_CONNECTIONS_MAX) oldest?.destroy();
  };
}

type PageResponse = readonly [status: number, html: string, location?: string];

const OPENED = [
  'This link was already opened',
  'The link works once. Use the URL shown in the terminal. If you did not open the link, someone else on this machine did: stop the setup and start over.',
] as const;
const DONE = ['The App is registered', 'Go back to the terminal to see the settings and next steps.'] as const;
const USED = [
  'Setup already received a code',
  'If you just registered a second App, delete it on the code host: it is not used.',
] as const;
const STRANGE = [
  'This link belongs to a different setup',
  'No code was saved. Open the URL shown in the terminal and start there.',
] as const;

/** Prefers the former port, which an open browser page still uses. */
function listen(server: ReturnType<typeof createServer>, preferredPort: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (preferredPort === 0) reject(error);
      else listen(server, 0).then(resolve, reject);
    });
    server.listen(preferredPort, '127.0.0.1', () => {
      server.removeAllListeners('error');
      const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
      resolve(port);
    });
  });
}

function send(
  response: ServerResponse,
  request: IncomingMessage,
  { answer, nonce }: { readonly answer: PageResponse; readonly nonce: string },
): void {
  const [status, html, location] = answer;
  // No `form-action`: browsers would apply it to the code host's sign-in redirects.
  response.writeHead(status, {
    'content-type': html === '' ? 'text/plain' : 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    // Hides the secret path.
    'referrer-policy': 'origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    connection: 'close',
    ...(location !== undefined && { location }),
  });
  response.end(request.method === 'HEAD' ? undefined : html);
}
