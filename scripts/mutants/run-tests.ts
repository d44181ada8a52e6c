import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Result of a test run, with its output up to a limit. */
export interface TestRun {
  readonly outcome: 'passed' | 'failed' | 'timed-out';
  readonly output: string;
}

export interface TestRunOptions {
  readonly root: string;
  /** Below `server/test`; or those that `npm test`, or `npm test -- --changed`, chooses. */
  readonly tests: readonly string[] | 'all' | 'changed';
  readonly databaseUrl: string;
  readonly limitMs: number;
  /** Ends with the first failed test. */
  readonly bail: boolean;
}

const OUTPUT_CHARACTERS = 20_000;

/** Runs test files in a process group of its own, which ends with the limit. */
export function runTests({ root, tests, databaseUrl, limitMs, bail }: TestRunOptions): Promise<TestRun> {
  const vitest = spawn(
    process.execPath,
    typeof tests === 'string' ? scriptOf(root, tests) : vitestOf(root, tests, bail),
    {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
        TEST_DATABASE_URL: databaseUrl,
        ...(typeof tests !== 'string' &&
          tests.some((test) => test.endsWith('.series.test.ts')) && { TEST_SERIES: 'full' }),
        NO_COLOR: '1',
      },
    },
  );
  const end = () => {
    if (vitest.pid !== undefined && vitest.exitCode === null) process.kill(-vitest.pid, 'SIGKILL');
  };
  process.once('exit', end);
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-OUTPUT_CHARACTERS);
  };
  vitest.stdout.on('data', keep);
  vitest.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, limitMs);
    vitest.once('error', reject);
    vitest.once('close', (code) => {
      clearTimeout(timer);
      process.removeListener('exit', end);
      resolve({ outcome: timedOut ? 'timed-out' : code === 0 ? 'passed' : 'failed', output });
    });
  });
}

const scriptOf = (root: string, tests: 'all' | 'changed'): readonly string[] => [
  join(root, 'scripts/test.ts'),
  ...(tests === 'changed' ? ['--changed'] : []),
];

const vitestOf = (root: string, tests: readonly string[], bail: boolean): readonly string[] => [
  join(root, 'node_modules/vitest/vitest.mjs'),
  ...['run', '--root', 'server', '--reporter', 'dot', '--maxWorkers', '2', ...(bail ? ['--bail', '1'] : [])],
  ...tests.map((path) => `test/${path}`),
];
