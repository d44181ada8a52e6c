import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/operate/config/read-config.ts';
import type { Environment } from '../../../src/operate/config/settings.ts';
import { CANARY, problemsOf, RIGHT, warningsOf } from './right-settings.ts';

const PEM = RIGHT.CODE_HOST_APP_PRIVATE_KEY;
const BASE64 = Buffer.from(PEM).toString('base64');
const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const QUOTED_KEY = 'CODE_HOST_APP_PRIVATE_KEY has quotes around its value, which were ignored.';

const configOf = (env: Environment) => {
  const read = readConfig({ ...RIGHT, ...env });
  if (!read.ok) throw new Error(read.refusal.join('\n'));
  return read.value;
};

test.each<readonly [string, Environment, string]>([
  ['quotes around a PEM', { CODE_HOST_APP_PRIVATE_KEY: `"${PEM}"` }, QUOTED_KEY],
  ['quotes around one line of it', { CODE_HOST_APP_PRIVATE_KEY: `'${PEM.replaceAll('\n', '\\n')}'` }, QUOTED_KEY],
  ['quotes around base64', { CODE_HOST_APP_PRIVATE_KEY: `"${BASE64}"` }, QUOTED_KEY],
  [
    'a short key',
    { CODE_HOST_APP_PRIVATE_KEY: String(short) },
    'CODE_HOST_APP_PRIVATE_KEY is shorter than 2048 bits, the minimum that the code host generates.',
  ],
  [
    'one secret twice',
    { TOKEN_SECRET: `${CANARY}, ${CANARY}` },
    'TOKEN_SECRET contains a secret twice: to rotate keys, add a new secret next to the old one.',
  ],
  [
    'quotes around a secret',
    { CODE_HOST_WEBHOOK_SECRET: `"${CANARY}"` },
    'CODE_HOST_WEBHOOK_SECRET has quotes around its value, which become part of it.',
  ],
  ['a format of another logger', { LOG_FORMAT: 'logfmt' }, 'LOG_FORMAT must be auto, json or text; using auto.'],
  [
    'quotes around NODE_ENV',
    { NODE_ENV: '"production"' },
    'NODE_ENV has quotes around its value, which change its meaning.',
  ],
])('%s: usable, with one warning without its value', (_what, env, sentence) => {
  expect(warningsOf({ ...RIGHT, ...env })).toEqual([sentence]);
});

test('what is right gives no warning', () => {
  expect(warningsOf(RIGHT)).toEqual([]);
});

test('the values are what they were meant to be', () => {
  expect(configOf({ CODE_HOST_APP_PRIVATE_KEY: `"${PEM}"` }).codeHost?.appPrivateKey.trim()).toBe(PEM.trim());
  expect(configOf({ TOKEN_SECRET: `${CANARY}-1,${CANARY},${CANARY}-1` }).tokenSecrets).toEqual([`${CANARY}-1`, CANARY]);
  expect(configOf({ LOG_FORMAT: '"logfmt"' }).logFormat).toBe('auto');
  expect(configOf({ NODE_ENV: '"production"' }).isProduction).toBe(false);
});

test.each([
  [{ CODE_HOST_API_URL: 'https://gateway.test/api/v3' }],
  [{ CODE_HOST_API_URL: 'https://gateway.test/api/v3/' }],
  [{ CODE_HOST_API_URL: 'https://gateway.test/api/v3', CODE_HOST_URL: 'https://acme.ghe.com' }],
  [{ CODE_HOST_API_URL: 'https://gateway.test/rest', CODE_HOST_URL: 'https://ghe.test' }],
])('a gateway in front of the API is nobody else’s: %j', (env) => {
  expect(problemsOf({ ...RIGHT, ...env })).toEqual([]);
});
