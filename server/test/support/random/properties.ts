import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect } from 'vitest';
import { commandToRepeat } from '../../../../scripts/tests/command-to-repeat.ts';
import { inSeries, SEED } from '../series.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

// Each property begins at the seed of the run.
fc.configureGlobal({ seed: SEED, reporter: throwIfFailed });

/** Parameters of a property: few cases in `npm test`, many in the series. Examples among them count. */
export const cases = (count: { readonly brief: number; readonly full: number }): { readonly numRuns: number } => ({
  numRuns: inSeries(count.full, count.brief),
});

/** The command that runs the running test again with the same random input. */
export function commandToRepeatThis(): string {
  const { testPath = '', currentTestName = '' } = expect.getState();
  return commandToRepeat({ file: relative(ROOT, testPath).replaceAll(sep, '/'), name: currentTestName });
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
  const first = `Property failed after ${run.numRuns} cases; to repeat it: ${commandToRepeatThis()}`;
  throw new Error([first, ...found].join('\n'), { cause });
}
