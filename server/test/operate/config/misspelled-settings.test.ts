import { expect, test } from 'vitest';
import { databaseWarnings, readDatabaseConfig } from '../../../src/operate/config/read-config.ts';
import { CANARY, problemsOf, RIGHT, warningsOf } from './right-settings.ts';

/** Typed name, intended name, and what is then missing. */
const REFUSED: readonly (readonly [string, string, leaveOut?: string])[] = [
  ['CODE_HOST_APPID', 'CODE_HOST_APP_ID', 'CODE_HOST_APP_ID'],
  ['CODE_HOST_CLIENT_SECRT', 'CODE_HOST_CLIENT_SECRET', 'CODE_HOST_CLIENT_SECRET'],
  ['CODE_HOST_PRIVATE_KEY', 'CODE_HOST_APP_PRIVATE_KEY', 'CODE_HOST_APP_PRIVATE_KEY'],
  ['CODE_HOST_APP_PRIVATE_KEY_PATH', 'CODE_HOST_APP_PRIVATE_KEY_FILE', 'CODE_HOST_APP_PRIVATE_KEY'],
  ['CODE_HOST_WEBHOOKS_SECRET', 'CODE_HOST_WEBHOOK_SECRET'],
  ['APPID', 'APP_ID', 'CODE_HOST_APP_ID'],
  ['GITHUB_APP_ID', 'CODE_HOST_APP_ID', 'CODE_HOST_APP_ID'],
  ['TOKEN_SECRETS', 'TOKEN_SECRET', 'TOKEN_SECRET'],
  ['TOKEN_SECRET_FLIE', 'TOKEN_SECRET_FILE', 'TOKEN_SECRET'],
];

/** Misspelled names that other programs may read too. */
const WARNED: readonly (readonly [string, string, leaveOut?: string])[] = [
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['BASE_URI', 'BASE_URL', 'BASE_URL'],
  ['BASEURL', 'BASE_URL', 'BASE_URL'],
  ['GITHUB_WEBHOOK_SECRET', 'CODE_HOST_WEBHOOK_SECRET'],
  ['SESION_SECRET', 'SESSION_SECRET'],
  ['SESSION_SECERTS', 'SESSION_SECRET'],
  ['GHE_HOSTS', 'GHE_HOST'],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ['SHUTDOWN_DELY', 'SHUTDOWN_DELAY'],
  ['METRIC_PORT', 'METRICS_PORT'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['log_level', 'LOG_LEVEL'],
  ['RATELIMIT', 'RATE_LIMIT'],
  ['NODEENV', 'NODE_ENV'],
];

const entriesOf = (names: typeof REFUSED) => names.map(([name, meant, leaveOut = '']) => ({ name, meant, leaveOut }));

test.each(entriesOf(REFUSED))('$name is refused with the nearest right name, $meant', ({ name, meant, leaveOut }) => {
  const problems = problemsOf({ ...RIGHT, [leaveOut]: '', [name]: CANARY });
  expect(problems).toEqual([`${name} is not a setting of orgdesk. Did you mean ${meant}?`]);
});

test.each(entriesOf(WARNED))('$name is a warning with the nearest right name, $meant', ({ name, meant, leaveOut }) => {
  const warnings = warningsOf({ ...RIGHT, [leaveOut]: '', [name]: CANARY });
  expect(warnings).toContain(`${name} is not a setting of orgdesk. Did you mean ${meant}?`);
  expect(warnings.join()).not.toContain(CANARY);
});

test('commands that need the database alone are kept by none of them, and warn of its address', () => {
  const env = { DATABSE_URL: CANARY, LOGLEVEL: CANARY, TOKEN_SECRETS: CANARY };
  expect(readDatabaseConfig(env)).toMatchObject({ ok: true });
  expect(databaseWarnings(env)).toEqual(['DATABSE_URL is not a setting of orgdesk. Did you mean DATABASE_URL?']);
});

test('a name with our prefix that is near to none is refused, too', () => {
  expect(problemsOf({ ...RIGHT, CODE_HOST_REGION_NAME: 'x', CODE_HOST_SOMETHING_ELSE: CANARY })).toEqual([
    'CODE_HOST_REGION_NAME is not a setting of orgdesk. Remove it.',
    'CODE_HOST_SOMETHING_ELSE is not a setting of orgdesk. Remove it.',
  ]);
});

test('what other programs have in the environment keeps nothing from starting', () => {
  const others = [
    ...[
      'PORT_RANGE',
      'HOSTNAME',
      'HOSTS',
      'HOSTFILE',
      'POST',
      'PORTS',
      'GH_HOST',
      'GH_TOKEN',
      'GITHUB_API_URL',
      'GITHUB_URL',
    ],
    ...[
      'DATABASE_HOST',
      'DATABASE_NAME',
      'DATABASE_USER',
      'DATABASE_SSL',
      'DATABASE_PORT',
      'DATABASE_PASSWORD',
      'BASE_DIR',
    ],
    ...['LOG_FILE', 'LOG_DIR', 'NODE_OPTIONS', 'NODE_PATH', 'METRICS_PATH', 'SECRET', 'API_URL', 'APP_NAME', 'APP_ENV'],
    ...['ORGDESK_PORT', 'ORGDESK_SERVICE_HOST', 'ORGDESK_PORT_3000_TCP', 'KUBERNETES_SERVICE_HOST', 'SESSION_MANAGER'],
    ...['TOKEN_PATH', 'RATE', 'AUDIT_LOG', 'PROXY', 'http_proxy', 'NO_PROXY', 'SHELL', 'HOME', 'PATH', 'PWD', 'TERM'],
  ];
  const env = Object.fromEntries(others.map((name) => [name, 'x']));
  expect(problemsOf({ ...RIGHT, ...env })).toEqual([]);
  expect(problemsOf(env)).toEqual([]);
});

test('a name near to a setting that is given is somebody else’s', () => {
  expect(problemsOf({ ...RIGHT, DATABASE_URL: 'sqlite:x.db', DATABASE_URI: CANARY, TOKEN_SECRETS: CANARY })).toEqual(
    [],
  );
});
