import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import type { SettingsFile } from '../config/env-file.ts';
import type { Environment } from '../config/settings.ts';
import { nearestName } from '../domain/nearest-name.ts';
import { ok, type Result, refuse } from '../domain/result.ts';

/** An option of a command, and what `--help` says of it. */
export interface Option extends ParseArgsOptionDescriptor {
  /** How its value is called there; only with type `string`. */
  readonly value?: string;
  readonly says: string;
}
export type Options = Readonly<Record<string, Option>>;

/** What every command takes that has no option of that name: the file is read before it is run. */
export const ENV_FILE_OPTION = {
  'env-file': {
    type: 'string',
    value: 'PATH',
    says: 'a file of settings (orgdesk.env, if there is one); the environment wins',
  },
} as const satisfies Options;

/** The values of options, as `parseArgs` reads them. */
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
>['values'];

/** What a command needs to be described, read and run. */
interface Description<O extends Options, Asked> {
  /** One line in the list of commands. */
  readonly summary: string;
  /** What follows `orgdesk`, a line for each way to call it. */
  readonly usage: readonly string[];
  /** What it does, in lines of at most a hundred characters. */
  readonly about: string;
  readonly options: O;
  /** When it ends with which code, apart from 2, with which all of them refuse what they do not know. */
  readonly exitCodes: Readonly<Record<number, string>>;
  readonly example: string;
  /** What is asked for, or a sentence without its end about what is wrong with it. */
  readonly parse: (values: Values<O>, words: readonly string[]) => Result<Asked, string>;
  /** Whether it tells warnings about the file of settings itself. */
  readonly warnsOfFile?: true;
  /** The module that does it; imported only when it is run. */
  readonly load: () => Promise<{
    /** `env` is the environment with the file of settings below it. */
    readonly run: (env: Environment, asked: Asked, file: SettingsFile | null) => Promise<void>;
  }>;
}

/** A command as the command line knows it. */
export interface Command extends Omit<Description<Options, never>, 'parse' | 'load' | 'warnsOfFile'> {
  /** Reads what follows its name. */
  readonly read: (given: readonly string[]) => Result<(env: Environment) => Promise<void>, string>;
}

/** Describes one command, in a file that imports nothing at run time but this. */
export function describeCommand<const O extends Options, Asked>(of: Description<O, Asked>): Command {
  const { parse, load, warnsOfFile = false, ...described } = of;
  const readsFile = !Object.hasOwn(of.options, 'env-file');
  const options = readsFile ? { ...of.options, ...ENV_FILE_OPTION } : of.options;
  return {
    ...described,
    options,
    read(given) {
      const problem = unknownIn(given, options);
      if (problem !== null) return refuse(problem);
      const { values, positionals } = parseArgs({ args: [...given], options, strict: true, allowPositionals: true });
      const asked = parse(values, positionals);
      if (!asked.ok) return asked;
      return ok(async (env) => {
        if (!readsFile) return (await load()).run(env, asked.value, null);
        const { settingsFound, tellLeftAside } = await import('./problems.ts');
        const found = settingsFound(env, (values as { readonly 'env-file'?: string })['env-file'] ?? null);
        if (found === null) return;
        if (!warnsOfFile) tellLeftAside(found.file);
        await (await load()).run(found.env, asked.value, found.file);
      });
    },
  };
}

/** For commands that take no words: what is asked for, or which word is not understood. */
export const withoutWords = <Asked>(words: readonly string[], asked: Asked): Result<Asked, string> =>
  words[0] === undefined ? ok(asked) : refuse(notKnown(words[0]));

/** What is said of a word or an option that nobody knows, with the one that was most likely meant. */
export function notKnown(given: string, names: readonly string[] = []): string {
  const nearest = nearestName(given, names);
  return `orgdesk does not know ${JSON.stringify(given)}${nearest === null ? '' : `. Did you mean ${nearest}?`}`;
}

/** What `parseArgs` would throw about, in words of ours. */
function unknownIn(given: readonly string[], options: Options): string | null {
  const { tokens } = parseArgs({ args: [...given], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const names = Object.keys(options).map((name) => `--${name}`);
    const problem = Object.hasOwn(options, token.name)
      ? misuseOf(token, options[token.name])
      : notKnown(token.rawName, [...names, '--help']);
    if (problem !== null) return problem;
  }
  return null;
}

/** An option as it was given. */
export interface GivenOption {
  readonly rawName: string;
  readonly value?: string | undefined;
  /** Whether the value came with a `=`. */
  readonly inlineValue?: boolean | undefined;
}

/** What is wrong with the value of an option that is known; null when it is as it should be. */
export function misuseOf(
  { rawName, value, inlineValue = false }: GivenOption,
  option: Option | undefined,
): string | null {
  if (option?.type === 'boolean') return value === undefined ? null : `${rawName} takes no value`;
  const isMissing = value === undefined || value === '' || (!inlineValue && value.startsWith('-'));
  return isMissing ? `${rawName} takes ${option?.value ?? 'a value'}` : null;
}
