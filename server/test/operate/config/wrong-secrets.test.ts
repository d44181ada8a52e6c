import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { CANARY, expectProblem, PUBLIC_KEY, RIGHT, type WrongSettings } from './right-settings.ts';

const PEM = RIGHT.CODE_HOST_APP_PRIVATE_KEY;
const rsa = createPrivateKey(PEM);
const withPassword = rsa.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' });
const ofOldStyle = rsa.export({ type: 'pkcs1', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'x' });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });

const folder = mkdtempSync(join(tmpdir(), 'orgdesk-wrong-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const unreadable = file('unreadable', CANARY);
chmodSync(unreadable, 0o000);
mkdirSync(join(folder, 'a-folder'));

const WRONG: WrongSettings = [
  // Keys.
  [
    'a public key',
    { CODE_HOST_APP_PRIVATE_KEY: PUBLIC_KEY },
    'CODE_HOST_APP_PRIVATE_KEY is a public key: generate a private key under "Private keys" on the App\'s settings page.',
  ],
  [
    'a key of another kind',
    { CODE_HOST_APP_PRIVATE_KEY: String(ec) },
    "CODE_HOST_APP_PRIVATE_KEY is another type of key: it must be the App's RSA private key.",
  ],
  [
    'a key with a password',
    { CODE_HOST_APP_PRIVATE_KEY: String(withPassword) },
    'CODE_HOST_APP_PRIVATE_KEY is encrypted with a passphrase: remove it with `openssl rsa -in KEY -out NEW`.',
  ],
  [
    'a key with a password, in the old form',
    { CODE_HOST_APP_PRIVATE_KEY: String(ofOldStyle) },
    'CODE_HOST_APP_PRIVATE_KEY is encrypted with a passphrase: remove it with `openssl rsa -in KEY -out NEW`.',
  ],
  [
    'a key that is cut off',
    { CODE_HOST_APP_PRIVATE_KEY: String(PEM).slice(0, 700) },
    'CODE_HOST_APP_PRIVATE_KEY is incomplete: its last line, -----END …, is missing.',
  ],
  [
    'a key without its middle',
    { CODE_HOST_APP_PRIVATE_KEY: String(PEM).replace(/\n.{64}\n/, '\n') },
    'CODE_HOST_APP_PRIVATE_KEY is corrupted: use the file as downloaded from the code host, or its base64.',
  ],
  [
    'a key by its path',
    { CODE_HOST_APP_PRIVATE_KEY: '/run/secrets/canary.pem' },
    'CODE_HOST_APP_PRIVATE_KEY is a path: use CODE_HOST_APP_PRIVATE_KEY_FILE for a path.',
  ],
  [
    'a key that is none',
    { CODE_HOST_APP_PRIVATE_KEY: CANARY },
    'CODE_HOST_APP_PRIVATE_KEY must be an RSA private key: PEM, PEM with \\n for line breaks, or base64 of a PEM.',
  ],
  [
    'a key in place of its path',
    { CODE_HOST_APP_PRIVATE_KEY: '', PRIVATE_KEY_PATH: String(PEM) },
    'PRIVATE_KEY_PATH must be a path; to set the value itself, use the name without _FILE.',
  ],

  // Files.
  [
    'a file that is not there',
    { TOKEN_SECRET: '', TOKEN_SECRET_FILE: join(folder, 'canary') },
    'TOKEN_SECRET_FILE refers to a file that does not exist.',
  ],
  [
    'a folder as file',
    { TOKEN_SECRET: '', TOKEN_SECRET_FILE: join(folder, 'a-folder') },
    'TOKEN_SECRET_FILE refers to a file that is a directory.',
  ],
  [
    'an empty file',
    { TOKEN_SECRET: '', TOKEN_SECRET_FILE: file('empty', ' \n') },
    'TOKEN_SECRET_FILE refers to an empty file.',
  ],
  [
    'a file with a short secret',
    { TOKEN_SECRET: '', TOKEN_SECRET_FILE: file('short', 'canary') },
    'The file in TOKEN_SECRET_FILE must have at least 32 characters in each of its secrets: generate one with `openssl rand -hex 32`.',
  ],
  [
    'a value and its file',
    { TOKEN_SECRET_FILE: file('secret', CANARY) },
    'TOKEN_SECRET and TOKEN_SECRET_FILE are both set: remove one of them.',
  ],

  // Secrets.
  [
    'a short secret',
    { SESSION_SECRET: 'canary' },
    'SESSION_SECRET must have at least 32 characters: generate one with `openssl rand -hex 32`.',
  ],
  [
    'a short secret in a list',
    { TOKEN_SECRET: `${CANARY}-1,canary` },
    'TOKEN_SECRET must have at least 32 characters in each of its secrets: generate one with `openssl rand -hex 32`.',
  ],
  [
    'a list with an empty entry',
    { TOKEN_SECRET: `${CANARY},` },
    'TOKEN_SECRET has an extra comma: secrets must not be empty.',
  ],
];

test.each(WRONG)('%s is told in one clear sentence without its value', (_what, env, sentence) =>
  expectProblem(env, sentence),
);

// Root may read every file.
test.skipIf(process.getuid?.() === 0)('a file that the user may not read is told so', () => {
  expectProblem(
    { TOKEN_SECRET: '', TOKEN_SECRET_FILE: unreadable },
    "TOKEN_SECRET_FILE refers to a file that orgdesk's user cannot read.",
  );
});
