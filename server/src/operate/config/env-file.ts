import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { ALL_SETTINGS, isKnownName, nearestSettingName, notASetting } from './all-settings.ts';
import { type Environment, envValue, namesOf, reasonOf } from './settings.ts';

export type FileText =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string; readonly readers: FileReaders }
  | { readonly kind: 'left-aside'; readonly why: string }
  /** Completes a sentence about the file. */
  | { readonly kind: 'unusable'; readonly why: string };

/**
 * Who can read a file beside those who must. `others`: of a file of one's own, or read by root. A file of somebody else
 * may be meant to be read through its group: `others-beside-group`, or is open to everybody, orgdesk among them:
 * `everybody`.
 */
type FileReaders = 'others' | 'others-beside-group' | 'everybody' | 'nobody';

type Owned = Pick<Stats, 'uid' | 'gid' | 'mode'>;

/** Windows has no user IDs or useful file modes. */
const HAS_USERS = process.getuid !== undefined;
const WRITTEN_BY_ANYBODY = 0o002;
const WRITTEN_BY_OTHERS = 0o022;

export function readNamedFile(path: string): FileText {
  try {
    return textOf(path, constants.O_RDONLY, ({ mode }) =>
      HAS_USERS && (mode & WRITTEN_BY_ANYBODY) !== 0
        ? { kind: 'unusable', why: 'is writable by everyone: run chmod 600 on it' }
        : null,
    );
  } catch (error) {
    return { kind: 'unusable', why: reasonOf(error) };
  }
}

/**
 * Ignores a default file that another user could have written, and an unreadable one of root, which systemd has
 * probably loaded.
 */
export function readDefaultFile(path: string): FileText {
  try {
    // Also checks the owner of a link.
    const foreign = whyForeign(lstatSync(path));
    if (foreign !== null) return { kind: 'left-aside', why: foreign };
    // Without `O_NONBLOCK`, opening a pipe would block startup.
    return textOf(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0), (file) => {
      const why = whyForeign(file) ?? whyOpen(file);
      return why === null ? null : { kind: 'left-aside', why };
    });
  } catch (error) {
    const code = String(Object(error).code);
    if (code === 'ENOENT') return { kind: 'none' };
    return code === 'EACCES' || code === 'EPERM'
      ? { kind: 'left-aside', why: "orgdesk's user cannot read it" }
      : { kind: 'unusable', why: reasonOf(error) };
  }
}

const whyForeign = ({ uid }: Owned): string | null =>
  HAS_USERS && uid !== process.getuid?.() && uid !== 0 ? "neither orgdesk's user nor root owns it" : null;

const whyOpen = ({ mode }: Owned): string | null =>
  HAS_USERS && (mode & WRITTEN_BY_OTHERS) !== 0 ? 'other users can write to it: run chmod 600 on it' : null;

const READ_BY_ANYBODY = 0o004;
const READ_BY_OTHERS = 0o044;

function readersOf({ uid, gid, mode }: Owned): FileReaders {
  const user = process.getuid?.();
  if (user === undefined) return 'nobody';
  if (user === uid || user === 0) return (mode & READ_BY_OTHERS) === 0 ? 'nobody' : 'others';
  if ((mode & READ_BY_ANYBODY) === 0) return 'nobody';
  const groups = [process.getegid?.(), ...(process.getgroups?.() ?? [])];
  return groups.includes(gid) ? 'others-beside-group' : 'everybody';
}

/** Checks the opened file, since the path may be replaced. */
function textOf(path: string, flags: number, check: (file: Owned) => FileText | null): FileText {
  const file = openSync(path, flags);
  try {
    const about = fstatSync(file);
    return check(about) ?? { kind: 'text', text: readFileSync(file, 'utf8'), readers: readersOf(about) };
  } finally {
    closeSync(file);
  }
}

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

export function fileWarnings({ path, ignoredBecause, readers }: SettingsFile): readonly string[] {
  if (ignoredBecause !== null) return [`The settings file ${path} is not used: ${ignoredBecause}.`];
  const advice = ADVICE[readers];
  return advice === null ? [] : [`Other users can read ${path}: ${advice}.`];
}

/** None locks orgdesk's user out. */
const ADVICE: Readonly<Record<FileReaders, string | null>> = {
  others: 'run chmod 600 on it',
  'others-beside-group': 'run chmod o= on it',
  everybody: "give it a group of orgdesk's user, and run chmod 640 on it",
  nobody: null,
};
