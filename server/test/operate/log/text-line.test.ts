import { describe, expect, test } from 'vitest';
import { createLog, createTextLine } from '../../../src/operate/log.ts';
import { run } from '../../program/configured.ts';

/** Formats one log entry for people. */
function shown(fields: object, { colored = false, sentence = 'something happened' } = {}): string {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) }, createTextLine(colored));
  log.warn(fields, sentence);
  return lines.join('');
}

describe('a line for people', () => {
  test('has time, level, sentence and fields', () => {
    expect(shown({ login: 'ada', took: 12, retryAt: null, names: ['a b', 'c'], message: 'two words' })).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} WARN {2}something happened login=ada took=12 retryAt=null names=\["a b","c"\] message="two words"\n$/,
    );
  });

  test('has the stack of an error and of its cause below it, with their codes', () => {
    const cause = Object.assign(new Error('why'), { code: 'ECONNREFUSED' });
    const lines = shown({ err: new Error('no', { cause }) }).split('\n');
    expect(lines[0]).toMatch(/something happened$/);
    expect(lines[1]).toBe('    Error: no');
    expect(lines[2]).toMatch(/^ {8}at /);
    expect(lines).toContain('    cause: Error: why (ECONNREFUSED)');
  });

  test('keeps secrets as the JSON does', () => {
    const token = 'ghu_0123456789abcdefghijABCDEFGHIJ';
    const line = shown({
      token: 'canary',
      inner: { clientSecret: 'canary' },
      err: new Error(`no: ${token} /p?code=canary`),
    });
    for (const secret of [token, 'canary']) expect(line).not.toContain(secret);
    expect(line).toContain('token=[removed]');
  });

  test.each([false, true])('lets no control character of a foreign text through, with colours %s', (colored) => {
    const hostile = 'a\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eb\r\n12:00:00.000 INFO  forged\u2028c\u0000\u007f';
    const line = shown(
      {
        login: hostile,
        [hostile]: 1,
        nested: { [hostile]: [hostile] },
        err: Object.assign(new Error(hostile), { stack: hostile }),
      },
      { colored, sentence: hostile },
    );
    const esc = String.fromCharCode(27);
    const ours = line.replaceAll(new RegExp(`${esc}\\[(?:2|22|31|33|39)m`, 'g'), '');
    expect(ours).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
    // Only a stack has line breaks, and its lines are indented.
    const [first, ...others] = ours.trimEnd().split('\n');
    expect(first).toMatch(/WARN/);
    expect(others.every((each) => each.startsWith('    '))).toBe(true);
  });
});

test.each([
  ['json', /^\{.*"msg":"a setting may be wrong"\}$/m],
  ['auto', /^\{.*"msg":"a setting may be wrong"\}$/m],
  ['text', /^\d\d:\d\d:\d\d\.\d{3} WARN {2}a setting may be wrong warning="SESION_SECRET .*"$/m],
])('where nobody looks on, LOG_FORMAT=%s is what it says, without colours', async (format, line) => {
  const env = { LOG_FORMAT: format, SESION_SECRET: 'x', DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const program = run({ env });
  await program.ended;
  expect(program.out()).toMatch(line);
  expect(program.out()).not.toContain(String.fromCharCode(27));
});
