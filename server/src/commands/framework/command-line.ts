import { parseArgs } from 'node:util';
import { type Command, type Environment, misuseOf, type Options, unknownArgument } from './describe-command.ts';
import type { Commands, Program } from './program.ts';

/** Options accepted before or after the command's name. */
const GLOBAL_OPTIONS: Options = {
  help: { type: 'boolean', short: 'h', says: 'shows this help, or help for the command' },
  version: { type: 'boolean', says: 'prints the version' },
};

export type CommandLine =
  | { readonly run: (env: Environment) => Promise<void> }
  | { readonly run: null; readonly out: string; readonly err: string; readonly exitCode: 0 | 2 };

/** Refuses unknown arguments instead of ignoring them. */
export async function readCommandLine(args: readonly string[], program: Program): Promise<CommandLine> {
  const { commands, topics, byDefault } = program;
  const { globals, isHelp, problem, name, next, strayOption, rest } = parseGlobals(args, program);
  if (problem !== null) return refused(problem, '');
  if (globals.version === true) return say(`${await program.version()}\n`);
  const topic = isHelp && name !== null && Object.hasOwn(topics, name) ? topics[name] : undefined;
  if (topic !== undefined) return say(await topic.text());
  if (name === null && byDefault === null && strayOption !== null && globals.help !== true)
    return refused(
      unknownArgument(
        strayOption,
        Object.keys(GLOBAL_OPTIONS).map((option) => `--${option}`),
      ),
      '',
    );
  if (name === null && (globals.help === true || byDefault === null)) return say(await helpOf(null, program));
  const command = await commandNamed(name ?? byDefault ?? '', commands);
  if (command === null) {
    const actions = name === null || strayOption !== null ? [] : actionsOf(name, commands);
    if (actions.length > 0 && globals.help === true) return say(await helpOf(name, program));
    if (actions.length > 0) return refused(actionProblem(name, next, actions), ` ${name}`);
    // In `--port 8080`, the option is the unknown name.
    const names = [...Object.keys(commands), 'help', ...(isHelp ? Object.keys(topics) : [])];
    const firstWords = new Set(names.map((each) => each.replace(/ .*/, '')));
    return refused(unknownArgument(strayOption ?? name ?? '', [...firstWords]), '');
  }
  if (globals.help === true) return say(await helpOf(name, program));
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

async function commandNamed(name: string, commands: Commands): Promise<Command | null> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return load === undefined ? null : (await load()).command;
}

/** The second words of names that start with this one. */
const actionsOf = (name: string, commands: Commands): readonly string[] =>
  Object.keys(commands)
    .filter((each) => each.startsWith(`${name} `))
    .map((each) => each.slice(name.length + 1));

function actionProblem(name: string | null, next: string | null, actions: readonly string[]): string {
  if (next !== null) return unknownArgument(next, actions);
  return `${name} requires ${new Intl.ListFormat('en', { type: 'disjunction' }).format(actions)}`;
}

/** Separates the command name and global options from the rest. */
function parseGlobals(args: readonly string[], { commands, early }: Program) {
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

/** Imported on demand to keep startup fast. */
async function helpOf(name: string | null, program: Program): Promise<string> {
  const { commandHelp, generalHelp, listOf } = await import('./help.ts');
  const loaded = await Promise.all(
    Object.entries(program.commands)
      .filter(([of]) => (name === null ? !program.unlisted.includes(of) : of.startsWith(`${name} `)))
      .map(async ([of, load]) => [of, (await load()).command] as const),
  );
  if (name === null) return generalHelp(loaded, program, GLOBAL_OPTIONS);
  const command = await commandNamed(name, program.commands);
  const more = loaded.length === 0 ? '' : listOf(loaded, program);
  return command === null ? more : [commandHelp(command, program, GLOBAL_OPTIONS), more].filter(Boolean).join('\n');
}
