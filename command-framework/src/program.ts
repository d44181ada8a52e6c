import { parseArgs } from 'node:util';
import { type Command, misuseOf, type Options } from './describe-command.ts';

export type Commands = Readonly<Record<string, () => Promise<{ readonly command: Command }>>>;

export interface Program {
  /** Such as `npx orgdesk`. */
  readonly call: string;
  readonly about: string;
  readonly usage: readonly string[];
  /** Names have one word or two. Imported on demand. */
  readonly commands: Commands;
  /** Names that the general help leaves to a topic. */
  readonly unlisted: readonly string[];
  /** Null shows the help. */
  readonly byDefault: string | null;
  readonly topics: Readonly<Record<string, { readonly summary: string; readonly text: () => Promise<string> }>>;
  /** Options of commands that may come before the name. */
  readonly early: Options;
  readonly version: () => Promise<string>;
}

export async function commandNamed(name: string, commands: Commands): Promise<Command | null> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return load === undefined ? null : (await load()).command;
}

/** Options accepted before or after the command's name. */
export const GLOBAL_OPTIONS: Options = {
  help: { type: 'boolean', short: 'h', says: 'shows this help, or help for the command' },
  version: { type: 'boolean', says: 'prints the version' },
};

/** Separates the command name and global options from the rest. */
export function parseGlobals(args: readonly string[], { commands, early }: Program) {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { ...GLOBAL_OPTIONS, ...early },
    strict: false,
    tokens: true,
  });
  const [first, ...others] = tokens.filter((token) => token.kind === 'positional');
  const isHelp = first?.value === 'help';
  const [word, second] = isHelp ? others : [first, ...others];
  const both = `${word?.value} ${second?.value}`;
  const isTwoWords = Object.hasOwn(commands, both);
  const used = new Set([first?.index, word?.index, isTwoWords ? second?.index : undefined]);
  let [problem, strayOption]: [string | null, string | null] = [null, null];
  for (const option of tokens.filter((token) => token.kind === 'option')) {
    const { name, rawName, index, value, inlineValue } = option;
    if (Object.hasOwn(GLOBAL_OPTIONS, name)) {
      problem ??= misuseOf(option, GLOBAL_OPTIONS[name]);
      used.add(index);
      if (value !== undefined && inlineValue === false) used.add(index + 1);
    } else if (!Object.hasOwn(early, name) && (word === undefined || index < word.index)) {
      strayOption ??= rawName;
    }
  }
  const single = word === undefined || (isHelp && word.value === 'help') ? null : word.value;
  return {
    isHelp,
    globals: isHelp ? { ...values, help: true } : values,
    problem,
    name: isTwoWords ? both : single,
    next: second?.value ?? null,
    strayOption,
    rest: args.filter((_, index) => !used.has(index)),
  };
}
