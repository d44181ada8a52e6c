import { parseArgs } from 'node:util';
import type { Command, Option, Options } from './describe-command.ts';
import { type Commands, commandNamed, GLOBAL_OPTIONS, type Program, parseGlobals } from './program.ts';

/** What may follow: words with what they mean, or names of files or folders, which the shell knows. */
interface Completions {
  readonly words: readonly (readonly [word: string, says: string])[];
  readonly paths: 'files' | 'folders' | null;
}

const NOTHING: Completions = { words: [], paths: null };

/** Placeholders of the help that stand for a path. */
const PATHS: Readonly<Record<string, 'files' | 'folders'>> = {
  FILE: 'files',
  PATH: 'files',
  PLAN: 'files',
  FOLDER: 'folders',
};

/**
 * Lists what can stand in place of the last word, one per line: the word, a tab, and what it means. A line such as `:files`
 * leaves the names to the shell. Nothing of what was typed is repeated but a known option before its value.
 */
export async function completionLines(words: readonly string[], program: Program): Promise<string> {
  const last = words.at(-1) ?? '';
  const { words: found, paths } = await allAfter(words.slice(0, -1), last, program);
  return [
    ...(paths === null ? [] : [`:${paths}`]),
    ...found.filter(([word]) => word.startsWith(last)).map((each) => each.join('\t')),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

async function allAfter(before: readonly string[], last: string, program: Program): Promise<Completions> {
  const { commands, early, byDefault } = program;
  const { isHelp, name, next, rest } = parseGlobals(before, program);
  const command = await commandNamed(name ?? byDefault ?? '', commands);
  const options: Options = { ...(isHelp ? {} : (command?.options ?? early)), ...GLOBAL_OPTIONS };
  const tokens = tokensOf(name === null ? before : rest, options);
  const open = openOption(tokens, options);
  if (open !== null) return valuesOf(open, '');
  if (last.startsWith('-') && !tokens.some(({ kind }) => kind === 'option-terminator')) {
    const [start, long = ''] = /^--([\w-]+)=/.exec(last) ?? [];
    if (start === undefined) return { words: optionWords(options, tokens, last), paths: null };
    return Object.hasOwn(options, long) ? valuesOf(options[long] as Option, start) : NOTHING;
  }
  if (name !== null && command !== null && !isHelp) {
    const given = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
    const { words, paths } = wordsOf(command, name, given);
    return { words: [...words, ...(given.length === 0 ? await namesAfter(name, commands) : [])], paths };
  }
  if (next !== null) return NOTHING;
  const names = await namesAfter(name, commands);
  if (name !== null) return { words: names, paths: null };
  const topics = Object.entries(program.topics).map(([topic, { summary }]) => [topic, summary] as const);
  return { words: [...names, ...(isHelp ? topics : [['help', 'shows help'] as const])], paths: null };
}

/** The first words of all commands, or the second words of those that begin with this one. */
async function namesAfter(first: string | null, commands: Commands): Promise<Completions['words']> {
  const found = new Map<string, string>();
  for (const [name, load] of Object.entries(commands)) {
    const [one = '', two] = name.split(' ');
    if (first === null && two !== undefined) {
      if (!Object.hasOwn(commands, one)) found.set(one, [found.get(one), two].filter(Boolean).join(', '));
    } else if (first === null || (first === one && two !== undefined)) {
      found.set(two ?? one, (await load()).command.summary);
    }
  }
  return [...found];
}

type Tokens = ReturnType<typeof tokensOf>;

const tokensOf = (args: readonly string[], options: Options) =>
  parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true }).tokens;

/** The option whose value is the next word. */
function openOption(tokens: Tokens, options: Options): Option | null {
  const last = tokens.at(-1);
  if (last?.kind !== 'option' || last.value !== undefined || !Object.hasOwn(options, last.name)) return null;
  const option = options[last.name];
  return option?.type === 'string' ? option : null;
}

const valuesOf = ({ choices = [], value = '' }: Option, start: string): Completions => ({
  words: choices.map((choice) => [`${start}${choice}`, '']),
  paths: PATHS[value] ?? null,
});

/** Without those that are there already and cannot be repeated. */
function optionWords(options: Options, tokens: Tokens, last: string): Completions['words'] {
  const used = new Set(tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : [])));
  return Object.entries(options)
    .filter(([name, { multiple = false }]) => multiple || !used.has(name))
    .flatMap(([name, { short, says }]) => [
      [`--${name}`, says] as const,
      ...(short === undefined || last.startsWith('--') ? [] : [[`-${short}`, says] as const]),
    ]);
}

/** Follows the lines of the usage: words in small letters are fixed, those in capitals stand for something. */
function wordsOf(command: Command, name: string, given: readonly string[]): Completions {
  const words = new Set<string>();
  let paths: Completions['paths'] = null;
  for (const line of command.usage) {
    const parts = partsIn(line, name, command.options);
    const last = parts.at(-1) === '…' ? parts.at(-2) : undefined;
    const partAt = (index: number) => (parts[index] === '…' ? last : (parts[index] ?? last)) ?? '';
    if (!given.every((word, index) => !isFixed(partAt(index)) || partAt(index) === word)) continue;
    const part = partAt(given.length);
    if (isFixed(part)) words.add(part);
    paths ??= PATHS[part] ?? null;
  }
  return { words: [...words].map((word) => [word, '']), paths };
}

const isFixed = (part: string): boolean => /^[a-z]/.test(part);

/** Words of a line of the usage that are neither the name of the command nor options. */
function partsIn(line: string, name: string, options: Options): readonly string[] {
  const words = line
    .replace(/\[-[^\]]*\]/g, '')
    .replace(/[[\]]/g, '')
    .split(' ')
    .filter(Boolean)
    .slice(name.split(' ').length);
  return words.filter((word, index) => {
    const [, option = ''] = /^--([\w-]+)$/.exec(words[index - 1] ?? '') ?? [];
    return !word.startsWith('-') && options[option]?.type !== 'string';
  });
}
