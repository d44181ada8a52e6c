import type { Command, Options } from './command.ts';
import { columns } from './help-columns.ts';
import { HELP_TOPICS } from './help-topics.ts';

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
