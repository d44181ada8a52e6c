import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'vitest';
import { readConfig, settingsWarnings } from '../../../src/operate/config/read-config.ts';
import type { Environment } from '../../../src/operate/config/settings.ts';

/** In every value of which the tests look for traces. */
export const CANARY = 'canary-that-must-never-be-printed-anywhere';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

/** The public half of the App's key. */
export const PUBLIC_KEY = publicKey;

/** Settings of a real code host with which nothing is wrong. */
export const RIGHT = {
  BASE_URL: 'https://orgdesk.test',
  CODE_HOST_APP_ID: '7',
  CODE_HOST_APP_SLUG: 'org-admin',
  CODE_HOST_APP_PRIVATE_KEY: privateKey,
  CODE_HOST_CLIENT_ID: 'Iv23exampleexample',
  CODE_HOST_CLIENT_SECRET: `${CANARY}-of-the-client`,
  TOKEN_SECRET: `${CANARY}-of-tokens`,
} as const satisfies Environment;

/** Everything that is wrong with settings. */
export const problemsOf = (env: Environment): readonly string[] => {
  const read = readConfig(env);
  return read.ok ? [] : read.refusal;
};

/** Each case has a name, the settings that differ from the right ones, and the expected message. */
export type WrongSettings = readonly (readonly [string, Environment, string])[];

/** Fails unless this is all that is wrong, and the message has no value in it. */
export function expectProblem(env: Environment, message: string): void {
  expect(problemsOf({ ...RIGHT, ...env })).toEqual([message]);
  expect(message).not.toMatch(/canary/i);
}

/** Returns the warnings; throws if the settings are unusable. */
export function warningsOf(env: Environment): readonly string[] {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.refusal.join('\n'));
  return settingsWarnings(env, read.value, null);
}
