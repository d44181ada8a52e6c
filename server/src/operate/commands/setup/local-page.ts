import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { NEEDED_EVENTS, registeredAddresses, requestedPermissions } from '../../../domain/installation.ts';
import { escaped } from '../../../http/answers/outcome-page.ts';
import {
  SETUP_PAGE_ADDRESS_MAX_CHARACTERS,
  SETUP_PAGE_CHECK_INTERVAL_MS,
  SETUP_PAGE_CONNECTIONS_MAX,
  SETUP_PAGE_REQUEST_LIMIT_MS,
} from '../../../lib/limits/operate.ts';
import { randomHex, sameSecret } from '../../../lib/secrets.ts';
import type { Entropy } from '../../../lib/system.ts';
import { appManifest, chosenPermissions, hasWebhook, registrationPage, type SetupPlan } from './plan.ts';
import type { SavedSetup } from './saved-setup.ts';

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
    return registerPage(nonce, plan, {
      action: registrationPage(new URL(plan.codeHostUrl), plan.organization, state),
      manifest: appManifest(plan, new URL(`http://127.0.0.1:${port}${path}/registered`)),
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

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f27; --soft: #545d6e; --line: #d3d8e1; --ground: #f5f6f9; --card: #fff; --accent: #2f45bd; --note: #fff4d9; --note-ink: #553f00; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef4; --soft: #a9b1c2; --line: #3b4254; --ground: #141822; --card: #1d2230; --accent: #aab7ff; --note: #3a3013; --note-ink: #ffe3a3; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.05rem; margin: 0 0 .5rem; }
p { margin: .4rem 0 1rem; text-wrap: pretty; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; padding: 1rem 1.2rem; margin: 1rem 0; }
dl { display: grid; grid-template-columns: minmax(9rem, max-content) 1fr; gap: .35rem 1.2rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
code { font: .92em ui-monospace, monospace; }
.note { background: var(--note); color: var(--note-ink); border-radius: .7rem; padding: .7rem 1.2rem; }
.soft { color: var(--soft); }
button { font: inherit; font-weight: 600; color: var(--card); background: var(--accent); border: 0; border-radius: .6rem; padding: .75rem 1.4rem; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
`;

/** `nonce` allows the style sheet. */
function page(nonce: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · orgdesk</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

function registerPage(
  nonce: string,
  plan: SetupPlan,
  form: { readonly action: URL; readonly manifest: object },
): string {
  const base = new URL(plan.baseUrl);
  const host = new URL(plan.codeHostUrl).host;
  const { callback, setup, webhook } = registeredAddresses(base);
  const owner = plan.organization === null ? 'your own account' : plan.organization;
  const receivesWebhooks = hasWebhook(plan);
  const permissions = requestedPermissions(chosenPermissions(plan)).map(({ name, level, purpose }) => [
    `${name.replaceAll('_', ' ')}: ${level}`,
    escaped(purpose),
  ]);
  return page(
    nonce,
    `Register orgdesk on ${host}`,
    `<p>This creates a GitHub App for <strong>${escaped(owner)}</strong>. You confirm it on ${escaped(host)}, where you can also change the name.</p>
<section aria-labelledby="app"><h2 id="app">The App</h2>${list([
      ['Name', escaped(plan.name)],
      ['Owned by', escaped(owner)],
      ['Who can install it', plan.isPublic ? 'any account, after approval by its owner' : `${escaped(owner)} alone`],
    ])}</section>
<section aria-labelledby="asks"><h2 id="asks">Permissions</h2>${list(permissions)}</section>
<section aria-labelledby="events"><h2 id="events">Webhook events</h2>
${receivesWebhooks ? `<p>${NEEDED_EVENTS.map((event) => `<code>${event}</code>`).join(', ')}, and events of its own installations and authorizations</p>` : `<p class="note">None: ${escaped(host)} cannot reach ${escaped(base.host)}. orgdesk checks for changes every few minutes instead. The terminal shows how to add a webhook later.</p>`}</section>
<section aria-labelledby="addresses"><h2 id="addresses">URLs</h2>${list([
      ['Home page', address(base.origin)],
      ['After signing in', address(callback.href)],
      ['After installing', address(setup.href)],
      ...(receivesWebhooks ? [['Webhooks', address(webhook.href)] as const] : []),
    ])}</section>
<form method="post" action="${escaped(form.action.href)}">
<input type="hidden" name="manifest" value="${escaped(JSON.stringify(form.manifest))}">
<button autofocus>Continue to ${escaped(host)}</button>
</form>
<p class="soft">You must be signed in to ${escaped(host)}${plan.organization === null ? '' : `, as an owner of ${escaped(plan.organization)}`}. ${escaped(host)} redirects you back to this machine with a code that expires after one hour.</p>`,
  );
}

const outcomePage = (nonce: string, title: string, text: string): string =>
  page(nonce, title, `<section><p>${escaped(text)}</p></section>`);

const address = (href: string): string => `<code>${escaped(href)}</code>`;

/** The second of each pair is HTML. */
const list = (entries: readonly (readonly string[])[]): string =>
  `<dl>${entries.map(([term = '', html = '']) => `<dt>${escaped(term)}</dt><dd>${html}</dd>`).join('')}</dl>`;
