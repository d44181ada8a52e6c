import { type Config, readConfig } from '../config/read-config.ts';
import type { Environment } from '../config/settings.ts';

/** Says on standard error why a command did nothing, or not all; the process will end with code 1. */
export function fail(...lines: readonly string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
}

/** The settings, or null after saying all that is wrong with them. */
export function usableConfig(env: Environment): Config | null {
  const read = readConfig(env);
  return read.ok ? read.value : tellUnusable(read.refusal);
}

/** Says all that is wrong with settings. */
export function tellUnusable(problems: readonly string[]): null {
  fail('The settings are not usable:', ...problems.map((problem) => `  - ${problem}`));
  return null;
}
