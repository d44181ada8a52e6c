import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/operate/config/read-config.ts';
import type { Environment } from '../../../src/operate/config/settings.ts';

const pemOf = (type: 'pkcs1' | 'pkcs8') =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type, format: 'pem' },
  }).privateKey;
const PEM = pemOf('pkcs1').trim();
const SECRET = 'canary-secret-that-must-never-be-printed-anywhere';

const COMPLETE: Environment = {
  BASE_URL: 'https://orgdesk.example',
  CODE_HOST_APP_ID: '7',
  CODE_HOST_APP_SLUG: 'org-admin',
  CODE_HOST_APP_PRIVATE_KEY: PEM,
  CODE_HOST_CLIENT_ID: 'Iv23exampleexample',
  CODE_HOST_CLIENT_SECRET: SECRET,
  CODE_HOST_WEBHOOK_SECRET: SECRET,
  SESSION_SECRET: SECRET,
  TOKEN_SECRET: SECRET,
};

const problemsOf = (env: Environment): readonly string[] => {
  const read = readConfig(env);
  return read.ok ? [] : read.refusal;
};
const configOf = (env: Environment) => {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.refusal.join('\n'));
  return read.value;
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orgdesk-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

describe('without any setting', () => {
  test('the service runs with the bundled code host and documented defaults', () => {
    expect(configOf({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: new URL('http://localhost:3000'),
      databaseUrl: 'sqlite:./data/demo.db',
      databasePoolSize: 10,
      codeHost: null,
      sessionSecret: null,
      tokenSecrets: [],
      logLevel: 'info',
      metricsPort: null,
      metricsHost: '127.0.0.1',
    });
  });

  test('metrics stay on this machine wherever the service listens, unless their own setting says otherwise', () => {
    expect(configOf({ HOST: '0.0.0.0', METRICS_PORT: '9464' })).toMatchObject({
      host: '0.0.0.0',
      metricsHost: '127.0.0.1',
    });
    expect(configOf({ METRICS_HOST: ' 10.0.0.5 ' }).metricsHost).toBe('10.0.0.5');
  });

  test('blank settings count as absent', () => {
    expect(configOf({ CODE_HOST_APP_ID: ' ', PORT: '', BASE_URL: ' ' }).codeHost).toBeNull();
  });

  test('it is refused in production, naming what to set', () => {
    const problems = problemsOf({ NODE_ENV: 'production' });
    expect(problems).toHaveLength(1);
    for (const name of ['CODE_HOST_APP_ID', 'CODE_HOST_CLIENT_ID', 'CODE_HOST_APP_PRIVATE_KEY', 'TOKEN_SECRET']) {
      expect(problems[0]).toContain(name);
    }
  });
});

describe('with a code host', () => {
  test.each(['postgres', 'postgresql', 'cockroachdb'])('a database may begin with %s://', (scheme) => {
    const url = `${scheme}://orgdesk:secret@db/orgdesk`;
    expect(configOf({ ...COMPLETE, DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test('everything is read', () => {
    const config = configOf(COMPLETE);
    expect(config.databaseUrl).toBe('sqlite:./data/orgdesk.db');
    expect(config.tokenSecrets).toEqual([SECRET]);
    expect(config.codeHost).toMatchObject({
      webUrl: new URL('https://github.com'),
      apiUrl: null,
      appId: '7',
      appSlug: 'org-admin',
      clientId: 'Iv23exampleexample',
      clientSecret: SECRET,
      webhookSecret: SECRET,
    });
  });

  test.each([
    'CODE_HOST_APP_ID',
    'CODE_HOST_APP_SLUG',
    'CODE_HOST_APP_PRIVATE_KEY',
    'CODE_HOST_CLIENT_ID',
    'CODE_HOST_CLIENT_SECRET',
    'TOKEN_SECRET',
  ])('half of it is refused, naming the missing %s', (name) => {
    const problems = problemsOf({ ...COMPLETE, [name]: undefined });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${name} is missing`);
  });

  test('a single setting is enough to need all others', () => {
    const problems = problemsOf({ GHE_HOST: 'ghe.example' });
    expect(problems.filter((problem) => problem.includes('is missing'))).toHaveLength(6);
  });

  test('a webhook secret and a session secret are optional [T-4]', () => {
    const config = configOf({ ...COMPLETE, CODE_HOST_WEBHOOK_SECRET: undefined, SESSION_SECRET: undefined });
    expect([config.codeHost?.webhookSecret, config.sessionSecret]).toEqual([null, null]);
  });

  test('several token secrets rotate: the order is kept', () => {
    const other = `${SECRET}-2`;
    expect(configOf({ ...COMPLETE, TOKEN_SECRET: `${other}, ${SECRET}` }).tokenSecrets).toEqual([other, SECRET]);
  });

  test('the names that App operators know are accepted', () => {
    const config = configOf({
      GHE_HOST: 'ghe.example',
      APP_ID: '7',
      CODE_HOST_APP_SLUG: 'org-admin',
      PRIVATE_KEY: PEM,
      WEBHOOK_SECRET: SECRET,
      GITHUB_CLIENT_ID: 'id',
      GITHUB_CLIENT_SECRET: SECRET,
      TOKEN_SECRET: SECRET,
    });
    expect(config.codeHost).toMatchObject({ webUrl: new URL('https://ghe.example'), appId: '7', clientId: 'id' });
  });

  test('every secret can come from a file, its last line end dropped', () => {
    const config = configOf({
      ...COMPLETE,
      CODE_HOST_APP_PRIVATE_KEY: undefined,
      PRIVATE_KEY_PATH: file('key.pem', `${PEM}\n`),
      TOKEN_SECRET: undefined,
      TOKEN_SECRET_FILE: file('token', `${SECRET}\n`),
      SESSION_SECRET: undefined,
      SESSION_SECRET_FILE: file('session', SECRET),
      CODE_HOST_CLIENT_SECRET: undefined,
      CODE_HOST_CLIENT_SECRET_FILE: file('client', SECRET),
      CODE_HOST_WEBHOOK_SECRET: undefined,
      CODE_HOST_WEBHOOK_SECRET_FILE: file('webhook', SECRET),
    });
    expect(config.tokenSecrets).toEqual([SECRET]);
    expect(config.sessionSecret).toBe(SECRET);
    expect(config.codeHost).toMatchObject({ clientSecret: SECRET, webhookSecret: SECRET, appPrivateKey: PEM });
  });

  test.each([
    ['as PEM', PEM],
    ['as PKCS#8', pemOf('pkcs8')],
    ['with \\n for line breaks', PEM.replaceAll('\n', '\\n')],
    ['as base64', Buffer.from(PEM).toString('base64')],
  ])('a private key is read %s', (_how, key) => {
    expect(configOf({ ...COMPLETE, CODE_HOST_APP_PRIVATE_KEY: key }).codeHost?.appPrivateKey).toMatch(/^-----BEGIN/);
  });
});

test('cache and code host are compared every 15 minutes unless set otherwise [Y-13]', () => {
  expect(configOf({}).reconcileMinutes).toBe(15);
  expect(configOf({ RECONCILE_MINUTES: '60' }).reconcileMinutes).toBe(60);
  expect(configOf({ RECONCILE_MINUTES: 'off' }).reconcileMinutes).toBeNull();
  for (const refused of ['0', '-1', '1.5', 'never']) {
    expect(problemsOf({ RECONCILE_MINUTES: refused }).join('\n')).toContain('RECONCILE_MINUTES');
  }
});

test('a port is shared with other instances only if set so', () => {
  expect(configOf({}).reusePort).toBe(false);
  expect(configOf({ REUSE_PORT: 'off' }).reusePort).toBe(false);
  expect(configOf({ REUSE_PORT: 'on' }).reusePort).toBe(true);
});

test('apps come back to addresses of theirs, none unless set', () => {
  const APP_REDIRECTS = 'com.example.app:/in, http://localhost:8080/back,https://app.test/?a=b';
  expect(configOf({}).appRedirects).toEqual([]);
  expect(configOf({ APP_REDIRECTS }).appRedirects).toEqual(APP_REDIRECTS.split(/, ?/));
});

test('the proxy runs any document that the allowlist means unless only shipped ones are wanted', () => {
  expect(configOf({}).proxyDocuments).toBe('any');
  expect(configOf({ PROXY_DOCUMENTS: 'any' }).proxyDocuments).toBe('any');
  expect(configOf({ PROXY_DOCUMENTS: 'shipped' }).proxyDocuments).toBe('shipped');
});

test('the service serves on for 5 seconds when told to stop unless set otherwise, with the bundled code host not at all', () => {
  expect(configOf(COMPLETE).shutdownDelaySeconds).toBe(5);
  expect(configOf({}).shutdownDelaySeconds).toBe(0);
  for (const seconds of [0, 1, 3600]) {
    expect(configOf({ ...COMPLETE, SHUTDOWN_DELAY: String(seconds) }).shutdownDelaySeconds).toBe(seconds);
    expect(configOf({ SHUTDOWN_DELAY: String(seconds) }).shutdownDelaySeconds).toBe(seconds);
  }
});

test('connections to PostgreSQL are ten unless set otherwise, and never fewer than one to read and one to write', () => {
  expect(configOf({ DATABASE_POOL_SIZE: '2' }).databasePoolSize).toBe(2);
  expect(configOf({ DATABASE_POOL_SIZE: '1000' }).databasePoolSize).toBe(1_000);
  for (const refused of ['1', '0', '-5', '1001', '2.5', 'many']) {
    expect(problemsOf({ DATABASE_POOL_SIZE: refused }).join('\n')).toContain('DATABASE_POOL_SIZE');
  }
});

test('proxies are addresses and ranges of both families', () => {
  expect(configOf({ TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16,fd00::/8' }).trustedProxies).toEqual([
    '10.0.0.1',
    '192.168.0.0/16',
    'fd00::/8',
  ]);
});

test.each([
  '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,169.254.0.0/16,127.0.0.1/8,16.0.0.0/7',
  'fc00::/7,fe80::/10,::1,2a00::/16',
  '10.0.0.0/8,10.0.0.0/8,10.1.0.0/16,10.0.0.0/8',
])('proxies may be in wide private ranges, and named twice: %s', (ranges) => {
  expect(configOf({ TRUSTED_PROXIES: ranges }).trustedProxies).toEqual(ranges.split(','));
});

describe('a bad value', () => {
  const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  test.each<readonly [string, Environment]>([
    ['PORT', { PORT: '0' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '3000x' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '1e3' }],
    ['METRICS_PORT', { METRICS_PORT: 'x' }],
    ['METRICS_PORT', { METRICS_PORT: '3000' }],
    ['BASE_URL', { BASE_URL: 'orgdesk.example' }],
    ['BASE_URL', { BASE_URL: 'http://orgdesk.example' }],
    ['BASE_URL', { BASE_URL: 'http://169.254.169.254' }],
    ['BASE_URL', { BASE_URL: 'https://orgdesk.example/app' }],
    ['BASE_URL', { BASE_URL: 'https://orgdesk.example/?x=1' }],
    ['BASE_URL', { BASE_URL: 'https://orgdesk.example/#' }],
    ['BASE_URL', { BASE_URL: 'https://user:pass@orgdesk.example' }],
    ['BASE_URL', { BASE_URL: 'ftp://orgdesk.example' }],
    ['BASE_URL', { BASE_URL: 'javascript:alert(1)' }],
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'app:/in',
      'http://app.test/in',
      'https://app.test/#in',
      'https://a@app.test/',
      'com.example.app:/in,,https://app.test/',
      '/in',
    ].map((APP_REDIRECTS) => ['APP_REDIRECTS', { APP_REDIRECTS }] as const),
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['DATABASE_URL', { DATABASE_URL: 'sqlite:' }],
    ['REUSE_PORT', { REUSE_PORT: 'yes' }],
    ['RATE_LIMIT', { RATE_LIMIT: 'on' }],
    ['RATE_LIMIT', { RATE_LIMIT: '0' }],
    ['RATE_LIMIT', { RATE_LIMIT: '-5' }],
    ['PROXY_DOCUMENTS', { PROXY_DOCUMENTS: 'none' }],
    ['SHUTDOWN_DELAY', { SHUTDOWN_DELAY: '-1' }],
    ['SHUTDOWN_DELAY', { SHUTDOWN_DELAY: '1.5' }],
    ['SHUTDOWN_DELAY', { SHUTDOWN_DELAY: '3601' }],
    ['SHUTDOWN_DELAY', { SHUTDOWN_DELAY: '5s' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'loadbalancer.internal' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.1,' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'a'.repeat(31) }],
    ['TOKEN_SECRET', { TOKEN_SECRET: 'a'.repeat(31) }],
    ['TOKEN_SECRET', { TOKEN_SECRET: `${SECRET},short` }],
    ['TOKEN_SECRET', { TOKEN_SECRET: `${SECRET},` }],
    ['TOKEN_SECRET_FILE', { TOKEN_SECRET_FILE: '/nowhere/at/all' }],
    ['TOKEN_SECRET and TOKEN_SECRET_FILE', { TOKEN_SECRET: SECRET, TOKEN_SECRET_FILE: '/nowhere' }],
    ['CODE_HOST_URL', { ...COMPLETE, CODE_HOST_URL: 'github.com' }],
    ['CODE_HOST_URL', { ...COMPLETE, CODE_HOST_URL: 'https://github.com/enterprises/x' }],
    ['CODE_HOST_URL', { ...COMPLETE, CODE_HOST_URL: 'http://ghe.example' }],
    ['CODE_HOST_API_URL', { ...COMPLETE, CODE_HOST_API_URL: 'api.github.com' }],
    ['CODE_HOST_APP_ID', { ...COMPLETE, CODE_HOST_APP_ID: 'Iv23' }],
    ['CODE_HOST_APP_ID and APP_ID', { ...COMPLETE, APP_ID: '8' }],
    ['CODE_HOST_APP_SLUG', { ...COMPLETE, CODE_HOST_APP_SLUG: '../x' }],
    ['CODE_HOST_APP_PRIVATE_KEY', { ...COMPLETE, CODE_HOST_APP_PRIVATE_KEY: 'not a key' }],
    ['CODE_HOST_APP_PRIVATE_KEY', { ...COMPLETE, CODE_HOST_APP_PRIVATE_KEY: String(ecKey) }],
    ['CODE_HOST_CLIENT_SECRT', { ...COMPLETE, CODE_HOST_CLIENT_SECRT: SECRET }],
  ])('of %s is named and not repeated (%#)', (name, env) => {
    const problems = problemsOf(env);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('\n')).toContain(name);
    for (const value of Object.values(env)) {
      if ((value?.length ?? 0) > 12) expect(problems.join('\n')).not.toContain(value);
    }
  });

  test('does not hide the others: all problems come at once', () => {
    const problems = problemsOf({ PORT: 'x', BASE_URL: 'y', LOG_LEVEL: 'z', RATE_LIMIT: 'w', TOKEN_SECRET: 'v' });
    expect(problems).toHaveLength(5);
  });
});
