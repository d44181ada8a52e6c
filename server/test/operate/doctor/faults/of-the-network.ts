import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';
import { EXPIRED, SELF_SIGNED } from '../self-signed.ts';
import type { SetUp } from '../set-up.ts';
import { type Fault, plainly, type Settings } from './fault.ts';
import { answering, type Forwarding, forwarding, serverFor, socketServer, without } from './other-servers.ts';

const LOGIN_PAGE = answering(
  200,
  { 'content-type': 'text/html' },
  '<html><h1>Welcome to the guest network</h1></html>',
);
const BLOCKED = '<html><h1>Blocked</h1></html>';

const PASSWORD_REQUIRED = 'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n';

type FaultRule = Parameters<SetUp['simulator']['control']['fault']>[0];

/** Something on the way that treats only GraphQL so. */
const onGraphql = (effect: FaultRule) =>
  plainly(({ simulator }) => simulator.control.fault({ ...effect, match: { method: 'POST', path: '/graphql' } }));

/** The API behind a proxy of this machine. */
async function throughProxy({ simulator }: SetUp, changes: Forwarding): Promise<Settings> {
  const proxy = await serverFor(forwarding(simulator.port, changes));
  return { CODE_HOST_API_URL: simulator.apiUrl.replace(simulator.url, proxy) };
}

/** Lets calls of the test go through a proxy, as an environment does. */
function withProxyEnv(proxy: string): void {
  const set = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: 'localhost' };
  for (const [name, value] of Object.entries(set)) {
    const before = process.env[name];
    process.env[name] = value;
    onTestFinished(() => {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    });
  }
}

/** Trusts a certificate until the test has ended. */
function trust(certificate: string): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
}

const GRAPHQL_REFUSED = /^Requests to the GraphQL API are refused with 403: /;
const FIREWALL = /firewall or proxy between this machine and the code host .*POST .*\/api\/graphql/;

