import { defaultOf, SETTINGS_BY_GROUP } from '../../server/src/config/all-settings.ts';
import type { Setting } from '../../server/src/config/settings.ts';

const INTRODUCTION = `# Settings

Written by \`npm run generate\` from the tables in \`server/src/config/\`: do not edit.

Settings come from the environment. A blank value counts as absent. All problems are told in one message, which never
shows a value. Everything required is required as soon as anything about a code host is set. With \`_FILE\` behind its name,
a setting is the path of a file with the value. A setting given in two ways is refused, and so is a name that begins with
\`CODE_HOST_\` and is none of these.

Without a setting about a code host, a simulated one starts as a second process, on the port above the service's or any
free one. Its credentials and secrets are made for one run, so sessions end with it.
`;

/** The table of settings: `docs/operations/settings.md`. */
export const settingsSource = (): string =>
  [
    INTRODUCTION,
    ...SETTINGS_BY_GROUP.map(
      ([group, settings]) =>
        `## ${group}\n\n| Setting | Other names | Default | Meaning | Example |\n|---|---|---|---|---|\n${settings.map(rowOf).join('')}`,
    ),
  ].join('\n');

function rowOf(setting: Setting<unknown>): string {
  const { name, aliases = [], fileAliases = [], meaning, example } = setting;
  const others = [...aliases.map(code), ...fileAliases.map((alias) => `as a path: ${code(alias)}`)];
  return `| ${[code(name), others.join(', '), defaultOf(setting), meaning, example === undefined ? '' : code(example)].join(' | ')} |\n`;
}

const code = (text: string): string => `\`${text}\``;
