import type { Logger } from 'pino';
import { createLog } from '../adapters/system/log.ts';
import { textLineFor } from '../adapters/system/text-line.ts';
import { type SettingsFile, type SettingsFound, withEnvFile } from '../config/env-file.ts';
import { type Config, readConfig } from '../config/read-config.ts';
import type { Environment } from '../config/settings.ts';
import { fileWarnings } from '../config/warnings.ts';

/** Says on standard error why a command did nothing, or not all; the process will end with code 1. */
export function fail(...lines: readonly string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
}

/** Says on standard error what may be wrong, of a command that goes on. */
export const warn = (warnings: readonly string[]): void =>
  void process.stderr.write(warnings.map((each) => `Warning: ${each}\n`).join(''));

/** The environment with the env file below it, or null after saying all that is wrong with that. */
export function settingsFound(env: Environment, path: string | null): SettingsFound | null {
  const found = withEnvFile(env, { path, folder: process.cwd() });
  if (found.ok) return found.value;
  return tellUnusable(found.refusal);
}

/** Says that a file of settings is not used, which somebody may rely on. */
export function tellLeftAside(file: SettingsFile | null): void {
  if (file !== null && file.leftAside !== null) warn(fileWarnings(file));
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

/** The log of a command whose answer goes to standard output: warnings and errors, on standard error. */
export const commandLog = ({ logFormat }: Pick<Config, 'logFormat'>): Logger =>
  createLog('warn', { write: (line) => void process.stderr.write(line) }, textLineFor(logFormat, process.stderr));
