import { defaultOf, SETTINGS_BY_GROUP } from '../config/all-settings.ts';
import type { Setting } from '../config/settings.ts';
import { namedTexts } from './help-columns.ts';

const INTRODUCTION = `\
Settings come from the environment, and below it from a file. An empty value counts as not set. NAME_FILE names a file that
holds the value of NAME. As soon as one setting of the code host is set, all required ones must be. Without any, orgdesk
runs against a simulated code host, on the next port or any free one, with secrets made for that run.

In brackets: the value when it is not set.
`;

const CLOSING = `\
The file of settings
  orgdesk.env in the working directory, or the file that --env-file names. The first line of the log names the file. What
  the environment sets under any name, the file does not. orgdesk.env is ignored with a warning if the service's user
  cannot read it, if it belongs neither to that user nor to root, or if its group or others may write to it. A file named
  by --env-file must be readable, and is refused if everybody may write to it.

  # A comment
  BASE_URL=https://orgdesk.example.com
  TOKEN_SECRET='a # needs quotes: single, double or backticks; a quoted value may have several lines'

  One NAME=VALUE per line, as Node.js and systemd read it; in double quotes, \\n is a line end. Other lines, unknown names
  and a name given twice are refused. Variables that Node.js itself reads, such as NODE_EXTRA_CA_CERTS, go into the
  environment. OpenTelemetry's settings may be in the file: docs/operations/monitoring.md#traces.

What is refused
  All problems are reported at once, without values. An unknown name that begins with CODE_HOST_ is refused, and so is one
  that resembles a required setting that is missing (TOKEN_SECRETS). One that resembles another setting that is not given
  (DATABSE_URL) is a warning at the start. orgdesk doctor also warns about values that are usable but probably wrong.
`;

/** What `orgdesk help settings` prints: every setting, from the tables in `config/`. */
export function settingsHelp(): string {
  const groups = SETTINGS_BY_GROUP.map(
    ([group, settings]) => `${group}\n${namedTexts(settings.map((setting) => [setting.name, textOf(setting)]))}\n`,
  );
  return [INTRODUCTION, ...groups, CLOSING].join('\n');
}

function textOf(setting: Setting<unknown>): string {
  const { name, aliases = [], fileAliases = [], example, meaning, page } = setting;
  const others = [...aliases, ...fileAliases.map((alias) => `${alias} for ${name}_FILE`)];
  return [
    `${meaning.replace(/\.$/, '')} (${defaultOf(setting)}).`,
    ...(example === undefined ? [] : [`Example: ${example}.`]),
    ...(others.length === 0 ? [] : [`Other names: ${others.join(', ')}.`]),
    ...(page === undefined ? [] : [`See ${page}`]),
  ]
    .join(' ')
    .replaceAll('`', '');
}
