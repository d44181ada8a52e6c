import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

test('a brief look at one row starts everything, checks the answers and prints a table', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, '4', '--brief']);
  expect(stdout).toMatch(/^What +Ours +Reference +Ratio +Target/);
  expect(stdout).toMatch(/^4 {2}POST \/api\/install\/webhook, 8 KB +[\d.]+ µs +bare, reads and hashes: [\d.]+ µs +\d/m);
});
