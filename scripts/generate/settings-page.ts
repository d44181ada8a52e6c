import { defaultOf, SETTINGS_BY_GROUP } from '../../server/src/config/all-settings.ts';
import type { Setting } from '../../server/src/config/settings.ts';

const INTRODUCTION = `# Settings

Written by \`npm run generate\` from the tables in \`server/src/config/\`: do not edit.

Settings come from the environment, and below it from a file. A blank value counts as absent. With \`_FILE\` behind its name, a
setting is the path of a file with the value. Everything required is required as soon as anything about a code host is set.

Without a setting about a code host, a simulated one starts as a second process, on the port above the service's or any
free one. Its credentials and secrets are made for one run, so sessions end with it.

## A file of settings

\`orgdesk.env\` in the working directory is read if it is there, by \`npm start\` too; \`--env-file PATH\` names another. The
environment wins: what it sets under any name, the file does not. The first line of the log names the file. \`chmod 600\` it.

\`orgdesk.env\` is left aside, with a warning, when the service's user may not read it, when it belongs neither to that user nor
to root, or when its group or others may write to it. A file that \`--env-file\` names has to be readable, and is refused when
anybody may write to it.

\`\`\`sh
# A comment
BASE_URL=https://orgdesk.example.com
TOKEN_SECRET='a # wants quotes: these, double ones or backticks; a value in them may have several lines'
\`\`\`

One \`NAME=VALUE\` each, as Node.js and systemd read it; in double quotes, \`\\n\` is a line end. A line that is none of this, a name
that is no setting and one that is there twice are refused. What Node.js reads itself, as \`NODE_EXTRA_CA_CERTS\`, belongs into
the environment; [OpenTelemetry's settings](monitoring.md#traces) may stand here.

## What is refused

All problems are told at once, each in a sentence with the next step, and none with a value. In the environment, a name that
begins with \`CODE_HOST_\` and is no setting is refused, and so is one that is near to a required setting that is missing
(\`TOKEN_SECRETS\`). One that is near to any other setting that is not given (\`DATABSE_URL\`) may be another program's: that is a
warning when the service starts. What is usable and most likely a mistake is a warning, too: \`orgdesk doctor\` tells them all.
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
  const { name, aliases = [], fileAliases = [], example } = setting;
  const meaning = setting.page === undefined ? setting.meaning : `${setting.meaning} [More](${setting.page})`;
  const others = [...aliases.map(code), ...fileAliases.map((alias) => `as a path: ${code(alias)}`)];
  return `| ${[code(name), others.join(', '), defaultOf(setting), meaning, example === undefined ? '' : code(example)].join(' | ')} |\n`;
}

const code = (text: string): string => `\`${text}\``;
