import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

/** A fault planted by hand in a guard. */
export interface Mutant {
  readonly fault: string;
  /** From `server/src`. */
  readonly file: string;
  /** Found exactly once in the file. */
  readonly original: string;
  readonly replacement: string;
  /** Below `server/test`: files of which at least one test has to fail. */
  readonly tests: readonly string[];
  /** Why no test can tell the difference; such a mutant is not run. */
  readonly equivalent?: string | undefined;
}

type Fault = readonly [fault: string, original: string, replacement: string, equivalent?: string];

/** Faults of one file, which the same tests notice. */
export const faultsIn = (file: string, tests: readonly string[], faults: readonly Fault[]): readonly Mutant[] =>
  faults.map(([fault, original, replacement, equivalent]) => ({
    file,
    tests,
    fault,
    original,
    replacement,
    equivalent,
  }));

/** The text of a file with the fault in it. Throws when the snippet is not there exactly once, or leaves no program. */
export function mutated({ fault, file, original, replacement }: Mutant, root: string): string {
  const source = readFileSync(join(root, 'server/src', file), 'utf8');
  const found = source.split(original).length - 1;
  if (found !== 1) throw new Error(`${file}: the snippet of "${fault}" is found ${found} times, not once: ${original}`);
  const text = source.replace(original, () => replacement);
  stripTypeScriptTypes(text);
  return text;
}
