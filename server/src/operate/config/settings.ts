import { readFileSync } from 'node:fs';
import { ok, type Result, refuse } from '../../lib/result.ts';

/** Includes the values of an env file. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface SettingKind<T> {
  /** Refuses with text that completes a sentence about the setting. Never includes its value. */
  readonly parse: (text: string) => Result<T, string>;
  readonly takesQuotes?: true;
  /** Describes a usable but suspicious value, like a refusal. */
  readonly warning?: (text: string) => string | null;
}

/** In the order of listing. */
export const GROUPS = [
  'The service',
  'The code host',
  'Secrets',
  'The database',
  'Limits',
  'Schedule and retention',
  'Log and metrics',
] as const;

export interface Setting<T> {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Variables with the path of a file, besides `NAME_FILE`. */
  readonly fileAliases?: readonly string[];
  readonly fromAlias?: (text: string) => Result<string, string>;
  readonly group: (typeof GROUPS)[number];
  readonly kind: SettingKind<T>;
  /** Default value. `simulated` means that no code host is configured. */
  readonly otherwise: (simulated: boolean) => T;
  /** Default as text, where the value is not clear. */
  readonly default?: string;
  /** Required with a real code host. */
  readonly required?: true;
  /** One or two sentences; code in backticks. */
  readonly meaning: string;
  readonly example?: string;
  /** A path in the repository. */
  readonly page?: string;
  readonly secret?: true;
}

export type SettingDefinitions = Readonly<Record<string, Setting<unknown>>>;

export type SettingValues<S extends SettingDefinitions> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

export const setting = <T, const O>(
  described: Omit<Setting<T>, 'otherwise'> & { readonly otherwise: (simulated: boolean) => O },
): Setting<T | O> => described;

export const namesOf = ({ name, aliases = [], fileAliases = [] }: Setting<unknown>): readonly string[] => [
  name,
  ...aliases,
  `${name}_FILE`,
  ...fileAliases,
];

export function wantsTraces(env: Environment): boolean {
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== '';
  const isOff = env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER?.trim() === 'none';
  return !isOff && (isSet('OTEL_EXPORTER_OTLP_ENDPOINT') || isSet('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'));
}

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
