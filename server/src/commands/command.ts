import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import type { SettingsFile } from '../config/env-file.ts';
import type { Environment } from '../config/settings.ts';
import { nearestName } from '../domain/nearest-name.ts';
import { ok, type Result, refuse } from '../domain/result.ts';

export interface Option extends ParseArgsOptionDescriptor {
  /** Placeholder of the value in `--help`. */
  readonly value?: string;
  readonly says: string;
}
export type Options = Readonly<Record<string, Option>>;

export const ENV_FILE_OPTION = {
  'env-file': {
    type: 'string',
    value: 'PATH',
    says: 'settings file (orgdesk.env if it exists); environment variables take precedence',
  },
} as const satisfies Options;

type OptionValues<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
>['values'];

interface CommandDescription<O extends Options, Input> {
  readonly summary: string;
  /** One line per form, without `orgdesk`. */
  readonly usage: readonly string[];
  /** At most 100 characters per line. */
  readonly about: string;
  readonly options: O;
  /** Without 2, which always means unknown arguments. */
  readonly exitCodes: Readonly<Record<number, string>>;
  readonly example: string;
  /** Refusals are messages without a final period. */
  readonly parse: (values: OptionValues<O>, words: readonly string[]) => Result<Input, string>;
  /** Set if the command warns about the settings file itself. */
  readonly warnsOfFile?: true;
  /** Imported only to run the command. */
  readonly load: () => Promise<{
    /** `env` includes the settings file; environment variables win. */
    readonly run: (env: Environment, input: Input, file: SettingsFile | null) => Promise<void>;
  }>;
}

export interface Command extends Omit<CommandDescription<Options, never>, 'parse' | 'load' | 'warnsOfFile'> {
  readonly read: (args: readonly string[]) => Result<(env: Environment) => Promise<void>, string>;
}

/** Files that describe commands import nothing else at run time. */
export function describeCommand<const O extends Options, Input>(of: CommandDescription<O, Input>): Command {
  const { parse, load, warnsOfFile = false, ...described } = of;
  const readsFile = !Object.hasOwn(of.options, 'env-file');
  const options = readsFile ? { ...of.options, ...ENV_FILE_OPTION } : of.options;
  return {
    ...described,
    options,
    read(args) {
      const problem = unknownIn(args, options);
      if (problem !== null) return refuse(problem);
      const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
      const input = parse(values, positionals);
      if (!input.ok) return input;
      return ok(async (env) => {
        if (!readsFile) return (await load()).run(env, input.value, null);
        const { findSettings: settingsFound, warnOfIgnoredFile: tellLeftAside } = await import('./problems.ts');
        const found = settingsFound(env, (values as { readonly 'env-file'?: string })['env-file'] ?? null);
        if (found === null) return;
        if (!warnsOfFile) tellLeftAside(found.file);
        await (await load()).run(found.env, input.value, found.file);
      });
    },
  };
}

export const withoutWords = <Input>(words: readonly string[], input: Input): Result<Input, string> =>
  words[0] === undefined ? ok(input) : refuse(unknownArgument(words[0]));

/** The message for an unknown argument, with the nearest known name. */
export function unknownArgument(word: string, names: readonly string[] = []): string {
  const nearest = nearestName(word, names);
  return `unknown argument ${JSON.stringify(word)}${nearest === null ? '' : `. Did you mean ${nearest}?`}`;
}

/** Finds errors that `parseArgs` would throw, to word them ourselves. */
function unknownIn(args: readonly string[], options: Options): string | null {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const names = Object.keys(options).map((name) => `--${name}`);
    const problem = Object.hasOwn(options, token.name)
      ? misuseOf(token, options[token.name])
      : unknownArgument(token.rawName, [...names, '--help']);
    if (problem !== null) return problem;
  }
  return null;
}

export interface ParsedOption {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** Returns null if the value is valid. */
export function misuseOf(
  { rawName, value, inlineValue = false }: ParsedOption,
  option: Option | undefined,
): string | null {
  if (option?.type === 'boolean') return value === undefined ? null : `${rawName} takes no value`;
  const isMissing = value === undefined || value === '' || (!inlineValue && value.startsWith('-'));
  return isMissing ? `${rawName} takes ${option?.value ?? 'a value'}` : null;
}
