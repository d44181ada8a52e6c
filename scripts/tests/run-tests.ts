import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** One call of vitest: file names and options, and variables beside those of this process. */
interface TestRun {
  readonly parameters: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** More failed files than this have one cause, which repeating does not remove. */
const MOST_REPEATED = 8;

interface Failure {
  readonly file: string;
  readonly lines: readonly string[];
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/**
 * Runs the tests, then repeats each failed file alone, one test after the other: what fails only beside other work
 * passes then. Both are listed at the end, where a long output is read. Returns 0 if each file passed in the end.
 */
export async function runTests(runs: readonly TestRun[]): Promise<number> {
  const lines: string[] = [];
  let code = 0;
  for (const run of runs) {
    const first = await vitest(run);
    if (first.code === 0) continue;
    const repeatable = first.failures.length > 0 && first.failures.length <= MOST_REPEATED;
    if (!repeatable) code = first.code;
    if (!repeatable) lines.push(...first.failures.flatMap(({ file, lines: failed }) => [file, ...failed]));
    for (const { file, lines: failed } of repeatable ? first.failures : []) {
      const repeated = await vitest(alone(run, file));
      if (repeated.code !== 0) code = repeated.code;
      lines.push(`${repeated.code === 0 ? 'failed once, passed when repeated alone' : 'FAILED TWICE'}: ${file}`);
      lines.push(...failed.map((line) => `  ${line}`));
      lines.push(...repeated.failures.flatMap((failure) => failure.lines.map((line) => `  again: ${line}`)));
    }
  }
  if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
  return code;
}

const alone = ({ parameters, environment }: TestRun, file: string): TestRun => ({
  parameters: [file, '--maxWorkers=1', ...optionsOf(parameters)],
  environment,
});

const optionsOf = (parameters: readonly string[]): readonly string[] => {
  const start = parameters.findIndex((parameter) => parameter.startsWith('-'));
  return start === -1 ? [] : parameters.slice(start);
};

async function vitest({ parameters, environment }: TestRun): Promise<{ code: number; failures: readonly Failure[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'orgdesk-tests-'));
  const output = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const code = await new Promise<number>((resolve) => {
    const env = { ...process.env, ...environment };
    const run = spawn('vitest', ['run', ...parameters, ...reporters], { cwd: ROOT, stdio: 'inherit', env });
    run.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  const failures = existsSync(output) ? failuresIn(JSON.parse(readFileSync(output, 'utf8')) as Report) : [];
  rmSync(folder, { recursive: true });
  return { code, failures };
}

const failuresIn = ({ testResults }: Report): readonly Failure[] =>
  testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const lines = failed.map((test) => `${test.fullName}: ${firstLine(test.failureMessages[0] ?? '')}`);
      return { file: relative(ROOT, name), lines: lines.length > 0 ? lines : [firstLine(message)] };
    });

const firstLine = (text: string): string => text.split('\n')[0]?.slice(0, 1_000) ?? '';
