import { readFileSync } from 'node:fs';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Environment, Setting } from './settings.ts';

export interface Source {
  readonly name: string;
  /** The subject of messages about the value. */
  readonly subject: string;
  /** The refusal completes a sentence about `name`. */
  readonly read: () => Result<string, string>;
}

/** Null if absent or blank. */
export const envValue = (env: Environment, name: string): string | null => env[name]?.trim() || null;

/** More than one source is an error. */
export function sourcesOf(
  { name, aliases = [], fileAliases = [], fromAlias = ok }: Setting<unknown>,
  env: Environment,
): readonly Source[] {
  const source = (from: string, subject: string, read: (text: string) => Result<string, string>): readonly Source[] => {
    const text = envValue(env, from);
    return text === null ? [] : [{ name: from, subject, read: () => read(text) }];
  };
  return [
    ...source(name, name, ok),
    ...aliases.flatMap((alias) => source(alias, alias, fromAlias)),
    ...[`${name}_FILE`, ...fileAliases].flatMap((file) => source(file, `The file in ${file}`, contentOf)),
  ];
}

function contentOf(path: string): Result<string, string> {
  if (/\n|-----BEGIN/.test(path)) return refuse('must be a path; to set the value itself, use the name without _FILE');
  try {
    const content = readFileSync(path, 'utf8').trim();
    return content === '' ? refuse('refers to an empty file') : ok(content);
  } catch (error) {
    return refuse(`refers to a file that ${reasonOf(error)}`);
  }
}

/** Completes a sentence about the file. */
export function reasonOf(error: unknown): string {
  const code = String(Object(error).code);
  if (code === 'ENOENT') return 'does not exist';
  if (code === 'EISDIR') return 'is a directory';
  if (code === 'EACCES') return "orgdesk's user cannot read";
  return `cannot be read (${code})`;
}
