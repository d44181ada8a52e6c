import { expect, test } from 'vitest';
import { createLog } from '../../../src/operate/log.ts';

const TOKEN = 'ghu_0123456789abcdefghijABCDEFGHIJ';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl';
const SESSION_ID = 'ab'.repeat(32);

function logged(fields: object): string {
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).info(fields, 'something happened');
  return lines.join('');
}

test.each([
  ['an error', () => ({ err: new Error(`no: ${TOKEN} ${JWT} ${SESSION_ID} http://h/p?code=canary`) })],
  [
    'the cause of an error',
    () => ({ err: new Error('no', { cause: new Error(`${TOKEN} ${JWT} ${SESSION_ID} /p?code=canary`) }) }),
  ],
  ['a refusal', () => ({ refusal: { kind: 'rejected', message: `${TOKEN} ${JWT} ${SESSION_ID} /p?code=canary` } })],
  [
    'several refusals',
    () => ({ refusals: [{ kind: 'rejected', message: `${TOKEN} ${JWT} ${SESSION_ID} ?code=canary` }] }),
  ],
])('what looks like a secret in the message of %s does not reach the log', (_what, fields) => {
  const line = logged(fields());
  for (const secret of [TOKEN, JWT, SESSION_ID, 'canary']) expect(line).not.toContain(secret);
  expect(line).toContain('[removed]');
});

test.each(['accessToken', 'refreshToken', 'token', 'code', 'state', 'csrf', 'cookie', 'authorization', 'clientSecret'])(
  'a field called %s does not reach the log',
  (name) => {
    expect(logged({ [name]: 'canary' })).not.toContain('canary');
    expect(logged({ inner: { [name]: 'canary' } })).not.toContain('canary');
  },
);

test.each(['ECONNREFUSED', '57P03', 'ERR_SQLITE_ERROR'])(
  'the code %s of an error and of its cause reaches the log',
  (code) => {
    const error = Object.assign(new Error('no', { cause: Object.assign(new Error('why'), { code }) }), { code });
    expect(JSON.parse(logged({ err: error }))).toMatchObject({ err: { code, cause: { code } } });
  },
);

test('a code of the OAuth flow does not, though it is called the code of an error or of its cause', () => {
  const canary = { code: '0a1b2c3d4e5f60718293' };
  const error = Object.assign(new Error('no', { cause: Object.assign(new Error('why'), canary) }), canary);
  expect(logged({ err: error })).not.toContain(canary.code);
});

test('the dates of a refusal reach the log', () => {
  const retryAt = new Date('2026-11-21T08:00:00.000Z');
  const line = logged({ refusal: { kind: 'rate-limited', retryAt }, refusals: [{ retryAt }] });
  expect(JSON.parse(line)).toMatchObject({
    refusal: { kind: 'rate-limited', retryAt: retryAt.toISOString() },
    refusals: [{ retryAt: retryAt.toISOString() }],
  });
});

test('every entry is one JSON line, whatever is in it', () => {
  const hostile = 'a\r\nb\u2028c\u001b[31m"}{\n{"level":"fatal"}';
  const line = logged({ login: hostile });
  expect(line.trimEnd()).not.toContain('\n');
  expect(JSON.parse(line)).toMatchObject({ level: 'info', login: hostile, msg: 'something happened' });
});
