import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { nearestName } from '@orgdesk/contract/nearest-name';
import { ok, type Result, refuse } from '@orgdesk/contract/result';

export interface Option extends ParseArgsOptionDescriptor {
  /** Placeholder of the value in `--help`. */
  readonly value?: string;
  /** All values that are possible. */
  readonly choices?: readonly string[];
  readonly says: string;
}
export type Options = Readonly<Record<string, Option>>;

export type Environment = Readonly<Record<string, string | undefined>>;

export type OptionValues<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
>['values'];

export interface CommandDescription<O extends Options, Input> {
  readonly summary: string;
  /** One line per form, without `orgdesk`. */
  readonly usage: readonly string[];
  /** At most 100 characters per line. */
  readonly about: string;
  readonly options: O;
  /** 2 also means unknown arguments. */
  readonly exitCodes: Readonly<Record<number, string>>;
  readonly example: string;
  /** Refusals are messages without a final period. */
  readonly parse: (values: OptionValues<O>, args: readonly string[]) => Result<Input, string>;
  /** Imported only to run the command. */
  readonly load: () => Promise<{
    readonly run: (env: Environment, input: Input, values: OptionValues<O>) => Promise<void>;
  }>;
}

export interface Command extends Omit<CommandDescription<Options, never>, 'parse' | 'load'> {
  readonly read: (args: readonly string[]) => Result<(env: Environment) => Promise<void>, string>;
}

/** Files that describe commands import nothing else at run time. */
export function describeCommand<const O extends Options, Input>(of: CommandDescription<O, Input>): Command {
  const { parse, load, ...described } = of;
  const { options } = described;
  return {
    ...described,
    read(args) {
      const problem = unknownIn(args, options);
      if (problem !== null) return refuse(problem);
      const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
      const input = parse(values, positionals);
      return input.ok ? ok(async (env) => (await load()).run(env, input.value, values)) : input;
    },
  };
}

export const withoutArguments = <Input>(args: readonly string[], input: Input): Result<Input, string> =>
  args[0] === undefined ? ok(input) : refuse(unknownArgument(args[0]));

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
  const isMissing = value === undefined || value === '' || (!inlineValue && value.startsWith('-') && value !== '-');
  if (isMissing) return `${rawName} takes ${option?.value ?? 'a value'}`;
  return option?.choices?.includes(value) === false ? notAChoice(rawName, option, value) : null;
}

const LISTED_CHOICES_MAX = 10;

function notAChoice(rawName: string, { choices = [], value: kind = 'value' }: Option, value: string): string {
  if (choices.length <= LISTED_CHOICES_MAX) return `${rawName} takes ${choices.join(', ')}`;
  const nearest = nearestName(value, choices);
  return `unknown ${kind.toLowerCase()} ${JSON.stringify(value)}${nearest === null ? '' : `. Did you mean ${nearest}?`}`;
}
