import { expect, test } from 'vitest';
import { run } from '../../program/configured.ts';
import { CANARY, expectProblem, PUBLIC_KEY, problemsOf, RIGHT, type WrongSettings } from './right-settings.ts';

const WRONG: WrongSettings = [
  // Values that were copied with what stood around them.
  [
    'quotes around a value',
    { BASE_URL: '"https://quoted.test"' },
    'BASE_URL has quotes around its value: remove them.',
  ],
  [
    'words behind a client secret',
    { CODE_HOST_CLIENT_SECRET: `${CANARY} copied` },
    'CODE_HOST_CLIENT_SECRET must be one word: the copied value contains other text.',
  ],

  // Addresses.
  [
    'a base URL with a path',
    { BASE_URL: 'https://canary.test/orgdesk' },
    'BASE_URL must be a URL like https://host.example, without a path.',
  ],
  [
    'a base URL with two slashes at its end',
    { BASE_URL: 'https://canary.test//' },
    'BASE_URL must be a URL like https://host.example, without a path.',
  ],
  [
    'a base URL without scheme',
    { BASE_URL: 'canary.test:3000' },
    'BASE_URL must be a URL that begins with https://, for example https://host.example.',
  ],
  [
    'plain http',
    { BASE_URL: 'http://canary.test', NODE_ENV: 'production' },
    'BASE_URL must use https: http works only for localhost, because browsers send the cookies over https.',
  ],
  [
    'a base URL with a user',
    { BASE_URL: 'https://canary:pass@canary.test' },
    'BASE_URL must be a URL like https://host.example, without a query, fragment or user.',
  ],
  [
    'the address of the code host',
    { BASE_URL: 'https://github.com' },
    "BASE_URL is the code host's URL: set it to orgdesk's public URL.",
  ],
  [
    'a return address of an app that is a script',
    { APP_REDIRECTS: 'javascript:canary' },
    'APP_REDIRECTS must begin with https:// or a scheme with a dot, such as com.example.app:/signed-in.',
  ],
  [
    'an address for heads without https',
    { AUDIT_HEADS_URL: 'http://canary.test/add-checkpoint' },
    'AUDIT_HEADS_URL must use https: http works only for localhost.',
  ],
  [
    'an address for heads without scheme',
    { AUDIT_HEADS_URL: 'canary.test/add-checkpoint' },
    'AUDIT_HEADS_URL must be a URL that begins with https://.',
  ],
  [
    'an address for heads with a user',
    { AUDIT_HEADS_URL: 'https://canary:pass@canary.test' },
    'AUDIT_HEADS_URL must be a URL without a fragment or user.',
  ],
  [
    'a relative path for heads',
    { AUDIT_HEADS_PATH: 'canary/heads.txt' },
    'AUDIT_HEADS_PATH must be the absolute path of a file.',
  ],
  ['a folder for heads', { AUDIT_HEADS_PATH: '/canary/' }, 'AUDIT_HEADS_PATH must be the absolute path of a file.'],
  [
    'an address to listen on with scheme',
    { HOST: 'http://0.0.0.0' },
    'HOST must be an IP address or a host name, without scheme, port, path or brackets.',
  ],
  [
    'an address to listen on with port',
    { METRICS_HOST: '0.0.0.0:9464' },
    'METRICS_HOST must be an IP address or a host name, without scheme, port, path or brackets.',
  ],
  [
    'a proxy by name',
    { TRUSTED_PROXIES: 'canary.internal' },
    'TRUSTED_PROXIES must be a comma-separated list of IP addresses or ranges like 10.0.0.0/8; host names are not supported.',
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
        'TRUSTED_PROXIES must not trust a large share of all addresses: list only your proxies, in total at most a /7 of public IPv4 and a /16 of public IPv6.',
      ] as const,
  ),
  ...['64:ff9b::/96', '64::/16', '2002::/16', '2002::/17,2002:8000::/17'].map(
    (ranges) =>
      [
        `IPv6 ranges that stand for a large part of IPv4, ${ranges}`,
        { TRUSTED_PROXIES: ranges },
        'TRUSTED_PROXIES must not trust IPv6 ranges that map a large share of IPv4, such as 64:ff9b::/96 and 2002::/16: list only your proxies.',
      ] as const,
  ),
  [
    'an empty entry of a list',
    { TRUSTED_PROXIES: '10.9.8.7,,10.9.8.6' },
    'TRUSTED_PROXIES has an extra comma: remove it or add the missing address.',
  ],

  // Numbers and words.
  [
    'a number with a unit',
    { SHUTDOWN_DELAY: '5s' },
    'SHUTDOWN_DELAY must be a number of seconds from 0 to 3600: digits only.',
  ],
  [
    'a number with a separator',
    { RATE_LIMIT: '1_200' },
    'RATE_LIMIT must be off, or a number of requests per minute from 1 to 999999: digits only.',
  ],
  [
    'a number that is too large',
    { AUDIT_DAYS: '36500' },
    'AUDIT_DAYS must be a number of days from 1 to 3650: digits only.',
  ],
  [
    'a pool of one',
    { DATABASE_POOL_SIZE: '1' },
    'DATABASE_POOL_SIZE must be a number from 2 to 1000, for at least one connection to read and one to write: digits only.',
  ],
  ['a port beyond the last one', { PORT: '300000' }, 'PORT must be a port number from 1 to 65535: digits only.'],
  [
    'a port as Kubernetes sets it',
    { METRICS_PORT: 'tcp://10.9.8.7:9464' },
    'METRICS_PORT was set by Kubernetes for a service of that name: set `enableServiceLinks: false` to prevent this.',
  ],
  ['one port for two', { PORT: '9464', METRICS_PORT: '9464' }, 'METRICS_PORT must differ from PORT.'],
  [
    'a level of another logger',
    { LOG_LEVEL: 'WARNING' },
    'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent.',
  ],

  // The database.
  [
    'a database with one slash',
    { DATABASE_URL: `postgres:/canary:${CANARY}@db/orgdesk` },
    'DATABASE_URL must begin with postgres://.',
  ],
  [
    'a misspelled scheme',
    { DATABASE_URL: `postgress://canary:${CANARY}@db/orgdesk` },
    'DATABASE_URL must begin with postgres://.',
  ],
  [
    'a password with a #',
    { DATABASE_URL: `postgres://canary:${CANARY}#1@db/orgdesk` },
    'DATABASE_URL is not a valid URL: in the user and password, write @ as %40, / as %2F, # as %23, ? as %3F, : as %3A, % as %25.',
  ],
  [
    'another database',
    { DATABASE_URL: `mysql://canary:${CANARY}@db/orgdesk` },
    'DATABASE_URL must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.',
  ],
  [
    'a path without sqlite:',
    { DATABASE_URL: './data/canary.db' },
    'DATABASE_URL must begin with sqlite: if it is a path.',
  ],
  ['a folder', { DATABASE_URL: 'sqlite:./data/canary/' }, 'DATABASE_URL must have a file path after sqlite:.'],

  // The App and its code host.
  [
    'a client ID as App ID',
    { CODE_HOST_APP_ID: 'Iv23liCanaryCanary' },
    'CODE_HOST_APP_ID is a client ID: use the App ID, the number next to it.',
  ],
  [
    'an App ID as client ID',
    { CODE_HOST_CLIENT_ID: '4711471147' },
    'CODE_HOST_CLIENT_ID is a number, like the App ID: the client ID begins with Iv.',
  ],
  [
    'an OAuth app',
    { CODE_HOST_CLIENT_ID: 'Ov23liCanaryCanary' },
    "CODE_HOST_CLIENT_ID belongs to an OAuth app, whose tokens cannot list installations: use the App's client ID.",
  ],
  [
    'a client ID as secret',
    { CODE_HOST_CLIENT_SECRET: 'Iv23liCanaryCanary' },
    "CODE_HOST_CLIENT_SECRET is a client ID: generate a client secret below it on the App's settings page.",
  ],
  [
    'a slug with its owner',
    { CODE_HOST_APP_SLUG: 'canary/org-admin' },
    "CODE_HOST_APP_SLUG must be only the part after the last slash of the App's URL.",
  ],
  [
    'the name of the App as slug',
    { CODE_HOST_APP_SLUG: 'Canary Org Admin' },
    "CODE_HOST_APP_SLUG must be the slug at the end of the App's URL: letters, digits and dashes.",
  ],
  [
    'the API as code host',
    { CODE_HOST_URL: 'https://api.github.com' },
    'CODE_HOST_URL is another URL of github.com: remove it, or set it to https://github.com.',
  ],
  [
    'the API of GHE.com as code host',
    { CODE_HOST_URL: 'https://api.canary.ghe.com' },
    `CODE_HOST_URL is the API's URL: use the web URL, without "api.".`,
  ],
  [
    'the API of a server as code host',
    { CODE_HOST_URL: 'https://canary.test/api/v3' },
    "CODE_HOST_URL is the API's URL: remove everything after the host name.",
  ],
  [
    'a page as code host',
    { CODE_HOST_URL: 'https://github.com/canary' },
    'CODE_HOST_URL must be a URL like https://host.example, without a path.',
  ],
  [
    'a host name with scheme',
    { GHE_HOST: 'https://canary.test' },
    'GHE_HOST must be a host name only, without https:// or a path.',
  ],
  [
    'an API of another host',
    { CODE_HOST_API_URL: 'https://api.canary.ghe.com' },
    'CODE_HOST_API_URL and CODE_HOST_URL belong to different code hosts: remove CODE_HOST_API_URL, which is derived from CODE_HOST_URL.',
  ],
  [
    'the API of github.com beside a server',
    { CODE_HOST_URL: 'https://canary.test', CODE_HOST_API_URL: 'https://api.github.com' },
    'CODE_HOST_API_URL and CODE_HOST_URL belong to different code hosts: remove CODE_HOST_API_URL, which is derived from CODE_HOST_URL.',
  ],
  [
    'GraphQL as API',
    { CODE_HOST_API_URL: 'https://api.github.com/graphql' },
    'CODE_HOST_API_URL is the GraphQL URL, which is derived from the REST URL: remove it.',
  ],

  // Names.
  ['a name and its alias', { APP_ID: '7' }, 'CODE_HOST_APP_ID and APP_ID are both set: remove one of them.'],
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
      'CODE_HOST_URL must be a URL like https://host.example, without a path.',
      'CODE_HOST_APP_PRIVATE_KEY is a public key: generate a private key under "Private keys" on the App\'s settings page.',
      'PORT must be a port number from 1 to 65535: digits only.',
      'SESSION_SECRET must have at least 32 characters: generate one with `openssl rand -hex 32`.',
    ],
  ],
])('the program ends with all of them on standard error (%#)', async (env, sentences) => {
  const program = run({ env: { ...RIGHT, ...(env as Readonly<Record<string, string>>) } });

  expect(await program.ended).toEqual({ code: 1, signal: null });

  const lines = sentences.map((sentence) => `  - ${sentence}\n`).join('');
  expect([program.out(), program.err()]).toEqual(['', `The settings are invalid:\n${lines}`]);
});
