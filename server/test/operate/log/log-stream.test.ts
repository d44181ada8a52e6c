import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('log-writer-program.ts', import.meta.url));
const LINES = 20_000;

/** Runs a program that logs many lines at once, and then one more as soon as it reads something. */
function runWriter(stdout: 'pipe' | number) {
  const child = spawn(process.execPath, [PROGRAM, String(LINES)], { stdio: ['pipe', stdout, 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('lines that come faster than they are taken are dropped, and their number is told once', async () => {
  const child = runWriter('pipe');
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  await expect.poll(() => text).toContain('log lines were lost');
  child.stdin?.end('go on');
  expect(await once(child, 'close')).toEqual([0, null]);

  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const lost = lines.filter(({ msg }) => msg === 'log lines were lost: the output did not accept them');
  const counted = lines.filter(({ msg }) => msg === 'counted');
  expect(lost).toHaveLength(1);
  expect(lost[0].lines).toBeGreaterThan(0);
  expect(counted.length + lost[0].lines).toBe(LINES);
  expect(counted.map(({ index }) => index)).toEqual(counted.map((_line, index) => index));
  expect(lines.at(-1).msg).toBe('the last line');
});

test('a reader that takes nothing keeps neither the program nor its end', async () => {
  const child = runWriter('pipe');
  child.stdin?.end('go on');

  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.skipIf(!existsSync('/dev/full'))('a full disk keeps neither the program nor its end', async () => {
  const stdout = openSync('/dev/full', 'w');
  const child = runWriter(stdout);
  closeSync(stdout);
  child.stdin?.end('go on');

  expect(await once(child, 'exit')).toEqual([0, null]);
});
