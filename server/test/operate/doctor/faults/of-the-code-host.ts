import { generateKeyPairSync } from 'node:crypto';
import { freePort } from '../../../support/service/ports.ts';
import { SELF_SIGNED } from '../self-signed.ts';
import { type Fault, plainly } from './fault.ts';
import { answering, serverFor } from './other-servers.ts';

const SETTINGS_PAGE = /\/organizations\/orgdesk\/settings\/apps\/orgdesk-dev/;
const HOUR = 3_600_000;

const otherKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;

/** Faults of the code host, or of the connection to it. */
export const OF_THE_CODE_HOST: readonly Fault[] = [
  {
    name: 'the key of another App',
    plant: () => ({ CODE_HOST_APP_PRIVATE_KEY: otherKey() }),
    check: 'app',
    standing: 'failure',
    fact: /rejects CODE_HOST_APP_PRIVATE_KEY for App 7: A JSON web token could not be decoded/,
    next: /Compare CODE_HOST_APP_ID .* generate a new private key/,
  },
  {
    name: 'the number of another App',
    plant: () => ({ CODE_HOST_APP_ID: '8' }),
    check: 'app',
    standing: 'failure',
    fact: /for App 8: A JSON web token could not be decoded/,
    next: /Compare CODE_HOST_APP_ID/,
  },
  {
    name: 'a number that no App has',
    plant: ({ simulator }) => {
      const body = { message: 'Integration not found', documentation_url: 'https://docs.example' };
      simulator.control.fault({ kind: 'reply', status: 404, body, match: { credential: 'app' } });
      return { CODE_HOST_APP_ID: '404404' };
    },
    check: 'app',
    standing: 'failure',
    fact: /has no App with ID 404404/,
    next: /Set CODE_HOST_APP_ID/,
  },
  {
    name: 'an address of the REST API where none is',
    plant: ({ simulator }) => ({ CODE_HOST_API_URL: `${simulator.url}/rest` }),
    check: 'app',
    standing: 'failure',
    fact: /^No REST API at the configured address \(answered 404\)/,
    next: /Set CODE_HOST_API_URL .*\/api\/v3/,
  },
  {
    name: 'an API that answers with an error',
    plant: plainly(({ simulator }) => simulator.control.fault({ kind: 'bad-gateway-html', match: { path: '/app' } })),
    check: 'app',
    standing: 'failure',
    fact: /not return a usable response about the App: answered 502/,
    next: /status page/,
  },
  {
    name: 'an App that is suspended',
    plant: plainly(({ simulator }) => {
      const body = { message: 'This GitHub App has been suspended.' };
      simulator.control.fault({ kind: 'reply', status: 403, body, match: { credential: 'app' } });
    }),
    check: 'app',
    standing: 'failure',
    fact: /has suspended the App/,
    next: /App's settings page/,
  },
  {
    name: 'a firewall before the code host that refuses',
    plant: plainly(({ simulator }) =>
      simulator.control.fault({ kind: 'reply', status: 403, body: '<h1>Blocked</h1>', match: { credential: 'app' } }),
    ),
    check: 'app',
    standing: 'failure',
    fact: /refused with 403: no reason is given/,
    next: /firewall or proxy/,
  },
  {
    name: 'an Enterprise Server that is too old',
    options: { kind: 'enterprise-server', serverVersion: '3.12.4' },
    check: 'code-host-version',
    standing: 'warning',
    fact: /Enterprise Server 3\.12\.4; orgdesk needs 3\.17 or later/,
    next: /upgrade/,
    atStart: 'warned',
  },
  {
    name: 'an IP allow list',
    plant: plainly(({ simulator }) => {
      const message =
        'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.';
      simulator.control.fault({ kind: 'reply', status: 403, body: { message }, match: { credential: 'app' } });
    }),
    check: 'address',
    standing: 'failure',
    fact: /use 127\.0\.0\.1.*IP allow list blocks it/,
    next: /IP allow list/,
  },
  {
    name: 'a code host that nobody answers at',
    plant: async () => {
      const url = `http://127.0.0.1:${await freePort()}`;
      return { CODE_HOST_URL: url, CODE_HOST_API_URL: `${url}/api` };
    },
    check: 'code-host',
    standing: 'failure',
    fact: /^The code host is unreachable at .*, .*, .*: connection refused \(ECONNREFUSED\)/,
    next: /firewall/,
  },
  {
    name: 'a web address that nobody answers at',
    plant: async () => ({ CODE_HOST_URL: `http://127.0.0.1:${await freePort()}` }),
    check: 'code-host',
    standing: 'failure',
    fact: /^The web URL of the code host is unreachable/,
    next: /CODE_HOST_URL/,
  },
  {
    name: 'a certificate that is not trusted',
    plant: async ({ simulator }) => ({
      CODE_HOST_URL: await serverFor(answering(200), SELF_SIGNED),
      CODE_HOST_API_URL: simulator.apiUrl,
    }),
    check: 'code-host',
    standing: 'failure',
    fact: /certificate not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    next: /NODE_EXTRA_CA_CERTS/,
  },
  {
    name: 'a clock that is an hour ahead',
    options: { now: () => Date.now() - HOUR },
    check: 'clock',
    standing: 'failure',
    fact: /60 minutes ahead of the code host's, so the code host rejects the App/,
    next: /NTP/,
  },
  {
    name: 'a clock that is an hour behind',
    options: { now: () => Date.now() + HOUR },
    check: 'clock',
    standing: 'failure',
    fact: /60 minutes behind the code host's, so the code host rejects the App/,
    next: /NTP/,
  },
  {
    name: 'a clock that is a minute behind',
    options: { now: () => Date.now() + 60_000 },
    check: 'clock',
    standing: 'warning',
    fact: /(59|60|61) seconds behind the code host's; from 5 minutes,/,
    next: /NTP/,
  },
  {
    name: 'the slug of another App',
    plant: () => ({ CODE_HOST_APP_SLUG: 'another-app' }),
    check: 'slug',
    standing: 'failure',
    fact: /the App's slug, orgdesk-dev/,
    next: /CODE_HOST_APP_SLUG=orgdesk-dev/,
  },
  {
    name: 'the client ID of something else',
    plant: () => ({ CODE_HOST_CLIENT_ID: 'Iv1.another' }),
    check: 'client-id',
    standing: 'failure',
    fact: /the App's client ID, Iv23simulatedclient1/,
    next: SETTINGS_PAGE,
  },
  {
    name: 'a client secret that is wrong',
    plant: () => ({ CODE_HOST_CLIENT_SECRET: 'not-the-secret-of-anybody' }),
    check: 'client-secret',
    standing: 'failure',
    fact: /nobody can sign in/,
    next: SETTINGS_PAGE,
  },
];
