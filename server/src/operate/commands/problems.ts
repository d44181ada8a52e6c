import type { Logger } from 'pino';
import { fileWarnings, type SettingsFile, type SettingsFound, withEnvFile } from '../config/env-file.ts';
import { type Config, readConfig } from '../config/read-config.ts';
import type { Environment } from '../config/settings.ts';
import { createLog, textLineFor } from '../log.ts';

/** Reports a failure on standard error and sets exit code 1. */
export function fail(...lines: readonly string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
}

/** Writes a result to standard output. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

export const warn = (warnings: readonly string[]): void =>
  void process.stderr.write(warnings.map((each) => `Warning: ${each}\n`).join(''));

/** Returns null after reporting problems of the settings file. */
export function findSettings(env: Environment, path: string | null): SettingsFound | null {
  const found = withEnvFile(env, { path, folder: process.cwd() });
  if (found.ok) return found.value;
  return failUnusable(found.refusal);
}

export function warnOfIgnoredFile(file: SettingsFile | null): void {
  if (file !== null && file.ignoredBecause !== null) warn(fileWarnings(file));
}

/** Returns null after reporting all problems. */
export function usableConfig(env: Environment): Config | null {
  const read = readConfig(env);
  return read.ok ? read.value : failUnusable(read.refusal);
}

export function failUnusable(problems: readonly string[]): null {
  fail('The settings are invalid:', ...problems.map((problem) => `  - ${problem}`));
  return null;
}

/** Logs to standard error, because standard output holds the result. */
export const commandLog = ({ logFormat }: Pick<Config, 'logFormat'>): Logger =>
  createLog('warn', { write: (line) => void process.stderr.write(line) }, textLineFor(logFormat, process.stderr));
