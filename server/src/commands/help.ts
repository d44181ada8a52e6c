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

Commands (default: serve). Details: npx orgdesk help COMMAND
${columns(commands.map(([name, { summary }]) => [name, summary]))}

Global options
${columns(optionLines(globals))}

Topics: npx orgdesk help TOPIC
${columns(Object.entries(HELP_TOPICS).map(([name, { summary }]) => [name, summary]))}
`;
}

export function commandHelp({ usage, about, options, exitCodes, example }: Command, globals: Options): string {
  const codes = { ...exitCodes, 2: 'unknown argument' };
  const last = 'json' in options ? ' [--json]' : '';
  return `Usage: ${usage.map((line) => `npx orgdesk ${line}${last}`).join('\n       ')}

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
