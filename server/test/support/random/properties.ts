import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect } from 'vitest';
import { inSeries, SEED } from '../series.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

// Each property begins at the seed of the run.
fc.configureGlobal({ seed: SEED, reporter: throwIfFailed });

/** Parameters of a property: few cases in `npm test`, many in the series. Examples among them count. */
export const cases = (count: { readonly brief: number; readonly full: number }): { readonly numRuns: number } => ({
  numRuns: inSeries(count.full, count.brief),
});

/** The command that runs the running test again with the same random input. */
export function commandToRepeat(): string {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const [project = '', ...path] = relative(ROOT, testPath).split(sep);
  const environment = ['TEST_SERIES', 'TEST_POSTGRES'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [`${name}=${value}`];
  });
  const pattern = `^${currentTestName.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
  const words = ['npx vitest run --root', project, path.join('/'), '-t', `'${pattern.replaceAll("'", "'\\''")}'`];
  return [...environment, `TEST_SEED=${SEED}`, ...words].join(' ');
}

function throwIfFailed(run: fc.RunDetails<unknown>): void {
  if (!run.failed) return;
  const cause = run.errorInstance;
  const found =
    run.counterexamplePath === null
      ? [fc.defaultReportMessage(run)]
      : [
          `Seed ${run.seed}, path "${run.counterexamplePath}", shrunk ${run.numShrinks} times`,
          `Counterexample: ${fc.stringify(run.counterexample)}`,
          String(cause),
        ];
  // The list of failures at the end of a run has only the first line.
  const first = `Property failed after ${run.numRuns} cases; to repeat it: ${commandToRepeat()}`;
  throw new Error([first, ...found].join('\n'), { cause });
}
