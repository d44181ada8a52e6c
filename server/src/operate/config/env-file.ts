import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { ALL_SETTINGS } from './all-settings.ts';
import { type FileReaders, readDefaultFile, readNamedFile } from './env-file-text.ts';
import { isKnownName, nearestSettingName, notASetting } from './misspelled.ts';
import { type Environment, namesOf } from './settings.ts';
import { envValue } from './sources.ts';

export const ENV_FILE = 'orgdesk.env';

export interface SettingsFile {
  readonly path: string;
  /** Why the file was ignored, as the end of a sentence. */
  readonly ignoredBecause: string | null;
  readonly readers: FileReaders;
}

export interface SettingsFound {
  readonly env: Environment;
  readonly file: SettingsFile | null;
}

/**
 * The environment takes precedence under any alias. Without a path, reads `orgdesk.env` in the folder, unless it is
 * unreadable or unsafe. Refuses with all problems of the file.
 */
export function withEnvFile(
  env: Environment,
  { path, folder }: { readonly path: string | null; readonly folder: string },
): Result<SettingsFound, readonly string[]> {
  const name = path ?? ENV_FILE;
  const where = path ?? join(folder, ENV_FILE);
  const file = path === null ? readDefaultFile(where) : readNamedFile(where);
  if (file.kind === 'none') return ok({ env, file: null });
  if (file.kind === 'left-aside')
    return ok({ env, file: { path: where, ignoredBecause: file.why, readers: 'nobody' } });
  if (file.kind === 'unusable') return refuse([`The settings file ${name} ${file.why}.`]);
  const read = readEnvFile(file.text, env);
  if (!read.ok) return refuse(read.refusal.map((problem) => `${name}, ${problem}`));
  return ok({
    env: { ...valuesBelow(env, read.value), ...present(env) },
    file: { path: where, ignoredBecause: null, readers: file.readers },
  });
}

const present = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => envValue(env, name) !== null));

function valuesBelow(env: Environment, values: Environment): Environment {
  const decided = new Set(
    ALL_SETTINGS.map(namesOf)
      .filter((names) => names.some((name) => envValue(env, name) !== null))
      .flat(),
  );
  return Object.fromEntries(Object.entries(values).filter(([name]) => !decided.has(name)));
}

/** The unambiguous part of `parseEnv`'s syntax: a comment or NAME=VALUE. */
const ENTRY =
  /[^\S\n]*(?:(?<comment>#.*)?|(?:export[^\S\n]+)?(?<name>[A-Za-z_]\w*)[^\S\n]*=[^\S\n]*(?<value>'[^']*'|"[^"]*"|`[^`]*`|[^\s'"`#](?:[^\n#]*[^\s#])?)?(?:[^\S\n]+#.*|[^\S\n]*))(?:\n|$)/y;

const OF_TRACES = /^OTEL_[A-Z_]+$/;
/** Read by Node.js and libraries, from the environment only. */
const OF_THE_ENVIRONMENT = /^(NODE_|PG|HTTPS?_PROXY$|NO_PROXY$|SSL_CERT_|TZ$)/i;

function readEnvFile(content: string, env: Environment): Result<Environment, readonly string[]> {
  const text = content.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const problems: string[] = [];
  const values: Record<string, string> = {};
  const entry = new RegExp(ENTRY);
  for (let at = 0; at < text.length; at = entry.lastIndex) {
    entry.lastIndex = at;
    const line = `line ${text.slice(0, at).split('\n').length}`;
    const found = entry.exec(text);
    if (found === null) {
      problems.push(
        `${line} is neither a comment nor NAME=VALUE. Enclose a value with #, quotes or several lines in another kind of quotes.`,
      );
      const next = text.indexOf('\n', at);
      entry.lastIndex = next < 0 ? text.length : next + 1;
      continue;
    }
    const { name, value } = found.groups ?? {};
    if (name === undefined) continue;
    if (Object.hasOwn(values, name)) problems.push(`${line}: ${name} is set twice: remove one of them.`);
    if (!isKnownName(name) && !OF_TRACES.test(name)) {
      if (envValue(env, name) === null) problems.push(`${line}: ${unknown(name)}`);
      continue;
    }
    values[name] = value === undefined ? '' : (parseEnv(`${name}=${value}`)[name] ?? '');
  }
  return problems.length === 0 ? ok(values) : refuse(problems);
}

const unknown = (name: string): string =>
  OF_THE_ENVIRONMENT.test(name)
    ? `${name} is read by Node.js, not by orgdesk: set it in the environment.`
    : notASetting(name, nearestSettingName(name));

/** Throws if a value contains every kind of quote. */
export const envFileText = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${quoted(name, value)}\n`)
    .join('');

function quoted(name: string, value: string): string {
  if (/^[\w.:/@+,=-]*$/.test(value)) return value;
  const quote = ["'", '`', '"'].find((each) => !value.includes(each) && !(each === '"' && value.includes('\\')));
  if (quote === undefined) throw new Error(`${name} contains all kinds of quotes and cannot be written to an env file`);
  return `${quote}${value}${quote}`;
}
