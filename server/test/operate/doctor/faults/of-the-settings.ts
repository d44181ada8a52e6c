import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { onTestFinished } from 'vitest';
import { freePort } from '../../../support/service/ports.ts';
import { EXPIRED, SELF_SIGNED } from '../self-signed.ts';
import { serveFor } from '../set-up.ts';
import { type Fault, plainly } from './fault.ts';
import { answering, serverFor } from './other-servers.ts';

/** Faults in the settings. */
export const OF_THE_SETTINGS: readonly Fault[] = [
  {
    name: 'a setting that is missing',
    plant: () => ({ CODE_HOST_CLIENT_SECRET: undefined }),
    check: 'settings',
    standing: 'failure',
    fact: /CODE_HOST_CLIENT_SECRET is missing/,
    next: /help settings/,
    atStart: 'refused',
  },
  {
    name: 'two settings that cannot be used',
    plant: () => ({ RATE_LIMIT: 'plenty', METRICS_PORT: 'yes' }),
    check: 'settings',
    standing: 'failure',
    fact: /^(RATE_LIMIT|METRICS_PORT) must be/,
    next: /help settings/,
    lines: 2,
    atStart: 'refused',
  },
  {
    name: 'a setting that is misspelled',
    plant: ({ simulator }) => ({ CODE_HOST_APP_SLUG: undefined, CODE_HOST_APP_SLAG: simulator.app.slug }),
    check: 'settings',
    standing: 'failure',
    fact: /CODE_HOST_APP_SLAG .*CODE_HOST_APP_SLUG/,
    next: /help settings/,
    atStart: 'refused',
  },
  {
    name: 'a secret with quotes around it',
    plant: ({ simulator }) => {
      const secret = `"${simulator.app.webhookSecret}"`;
      return { CODE_HOST_WEBHOOK_SECRET: secret };
    },
    check: 'settings',
    standing: 'warning',
    fact: /CODE_HOST_WEBHOOK_SECRET has quotes around its value/,
    next: /if this is not intended/,
    atStart: 'warned',
  },
  {
    name: 'a key that is none',
    plant: () => ({ CODE_HOST_APP_PRIVATE_KEY: 'no key at all' }),
    check: 'settings',
    standing: 'failure',
    fact: /CODE_HOST_APP_PRIVATE_KEY must be an RSA private key/,
    next: /help settings/,
    atStart: 'refused',
  },
  {
    name: 'no setting of a code host at all',
    plant: ({ env }) =>
      Object.fromEntries(Object.keys(env).flatMap((key) => (key.startsWith('CODE_HOST_') ? [[key, undefined]] : []))),
    check: 'settings',
    standing: 'failure',
    fact: /No code host is configured/,
    next: /npx orgdesk setup/,
  },
  {
    name: 'a range of proxies that is every address',
    plant: () => ({ TRUSTED_PROXIES: '127.0.0.1, 0.0.0.0/0' }),
    check: 'settings',
    standing: 'failure',
    fact: /^TRUSTED_PROXIES must not trust every address/,
    next: /help settings/,
    atStart: 'refused',
  },
  ...(
    [
      ['that repeats one character', 'x'.repeat(40), /too few distinct characters/],
      ['that repeats a short text', '9f86d081884c7d65'.repeat(3), /repeats the same text/],
      ['that is the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789', /sequence of characters/],
      ['that is a placeholder', 'please-change-me-0a1b2c3d4e5f6071829', /placeholder/],
    ] as const
  ).map(
    ([what, secret, fact]): Fault => ({
      name: `a secret ${what}`,
      plant: () => ({ SESSION_SECRET: secret }),
      check: 'settings',
      standing: 'warning',
      fact: new RegExp(`^SESSION_SECRET .*${fact.source}.*openssl rand`),
      next: /if this is not intended/,
      atStart: 'warned',
    }),
  ),
  {
    name: 'one secret for two things',
    plant: ({ env }) => ({ SESSION_SECRET: env.TOKEN_SECRET }),
    check: 'settings',
    standing: 'warning',
    fact: /^TOKEN_SECRET and SESSION_SECRET have the same value/,
    next: /if this is not intended/,
    atStart: 'warned',
  },
  {
    name: 'an address to listen on that is not of this machine',
    // Set aside for documentation: no machine has it.
    plant: () => ({ HOST: '192.0.2.1' }),
    check: 'listen',
    standing: 'failure',
    fact: /cannot listen on the address in HOST and PORT \(EADDRNOTAVAIL\)/,
    next: /Set HOST to an address of this machine/,
    atStart: 'refused',
  },
  {
    name: 'a metrics address that is not of this machine',
    plant: async () => ({ METRICS_HOST: 'no-such-host.invalid', METRICS_PORT: String(await freePort()) }),
    check: 'listen',
    standing: 'failure',
    fact: /cannot listen on the address in METRICS_HOST and METRICS_PORT/,
    next: /Set METRICS_HOST to an address of this machine/,
    atStart: 'refused',
  },
  {
    name: 'a port that something else has',
    plant: async () => {
      const port = await freePort();
      const server = createServer((_request, response) => response.end('Welcome to nginx!'));
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      return { PORT: String(port) };
    },
    check: 'listen',
    standing: 'failure',
    fact: /^Port \d+ is already in use/,
    next: /or set PORT/,
    atStart: 'refused',
  },
  {
    name: 'a file for heads of audit logs in a folder that is not there',
    plant: ({ env }) => ({ AUDIT_HEADS_PATH: `/no-such-folder-${env.PORT}/heads.txt` }),
    check: 'audit-heads',
    standing: 'failure',
    fact: /cannot be appended to the file in AUDIT_HEADS_PATH \(ENOENT\)/,
    next: /let the user that runs orgdesk write there/,
  },
  {
    name: 'a file for heads of audit logs that is a folder',
    plant: () => ({ AUDIT_HEADS_PATH: tmpdir() }),
    check: 'audit-heads',
    standing: 'failure',
    fact: /AUDIT_HEADS_PATH \(EISDIR\)/,
    next: /let the user that runs orgdesk write there/,
  },
  {
    name: 'an address for heads of audit logs where nothing listens',
    plant: async () => ({ AUDIT_HEADS_URL: `http://127.0.0.1:${await freePort()}/heads-token` }),
    check: 'audit-heads',
    standing: 'warning',
    fact: /^The address in AUDIT_HEADS_URL does not answer: ECONNREFUSED\.$/,
    next: /whether this machine may reach it/,
  },
  {
    name: 'an address for heads of audit logs whose service is down',
    plant: async () => ({ AUDIT_HEADS_URL: `${await serverFor(answering(503))}/heads-token` }),
    check: 'audit-heads',
    standing: 'warning',
    fact: /does not answer: it answered 503/,
    next: /whether this machine may reach it/,
  },
  {
    name: 'a name in BASE_URL that is not found',
    options: {
      baseUrl: 'https://no-such-host.invalid',
      app: { webhookUrl: 'https://no-such-host.invalid/api/install/webhook' },
    },
    check: 'host-name',
    standing: 'warning',
    fact: /^The name no-such-host.invalid in BASE_URL does not resolve/,
    next: /Compare BASE_URL/,
    atStart: 'warned',
  },
  {
    name: 'something else at BASE_URL',
    options: async () => ({ baseUrl: await serverFor((_request, response) => response.end('Welcome to nginx!')) }),
    check: 'base-url',
    standing: 'warning',
    fact: /^A different server answers/,
    next: /healthz/,
  },
  {
    name: 'a sign-in before everything at BASE_URL',
    options: async () => ({ baseUrl: await serverFor(answering(302, { location: 'https://login.example/?secret' })) }),
    check: 'base-url',
    standing: 'warning',
    fact: /^http:\/\/127\.0\.0\.1:\d+ answers with a redirect \(302\)/,
    next: /BASE_URL .* sign-in/,
  },
  {
    name: 'a proxy at BASE_URL that wants a password',
    options: async () => ({ baseUrl: await serverFor(answering(401, { 'www-authenticate': 'Basic' })) }),
    check: 'base-url',
    standing: 'warning',
    fact: /^A different server answers/,
    next: /healthz/,
  },
  {
    name: 'a proxy at BASE_URL that passes on only a part of the paths',
    options: async () => ({ baseUrl: await serverFor(answering(404)) }),
    check: 'base-url',
    standing: 'warning',
    fact: /^A different server answers/,
    next: /healthz/,
  },
  {
    name: 'a certificate at BASE_URL that is not trusted',
    options: async () => ({ baseUrl: await serverFor(answering(200), SELF_SIGNED) }),
    check: 'base-url',
    standing: 'failure',
    fact: /^Browsers reject https:.* certificate not trusted/,
    next: /valid certificate/,
  },
  {
    name: 'a certificate at BASE_URL that has expired',
    options: async () => ({ baseUrl: await serverFor(answering(200), EXPIRED) }),
    check: 'base-url',
    standing: 'failure',
    fact: /^Browsers reject https:.* certificate has expired/,
    next: /valid certificate/,
  },
  {
    name: 'https in BASE_URL where a proxy has none',
    options: async () => ({ baseUrl: (await serverFor(answering(200))).replace('http:', 'https:') }),
    check: 'base-url',
    standing: 'failure',
    fact: /^Browsers cannot open https:\/\/127\.0\.0\.1:\d+: the server does not use TLS/,
    next: /certificate .* proxy/,
  },
  {
    name: 'a proxy at BASE_URL that does not find the service',
    options: async () => ({ baseUrl: await serverFor(answering(502)) }),
    plant: plainly((setUp) => serveFor(setUp, { PORT: setUp.env.PORT as string })),
    check: 'base-url',
    standing: 'warning',
    fact: /^orgdesk is running, but at http:\/\/127\.0\.0\.1:\d+ a proxy responded with 502/,
    next: /HOST and PORT/,
  },
  {
    name: 'settings in a file that other users can read',
    envFileMode: 0o644,
    check: 'settings',
    standing: 'warning',
    fact: /^Other users can read .*orgdesk\.env: run chmod 600/,
    next: /if this is not intended/,
  },
];