/** Faults of what is between orgdesk and the code host. */
export const OF_THE_NETWORK: readonly Fault[] = [
  {
    name: 'a firewall that refuses GraphQL with a page',
    plant: onGraphql({ kind: 'reply', status: 403, headers: { 'content-type': 'text/html' }, body: BLOCKED }),
    check: 'graphql',
    standing: 'failure',
    fact: /^Requests to the GraphQL API are refused with 403: no reason is given\.$/,
    next: FIREWALL,
    atStart: 'warned',
  },
  {
    name: 'a firewall that refuses GraphQL with JSON of its own',
    plant: onGraphql({ kind: 'reply', status: 403, body: { message: 'Forbidden' } }),
    check: 'graphql',
    standing: 'failure',
    fact: GRAPHQL_REFUSED,
    next: FIREWALL,
  },
  {
    name: 'a firewall that refuses GraphQL, before the App is installed anywhere',
    plant: async (setUp) => {
      setUp.simulator.world.removeInstallation(101);
      const pass = forwarding(setUp.simulator.port, {});
      const firewall = await serverFor((request, response) =>
        request.method === 'POST' && request.url === '/api/graphql'
          ? answering(403, {}, BLOCKED)(request, response)
          : pass(request, response),
      );
      return { CODE_HOST_API_URL: setUp.simulator.apiUrl.replace(setUp.simulator.url, firewall) };
    },
    check: 'graphql',
    standing: 'failure',
    fact: GRAPHQL_REFUSED,
    next: FIREWALL,
  },
  {
    name: 'a firewall that lets GraphQL hang',
    plant: onGraphql({ kind: 'hang' }),
    check: 'graphql',
    standing: 'failure',
    fact: /^The GraphQL API gives no usable response: no complete response within 8000 ms/,
    next: FIREWALL,
  },
  {
    name: 'a firewall that cuts GraphQL off',
    plant: onGraphql({ kind: 'reset' }),
    check: 'graphql',
    standing: 'failure',
    fact: /^The GraphQL API gives no usable response: connection reset/,
    next: FIREWALL,
  },
  {
    name: 'a page in place of GraphQL',
    plant: onGraphql({ kind: 'html-200' }),
    check: 'graphql',
    standing: 'failure',
    fact: /^The GraphQL API gives no usable response: unexpected response format/,
    next: FIREWALL,
  },
  {
    name: 'a sign-in in place of GraphQL',
    plant: onGraphql({ kind: 'redirect', location: 'https://login.example/?secret' }),
    check: 'graphql',
    standing: 'failure',
    fact: /^The GraphQL API gives no usable response: answered 302; redirects are not followed/,
    next: FIREWALL,
  },
  {
    name: 'a gateway that does not pass GraphQL on',
    plant: onGraphql({ kind: 'reply', status: 404, body: 'Not Found' }),
    check: 'graphql',
    standing: 'failure',
    fact: /^The GraphQL API gives no usable response: no GraphQL API at this URL/,
    next: FIREWALL,
  },
  {
    name: 'GraphQL that fails',
    plant: onGraphql({ kind: 'bad-gateway-html' }),
    check: 'graphql',
    standing: 'failure',
    fact: /^The GraphQL API gives no usable response: answered 502/,
    next: FIREWALL,
  },
  {
    name: 'a firewall that refuses to create tokens',
    plant: plainly(({ simulator }) => {
      const match = { method: 'POST', path: '/app/installations/101/access_tokens' };
      simulator.control.fault({ kind: 'reply', status: 403, body: BLOCKED, match });
    }),
    check: 'budget',
    standing: 'warning',
    fact: /^Not checked: answered 403, without a reason/,
    next: /firewall or proxy/,
  },
  {
    name: 'a proxy that removes the credential of GraphQL',
    plant: onGraphql({
      kind: 'reply',
      status: 401,
      body: { message: 'This endpoint requires you to be authenticated.' },
    }),
    check: 'graphql',
    standing: 'failure',
    fact: /^The GraphQL API rejects a new installation token/,
    next: /proxy .*Authorization header/,
  },
  {
    name: 'a proxy that removes the credential of every call',
    plant: (setUp) => throughProxy(setUp, { request: without('authorization') }),
    check: 'app',
    standing: 'failure',
    fact: /rejects CODE_HOST_APP_PRIVATE_KEY/,
    next: /proxy .*Authorization header/,
  },
  {
    name: 'an Enterprise Server that is too old, behind a proxy that removes its version',
    options: { kind: 'enterprise-server', serverVersion: '3.12.4' },
    plant: (setUp) => throughProxy(setUp, { response: without('x-github-enterprise-version') }),
    check: 'code-host-version',
    standing: 'warning',
    fact: /Enterprise Server 3\.12\.4; orgdesk needs 3\.17 or later/,
    next: /upgrade/,
  },
  {
    name: 'a release candidate of an Enterprise Server that is too old',
    options: { kind: 'enterprise-server', serverVersion: '3.16.0.rc1' },
    check: 'code-host-version',
    standing: 'warning',
    fact: /Enterprise Server 3\.16\.0; orgdesk needs 3\.17 or later/,
    next: /upgrade/,
  },
  {
    name: 'the login page of a network in place of the code host',
    plant: async () => {
      const url = await serverFor(LOGIN_PAGE);
      return { CODE_HOST_URL: url, CODE_HOST_API_URL: `${url}/api` };
    },
    check: 'app',
    standing: 'failure',
    fact: /^A web page answers in place of the REST API \(200\)/,
    next: /CODE_HOST_API_URL .*login page of the network/,
  },
  {
    name: 'the web pages of the code host as its API',
    plant: async ({ simulator }) => ({ CODE_HOST_API_URL: `${simulator.url}/settings` }),
    check: 'app',
    standing: 'failure',
    fact: /^No REST API at the configured address \(answered 404\)/,
    next: /CODE_HOST_API_URL/,
  },
  {
    name: 'an Enterprise Server whose API has another path',
    options: { kind: 'enterprise-server' },
    plant: ({ simulator }) => ({ CODE_HOST_API_URL: `${simulator.url}/api` }),
    check: 'app',
    standing: 'failure',
    fact: /^No REST API at the configured address/,
    next: /on Enterprise Server it ends in \/api\/v3/,
  },
  {
    name: 'a code host that has moved',
    plant: async ({ simulator }) => {
      const moved = await serverFor(answering(301, { location: 'https://elsewhere.example/?secret' }));
      return { CODE_HOST_URL: simulator.url, CODE_HOST_API_URL: `${moved}/api` };
    },
    check: 'app',
    standing: 'failure',
    fact: /^The REST API answers with a redirect \(301\), which orgdesk does not follow/,
    next: /Set CODE_HOST_URL and CODE_HOST_API_URL to the address it redirects to/,
  },
  {
    name: 'a proxy on the way that wants a password',
    plant: async () => {
      withProxyEnv(await serverFor(answering(407, { 'proxy-authenticate': 'Basic' })));
      return {};
    },
    check: 'code-host',
    standing: 'failure',
    fact: /^The code host is unreachable at .*: the proxy requires a user name and password \(407\)/,
    next: /HTTPS_PROXY/,
  },
  {
    name: 'a proxy on the way to https that wants a password',
    plant: async () => {
      withProxyEnv(`http://127.0.0.1:${await socketServer((socket) => socket.end(PASSWORD_REQUIRED))}`);
      return { CODE_HOST_URL: 'https://127.0.0.1:9', CODE_HOST_API_URL: 'https://127.0.0.1:9/api' };
    },
    check: 'code-host',
    standing: 'failure',
    fact: /^The code host is unreachable at .*: the proxy requires a user name and password \(407\)/,
    next: /HTTPS_PROXY/,
  },
  {
    name: 'a proxy on the way that is not there',
    plant: async () => {
      withProxyEnv('http://127.0.0.1:9');
      return {};
    },
    check: 'code-host',
    standing: 'failure',
    fact: /^The code host is unreachable at .*: connection refused/,
    next: /HTTPS_PROXY/,
  },
  {
    name: 'a name of the code host that is not found',
    plant: () => ({ CODE_HOST_API_URL: 'https://no-such-host.invalid/api' }),
    check: 'code-host',
    standing: 'failure',
    fact: /^The code host is unreachable at .*: host name not found/,
    next: /DNS/,
  },
  {
    name: 'https where the code host has none',
    plant: ({ simulator }) => {
      const url = simulator.url.replace('http:', 'https:');
      return { CODE_HOST_URL: url, CODE_HOST_API_URL: `${url}/api` };
    },
    check: 'code-host',
    standing: 'failure',
    fact: /^The code host is unreachable at .*: the server does not use TLS/,
    next: /http:\/\/ or https:\/\//,
  },
  {
    name: 'a port of the code host where something else listens',
    plant: async () => {
      const url = `http://127.0.0.1:${await socketServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))}`;
      return { CODE_HOST_URL: url, CODE_HOST_API_URL: `${url}/api` };
    },
    check: 'code-host',
    standing: 'failure',
    fact: /^The code host is unreachable at .*: the server does not use HTTP/,
    next: /CODE_HOST_URL/,
  },
  {
    name: 'a code host that accepts connections and says nothing',
    plant: async () => {
      const url = `http://127.0.0.1:${await socketServer(() => {})}`;
      return { CODE_HOST_URL: url, CODE_HOST_API_URL: `${url}/api` };
    },
    check: 'code-host',
    standing: 'failure',
    fact: /^The code host is unreachable at .*: no response within 8000 ms/,
    next: /firewall/,
  },
  {
    name: 'a certificate of the code host that has expired',
    plant: async () => {
      const url = await serverFor(answering(200), EXPIRED);
      return { CODE_HOST_URL: url, CODE_HOST_API_URL: `${url}/api` };
    },
    check: 'code-host',
    standing: 'failure',
    fact: /certificate has expired/,
    next: /renew the certificate/,
  },
  {
    name: 'a certificate for another name than that of the code host',
    plant: async () => {
      trust(SELF_SIGNED.cert);
      const url = (await serverFor(answering(200), SELF_SIGNED)).replace('127.0.0.1', 'localhost');
      return { CODE_HOST_URL: url, CODE_HOST_API_URL: `${url}/api` };
    },
    check: 'code-host',
    standing: 'failure',
    fact: /certificate for another host/,
    next: /host name in CODE_HOST_URL/,
  },
  {
    name: 'a code host under maintenance',
    plant: plainly(({ simulator }) =>
      simulator.control.fault({ kind: 'reply', status: 503, body: '<h1>Down for maintenance</h1>' }),
    ),
    check: 'app',
    standing: 'failure',
    fact: /not return a usable response about the App: answered 503/,
    next: /status page/,
  },
  {
    name: 'a code host that cuts connections off',
    plant: plainly(({ simulator }) => simulator.control.fault({ kind: 'reset', match: { path: '/app' } })),
    check: 'app',
    standing: 'failure',
    fact: /not return a usable response about the App: connection reset/,
    next: /Retry/,
  },
  {
    name: 'a limit against too many calls at once',
    plant: plainly(({ simulator }) => simulator.control.fault({ kind: 'secondary-rate-limit' })),
    check: 'app',
    standing: 'failure',
    fact: /^The App is rate limited until /,
    next: /something else uses the App/,
  },
  {
    name: 'a limit of GraphQL that is used up',
    plant: plainly(({ simulator }) => {
      const core = { limit: 5_000, used: 0, remaining: 5_000, reset: 2_000_000_000 };
      const body = { resources: { core, graphql: { ...core, used: 5_000, remaining: 0 } }, rate: core };
      simulator.control.fault({ kind: 'reply', status: 200, body, match: { path: '/rate_limit' } });
      simulator.control.fault({ kind: 'primary-rate-limit', match: { path: '/graphql' } });
    }),
    check: 'budget',
    standing: 'failure',
    fact: /No requests left this hour: REST 5000 of 5000, GraphQL 0 of 5000/,
    next: /resets at/,
  },
];
