import { expect, test } from 'vitest';
import { run } from '../program/configured.ts';
import { CANARY, expectProblem, PUBLIC_KEY, problemsOf, RIGHT, type WrongSettings } from './right-settings.ts';

const WRONG: WrongSettings = [
  // Values that were copied with what stood around them.
  [
    'quotes around a value',
    { BASE_URL: '"https://quoted.test"' },
    'BASE_URL has quotes around its value: leave them out.',
  ],
  [
    'words behind a client secret',
    { CODE_HOST_CLIENT_SECRET: `${CANARY} copied` },
    'CODE_HOST_CLIENT_SECRET must be one word: something else came along when it was copied.',
  ],

  // Addresses.
  [
    'a base URL with a path',
    { BASE_URL: 'https://canary.test/orgdesk' },
    'BASE_URL must be an address like https://host.example: without a path.',
  ],
  [
    'a base URL with two slashes at its end',
    { BASE_URL: 'https://canary.test//' },
    'BASE_URL must be an address like https://host.example: without a path.',
  ],
  [
    'a base URL without scheme',
    { BASE_URL: 'canary.test:3000' },
    'BASE_URL must be an address that begins with https://, as in https://host.example.',
  ],
  [
    'plain http',
    { BASE_URL: 'http://canary.test', NODE_ENV: 'production' },
    'BASE_URL must be an address with https: http is for localhost only, as browsers send the cookies over https.',
  ],
  [
    'a base URL with a user',
    { BASE_URL: 'https://canary:pass@canary.test' },
    'BASE_URL must be an address like https://host.example, without query, # or user.',
  ],
  [
    'the address of the code host',
    { BASE_URL: 'https://github.com' },
    'BASE_URL is the address of the code host: it must be the one at which people find orgdesk.',
  ],
  [
    'an address to listen on with scheme',
    { HOST: 'http://0.0.0.0' },
    'HOST must be an IP address or a host name alone: without scheme, port, path or brackets.',
  ],
  [
    'an address to listen on with port',
    { METRICS_HOST: '0.0.0.0:9464' },
    'METRICS_HOST must be an IP address or a host name alone: without scheme, port, path or brackets.',
  ],
  [
    'a proxy by name',
    { TRUSTED_PROXIES: 'canary.internal' },
    'TRUSTED_PROXIES must be a list of IP addresses or address ranges like 10.0.0.0/8, with commas; names are not looked up.',
  ],
  ...[
    '0.0.0.0/1,128.0.0.0/1',
    '1.0.0.0/6',
    '1.0.0.0/8,2.0.0.0/8,3.0.0.0/8',
    '::ffff:0:0/96',
    '2000::/15',
    '::/1',
    '2a00::/16,2600::/16',
  ].map(
    (ranges) =>
      [
        `a large part of all addresses, ${ranges}`,
        { TRUSTED_PROXIES: ranges },
        'TRUSTED_PROXIES must not trust a large part of all addresses: name the proxies alone, in ranges that together are no larger than a /7 of public IPv4 and a /16 of public IPv6.',
      ] as const,
  ),
  ...['64:ff9b::/96', '64::/16', '2002::/16', '2002::/17,2002:8000::/17'].map(
    (ranges) =>
      [
        `IPv6 ranges that stand for a large part of IPv4, ${ranges}`,
        { TRUSTED_PROXIES: ranges },
        'TRUSTED_PROXIES must not trust IPv6 ranges that stand for a large part of IPv4, as 64:ff9b::/96 and 2002::/16 do: name the proxies alone.',
      ] as const,
  ),
  [
    'an empty entry of a list',
    { TRUSTED_PROXIES: '10.9.8.7,,10.9.8.6' },
    'TRUSTED_PROXIES has a comma too many: an address is missing beside it.',
  ],

  // Numbers and words.
  [
    'a number with a unit',
    { SHUTDOWN_DELAY: '5s' },
    'SHUTDOWN_DELAY must be a number of seconds from 0 to 3600: digits alone.',
  ],
  [
    'a number with a separator',
    { RATE_LIMIT: '1_200' },
    'RATE_LIMIT must be off, or a number of requests a minute from 1 to 999999: digits alone.',
  ],
  [
    'a number that is too large',
    { AUDIT_DAYS: '36500' },
    'AUDIT_DAYS must be a number of days from 1 to 3650: digits alone.',
  ],
  [
    'a pool of one',
    { DATABASE_POOL_SIZE: '1' },
    'DATABASE_POOL_SIZE must be a number from 2 to 1000, one connection to read and one to write at least: digits alone.',
  ],
  ['a port beyond the last one', { PORT: '300000' }, 'PORT must be a port number from 1 to 65535: digits alone.'],
  [
    'a port as Kubernetes sets it',
    { METRICS_PORT: 'tcp://10.9.8.7:9464' },
    'METRICS_PORT is what Kubernetes sets for a service of that name: `enableServiceLinks: false` keeps it from that.',
  ],
  [
    'one port for two',
    { PORT: '9464', METRICS_PORT: '9464' },
    'METRICS_PORT must differ from PORT: both would listen there.',
  ],
  [
    'a level of another logger',
    { LOG_LEVEL: 'WARNING' },
    'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent.',
  ],

  // The database.
  [
    'a database with one slash',
    { DATABASE_URL: `postgres:/canary:${CANARY}@db/orgdesk` },
    'DATABASE_URL must begin with postgres://, spelled so, with two slashes.',
  ],
  [
    'a misspelled scheme',
    { DATABASE_URL: `postgress://canary:${CANARY}@db/orgdesk` },
    'DATABASE_URL must begin with postgres://, spelled so, with two slashes.',
  ],
  [
    'a password with a #',
    { DATABASE_URL: `postgres://canary:${CANARY}#1@db/orgdesk` },
    'DATABASE_URL is no address: in user and password, write @ as %40, / as %2F, # as %23, ? as %3F, : as %3A, % as %25.',
  ],
  [
    'another database',
    { DATABASE_URL: `mysql://canary:${CANARY}@db/orgdesk` },
    'DATABASE_URL must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.',
  ],
  [
    'a path without sqlite:',
    { DATABASE_URL: './data/canary.db' },
    'DATABASE_URL must begin with sqlite: when it is a path.',
  ],
  ['a folder', { DATABASE_URL: 'sqlite:./data/canary/' }, 'DATABASE_URL must name a file behind sqlite:.'],

  // The App and its code host.
  [
    'a client ID as App ID',
    { CODE_HOST_APP_ID: 'Iv23liCanaryCanary' },
    'CODE_HOST_APP_ID is a client ID: the App ID is the number beside it.',
  ],
  [
    'an App ID as client ID',
    { CODE_HOST_CLIENT_ID: '4711471147' },
    'CODE_HOST_CLIENT_ID is a number, as the App ID is: the client ID begins with Iv.',
  ],
  [
    'an OAuth app',
    { CODE_HOST_CLIENT_ID: 'Ov23liCanaryCanary' },
    'CODE_HOST_CLIENT_ID is that of an OAuth app, whose tokens may not list installations: take that of the App.',
  ],
  [
    'a client ID as secret',
    { CODE_HOST_CLIENT_SECRET: 'Iv23liCanaryCanary' },
    "CODE_HOST_CLIENT_SECRET is a client ID: the client secret is made below it, in the App's settings.",
  ],
  [
    'a slug with its owner',
    { CODE_HOST_APP_SLUG: 'canary/org-admin' },
    'CODE_HOST_APP_SLUG must be the end of that address alone: what follows its last slash.',
  ],
  [
    'the name of the App as slug',
    { CODE_HOST_APP_SLUG: 'Canary Org Admin' },
    'CODE_HOST_APP_SLUG must be the name at the end of the address of the App: letters, digits and dashes.',
  ],
  [
    'the API as code host',
    { CODE_HOST_URL: 'https://api.github.com' },
    'CODE_HOST_URL is another address of github.com: leave it out, or set it to https://github.com.',
  ],
  [
    'the API of GHE.com as code host',
    { CODE_HOST_URL: 'https://api.canary.ghe.com' },
    'CODE_HOST_URL is the address of the API: the pages are at the same without "api.".',
  ],
  [
    'the API of a server as code host',
    { CODE_HOST_URL: 'https://canary.test/api/v3' },
    'CODE_HOST_URL is the address of the API: leave out what follows the host name.',
  ],
  [
    'a page as code host',
    { CODE_HOST_URL: 'https://github.com/canary' },
    'CODE_HOST_URL must be an address like https://host.example: without a path.',
  ],
  [
    'a host name with scheme',
    { GHE_HOST: 'https://canary.test' },
    'GHE_HOST must be the host name alone, without https:// or a path.',
  ],
  [
    'an API of another host',
    { CODE_HOST_API_URL: 'https://api.canary.ghe.com' },
    'CODE_HOST_API_URL and CODE_HOST_URL are of two code hosts: leave CODE_HOST_API_URL out, it follows from the other.',
  ],
  [
    'the API of github.com beside a server',
    { CODE_HOST_URL: 'https://canary.test', CODE_HOST_API_URL: 'https://api.github.com' },
    'CODE_HOST_API_URL and CODE_HOST_URL are of two code hosts: leave CODE_HOST_API_URL out, it follows from the other.',
  ],
  [
    'GraphQL as API',
    { CODE_HOST_API_URL: 'https://api.github.com/graphql' },
    'CODE_HOST_API_URL is the address of GraphQL, which follows from that of REST: leave it out.',
  ],

  // Names.
  ['a name and its alias', { APP_ID: '7' }, 'CODE_HOST_APP_ID and APP_ID are both set: keep one of them.'],
  [
    'a setting that is missing',
    { CODE_HOST_CLIENT_SECRET: ' ' },
    'CODE_HOST_CLIENT_SECRET is missing. OAuth client secret of the App.',
  ],
];

