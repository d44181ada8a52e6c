import type { Command, Options } from './command.ts';
import { HELP_TOPICS } from './help-topics.ts';

const WIDTH = 124;

export function generalHelp(
  commands: readonly (readonly [name: string, command: Command])[],
  globals: Options,
): string {
  return `orgdesk: a web service for administering organizations on a code host.

Usage: npm start
       npx orgdesk [COMMAND] [OPTION …]

Commands; without one, serve. More about each: npx orgdesk help COMMAND
${columns(commands.map(([name, { summary }]) => [name, summary]))}

Options of every command
${columns(optionLines(globals))}

Also: npx orgdesk help
${columns(Object.entries(HELP_TOPICS).map(([name, { summary }]) => [name, summary]))}
`;
}

export function commandHelp({ usage, about, options, exitCodes, example }: Command, globals: Options): string {
  const codes = { ...exitCodes, 2: 'an argument that is not known' };
  const last = 'json' in options ? ' [--json]' : '';
  return `Usage: ${usage.map((line) => `npx orgdesk ${line}${last}`).join('\n       ')}

${about.trim()}

Options
${columns(optionLines({ ...options, ...globals }))}

Ends with
${columns(Object.entries(codes))}

For example
  ${example.trim().replaceAll('\n', '\n  ')}
`;
}

const optionLines = (options: Options): readonly (readonly [string, string])[] =>
  Object.entries(options).map(([name, { short, value, says }]) => [
    `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    says,
  ]);

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows
    .map(([first, second]) => `  ${first.padEnd(width)}  ${second.replaceAll('\n', `\n${' '.repeat(width + 4)}`)}`)
    .join('\n');
}

/** Names in a column and their texts beside them, each text wrapped. */
export function namedTexts(rows: readonly (readonly [name: string, text: string])[], indent = 2): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  const column = indent + width + 2;
  return rows.map(([name, text]) => `${' '.repeat(indent)}${name.padEnd(width)}  ${wrapped(text, column)}`).join('\n');
}

/** The text in lines that begin at the column, without the indent of the first line. */
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
