import { parseArgs } from 'node:util';
import type { Environment } from '../config/settings.ts';
import { type Command, ENV_FILE_OPTION, misuseOf, type Options, unknownArgument } from './command.ts';
import { HELP_TOPICS } from './help-topics.ts';
import { COMMANDS } from './table.ts';

/** Options accepted before or after the command's name. */
const GLOBAL_OPTIONS: Options = {
  help: { type: 'boolean', short: 'h', says: 'shows this help, or help for the command' },
  version: { type: 'boolean', says: 'prints the version' },
};

export type CommandLine =
  | { readonly run: (env: Environment) => Promise<void> }
  | { readonly run: null; readonly out: string; readonly err: string; readonly exitCode: 0 | 2 };

/** Refuses unknown arguments instead of ignoring them. */
export async function readCommandLine(args: readonly string[]): Promise<CommandLine> {
  const { globals, isHelp, problem, name, strayOption, rest } = parseGlobals(args);
  if (problem !== null) return refused(problem, '');
  if (globals.version === true) return say(`${(await import('../version.ts')).VERSION}\n`);
  const topic = isHelp && name !== null && Object.hasOwn(HELP_TOPICS, name) ? HELP_TOPICS[name] : undefined;
  if (topic !== undefined) return say(await topic.text());
  const command = await commandNamed(name ?? 'serve');
  // In `--port 8080`, the option is the unknown name.
  const names = [...Object.keys(COMMANDS), 'help', ...(isHelp ? Object.keys(HELP_TOPICS) : [])];
  if (command === null) return refused(unknownArgument(strayOption ?? name ?? '', names), '');
  if (globals.help === true) return say(await helpOf(name, command));
  const read = command.read(rest);
  return read.ok ? { run: read.value } : refused(read.refusal, name === null ? '' : ` ${name}`);
}

const say = (out: string): CommandLine => ({ run: null, out, err: '', exitCode: 0 });
const refused = (words: string, command: string): CommandLine => ({
  run: null,
  out: '',
  err: `${words}${words.endsWith('?') ? '' : '.'} See orgdesk${command} --help.\n`,
  exitCode: 2,
});

async function commandNamed(name: string): Promise<Command | null> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return load === undefined ? null : (await load()).command;
}

/** Separates the command name and global options from the rest. */
function parseGlobals(args: readonly string[]) {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { ...GLOBAL_OPTIONS, ...ENV_FILE_OPTION },
    strict: false,
    tokens: true,
  });
  const [first, second] = tokens.filter((token) => token.kind === 'positional');
  const isHelp = first?.value === 'help';
  const word = isHelp ? second : first;
  const used = new Set([first?.index, word?.index]);
  let [problem, strayOption]: [string | null, string | null] = [null, null];
  for (const option of tokens.filter((token) => token.kind === 'option')) {
    const { name, rawName, index, value, inlineValue } = option;
    if (Object.hasOwn(GLOBAL_OPTIONS, name)) {
      problem ??= misuseOf(option, GLOBAL_OPTIONS[name]);
      used.add(index);
      if (value !== undefined && inlineValue === false) used.add(index + 1);
    } else if (!Object.hasOwn(ENV_FILE_OPTION, name) && word !== undefined && index < word.index) {
      strayOption ??= rawName;
    }
  }
  return {
    isHelp,
    globals: isHelp ? { ...values, help: true } : values,
    problem,
    name: word === undefined || (isHelp && word.value === 'help') ? null : word.value,
    strayOption,
    rest: args.filter((_, index) => !used.has(index)),
  };
}

/** Imported on demand to keep startup fast. */
async function helpOf(name: string | null, command: Command): Promise<string> {
  const { commandHelp, generalHelp } = await import('./help.ts');
  if (name !== null) return commandHelp(command, GLOBAL_OPTIONS);
  const loaded = await Promise.all(
    Object.entries(COMMANDS).map(async ([of, load]) => [of, (await load()).command] as const),
  );
  return generalHelp(loaded, { ...ENV_FILE_OPTION, ...GLOBAL_OPTIONS });
}
