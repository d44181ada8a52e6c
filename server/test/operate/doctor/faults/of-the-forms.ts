import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { SetUp } from '../set-up.ts';
import type { Fault, Settings } from './fault.ts';

type Row = readonly [name: string, change: Settings | ((setUp: SetUp) => Settings), fact: RegExp, lines?: number];

const pemOf = (type: 'public' | 'ec' | 'encrypted'): string => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  if (type === 'public') return publicKey.export({ type: 'spki', format: 'pem' }).toString();
  if (type === 'encrypted') {
    const cipher = { cipher: 'aes-256-cbc', passphrase: 'a passphrase' } as const;
    return privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }).toString();
  }
  const { privateKey: ofCurve } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return ofCurve.export({ type: 'pkcs8', format: 'pem' }).toString();
};

const ROWS: readonly Row[] = [
  ['a BASE_URL with a path', { BASE_URL: 'https://orgdesk.example/console' }, /^BASE_URL must be .* without a path/],
  ['a BASE_URL over http', { BASE_URL: 'http://orgdesk.example' }, /^BASE_URL must use https/],
  ['a BASE_URL without its scheme', { BASE_URL: 'orgdesk.example' }, /^BASE_URL must be .* begins with https/],
  [
    'a BASE_URL that is the code host',
    ({ simulator }) => ({ BASE_URL: simulator.url }),
    /^BASE_URL is the code host's/,
  ],
  [
    'an address of the API as that of the code host',
    ({ simulator }) => ({ CODE_HOST_URL: `${simulator.url}/api/v3` }),
    /^CODE_HOST_URL is the API's URL: remove everything after the host name/,
  ],
  [
    'the GraphQL address as that of the REST API',
    ({ simulator }) => ({ CODE_HOST_API_URL: simulator.graphqlUrl }),
    /^CODE_HOST_API_URL is the GraphQL URL/,
  ],
  [
    'an API of another code host',
    { CODE_HOST_API_URL: 'https://api.github.com' },
    /CODE_HOST_API_URL and CODE_HOST_URL belong to different code hosts/,
  ],
  [
    'the App ID and the client ID in each other’s place',
    ({ simulator: { app } }) => ({ CODE_HOST_APP_ID: app.clientId, CODE_HOST_CLIENT_ID: String(app.id) }),
    /^CODE_HOST_APP_ID is a client ID|^CODE_HOST_CLIENT_ID is a number/,
    2,
  ],
  [
    'the client ID of an OAuth app',
    { CODE_HOST_CLIENT_ID: 'Ov23liExample' },
    /^CODE_HOST_CLIENT_ID belongs to an OAuth/,
  ],
  [
    'the client ID as its own secret',
    ({ simulator: { app } }) => ({ CODE_HOST_CLIENT_SECRET: app.clientId }),
    /^CODE_HOST_CLIENT_SECRET is a client ID/,
  ],
  [
    'the page of the App as its slug',
    { CODE_HOST_APP_SLUG: 'https://github.com/apps/orgdesk-dev' },
    /^CODE_HOST_APP_SLUG must be only the part after the last slash/,
  ],
  ['the path of a key as the key', { CODE_HOST_APP_PRIVATE_KEY: '/etc/app.pem' }, /KEY is a path: use .*_FILE/],
  ['a public key', () => ({ CODE_HOST_APP_PRIVATE_KEY: pemOf('public') }), /KEY is a public key/],
  ['a key of another type', () => ({ CODE_HOST_APP_PRIVATE_KEY: pemOf('ec') }), /KEY is another type of key/],
  ['a key with a passphrase', () => ({ CODE_HOST_APP_PRIVATE_KEY: pemOf('encrypted') }), /KEY is encrypted/],
  [
    'a key that was cut off',
    ({ env }) => ({ CODE_HOST_APP_PRIVATE_KEY: env.CODE_HOST_APP_PRIVATE_KEY?.slice(0, 400) }),
    /KEY is incomplete: its last line/,
  ],
  [
    'the file of a key that is not there',
    { CODE_HOST_APP_PRIVATE_KEY: undefined, CODE_HOST_APP_PRIVATE_KEY_FILE: '/no-such-folder/app.pem' },
    /^CODE_HOST_APP_PRIVATE_KEY_FILE refers to a file that does not exist/,
  ],
  [
    'a folder as the file of a secret',
    { TOKEN_SECRET: undefined, TOKEN_SECRET_FILE: tmpdir() },
    /^TOKEN_SECRET_FILE refers to a file that is a directory/,
  ],
  [
    'a secret and a file for it',
    { SESSION_SECRET_FILE: '/etc/orgdesk/session-secret' },
    /^SESSION_SECRET and SESSION_SECRET_FILE are both set/,
  ],
  ['no TOKEN_SECRET', { TOKEN_SECRET: undefined }, /^TOKEN_SECRET is missing/],
  ['a short TOKEN_SECRET', { TOKEN_SECRET: 'too short' }, /^TOKEN_SECRET must have at least 32 characters/],
  [
    'the database of another product',
    { DATABASE_URL: 'mysql://me@db.example/orgdesk' },
    /^DATABASE_URL must be sqlite/,
  ],
  ['the path of a database alone', { DATABASE_URL: './data/orgdesk.db' }, /^DATABASE_URL must begin with sqlite:/],
  [
    'a password of the database that is not encoded',
    { DATABASE_URL: 'postgres://me:in#the-url@db.example/orgdesk' },
    /^DATABASE_URL is not a valid URL: .* # as %23/,
  ],
  [
    'one port for two things',
    ({ env }) => ({ PORT: env.PORT, METRICS_PORT: env.PORT }),
    /^METRICS_PORT must differ from PORT/,
  ],
  ['a port that Kubernetes set', { PORT: 'tcp://10.0.0.1:3000' }, /^PORT was set by Kubernetes .*enableServiceLinks/],
  ['a proxy by its name', { TRUSTED_PROXIES: 'proxy.example' }, /^TRUSTED_PROXIES must be .*host names are not/],
  ['an app’s return address over http', { APP_REDIRECTS: 'http://app.example/back' }, /^APP_REDIRECTS must use https/],
];

/** Values of another form than the setting has. */
export const OF_THE_FORMS: readonly Fault[] = ROWS.map(([name, change, fact, lines = 1]) => ({
  name,
  plant: (setUp) => (typeof change === 'function' ? change(setUp) : change),
  check: 'settings',
  standing: 'failure',
  fact,
  next: /help settings/,
  lines,
  atStart: 'refused',
}));
