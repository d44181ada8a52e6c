import { type Environment, unknownArgument } from './describe-command.ts';
import { type Commands, commandNamed, GLOBAL_OPTIONS, type Program, parseGlobals } from './program.ts';

/** Of the scripts of completion; two dashes follow, then the words that were typed. */
const COMPLETE = 'complete';

export type CommandLine =
  | { readonly run: (env: Environment) => Promise<void> }
  | { readonly run: null; readonly out: string; readonly err: string; readonly exitCode: 0 | 2 };

/** Refuses unknown arguments instead of ignoring them. */
export async function readCommandLine(args: readonly string[], program: Program): Promise<CommandLine> {
  const { commands, topics, byDefault } = program;
  if (args[0] === COMPLETE && args[1] === '--') {
    const { completionLines } = await import('./complete.ts');
    return say(await completionLines(args.slice(2), program));
  }
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
  if (read.ok) return { run: read.value };
  const answer = refused(read.refusal, name === null ? '' : ` ${name}`);
  const isJson = Object.hasOwn(command.options, 'json') && rest.includes('--json');
  return isJson ? { ...answer, err: `${JSON.stringify({ error: answer.err.trimEnd(), exitCode: 2 })}\n` } : answer;
}

const say = (out: string): CommandLine => ({ run: null, out, err: '', exitCode: 0 });
const refused = (message: string, command: string) =>
  ({
    run: null,
    out: '',
    err: `${message}${message.endsWith('?') ? '' : '.'} See orgdesk${command} --help.\n`,
    exitCode: 2,
  }) as const;

/** The second words of names that start with this one. */
const actionsOf = (name: string, commands: Commands): readonly string[] =>
  Object.keys(commands)
    .filter((each) => each.startsWith(`${name} `))
    .map((each) => each.slice(name.length + 1));

function actionProblem(name: string | null, next: string | null, actions: readonly string[]): string {
  if (next !== null) return unknownArgument(next, actions);
  return `${name} requires ${new Intl.ListFormat('en', { type: 'disjunction' }).format(actions)}`;
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