test('at least forty kinds of mistakes are told', () => {
  expect(WRONG.length).toBeGreaterThanOrEqual(40);
});

test('what is right is refused nowhere', () => {
  expect(problemsOf(RIGHT)).toEqual([]);
});

test.each(WRONG)('%s is told in one clear sentence without its value', (_what, env, sentence) =>
  expectProblem(env, sentence),
);

test.each([
  [
    { CODE_HOST_WEBHOOKS_SECRET: CANARY },
    ['CODE_HOST_WEBHOOKS_SECRET is not a setting of orgdesk. Did you mean CODE_HOST_WEBHOOK_SECRET?'],
  ],
  [
    {
      PORT: 'canary',
      CODE_HOST_URL: 'https://github.com/canary',
      CODE_HOST_APP_PRIVATE_KEY: PUBLIC_KEY,
      SESSION_SECRET: 'canary',
    },
    [
      'CODE_HOST_URL must be an address like https://host.example: without a path.',
      'CODE_HOST_APP_PRIVATE_KEY is a public key: it must be the private one, which the App\'s settings make under "Private keys".',
      'PORT must be a port number from 1 to 65535: digits alone.',
      'SESSION_SECRET must have at least 32 characters: `openssl rand -hex 32` makes one.',
    ],
  ],
])('the program ends with all of them on standard error (%#)', async (env, sentences) => {
  const program = run({ env: { ...RIGHT, ...(env as Readonly<Record<string, string>>) } });

  expect(await program.ended).toEqual({ code: 1, signal: null });

  const lines = sentences.map((sentence) => `  - ${sentence}\n`).join('');
  expect([program.out(), program.err()]).toEqual(['', `The settings are not usable:\n${lines}`]);
});
