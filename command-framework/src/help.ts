import type { Command, Options } from './describe-command.ts';
import type { Program } from './program.ts';

type Loaded = readonly (readonly [name: string, command: Command])[];

export function generalHelp(commands: Loaded, program: Program, globals: Options): string {
  const { call, about, usage, byDefault, early, topics } = program;
  const named = Object.entries(topics).map(([name, { summary }]) => [name, summary] as const);
  return `${about}

Usage: ${usage.join('\n       ')}

${listOf(commands, program, byDefault)}
Global options
${columns(optionLines({ ...early, ...globals }))}
${named.length === 0 ? '' : `\nTopics: ${call} help TOPIC\n${columns(named)}\n`}`;
}

export const listOf = (commands: Loaded, { call }: Program, byDefault: string | null = null): string =>
  `Commands${byDefault === null ? '' : ` (default: ${byDefault})`}. Details: ${call} help COMMAND
${columns(commands.map(([name, { summary }]) => [name, summary]))}
`;

export function commandHelp(command: Command, { call }: Program, globals: Options): string {
  const { usage, about, options, exitCodes, example } = command;
  const codes = { 2: 'unknown argument', ...exitCodes };
  const last = 'json' in options ? ' [--json]' : '';
  return `Usage: ${usage.map((line) => `${call} ${line}${last}`).join('\n       ')}

${about.trim()}

Options
${columns(optionLines({ ...options, ...globals }))}

Exit codes
${columns(Object.entries(codes))}

Examples
  ${example.trim().replaceAll('\n', '\n  ')}
`;
}

const optionLines = (options: Options): readonly (readonly [string, string])[] =>
  Object.entries(options).map(([name, { short, value, says }]) => [
    `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    says,
  ]);

const WIDTH = 124;

/** Pairs in two columns; line ends of the second are kept. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows
    .map(([first, second]) => `  ${first.padEnd(width)}  ${second.replaceAll('\n', `\n${' '.repeat(width + 4)}`)}`)
    .join('\n');
}

export function namedTexts(rows: readonly (readonly [name: string, text: string])[], indent = 2): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  const column = indent + width + 2;
  return rows.map(([name, text]) => `${' '.repeat(indent)}${name.padEnd(width)}  ${wrapped(text, column)}`).join('\n');
}

/** Wraps a text from this column on; the first line is not indented. */
export function wrapped(text: string, column: number): string {
  let length = column - 1;
  return text
    .split(' ')
    .reduce((lines, word) => {
      const fits = length + 1 + word.length <= WIDTH;
      length = fits ? length + 1 + word.length : column + word.length;
      return `${lines}${fits ? ' ' : `\n${' '.repeat(column)}`}${word}`;
    }, '')
    .trimStart();
}
