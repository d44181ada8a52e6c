import type { Command, Options } from './command.ts';

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

Settings come from the environment and orgdesk.env: npx orgdesk help settings lists them. npx orgdesk setup makes them.
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
