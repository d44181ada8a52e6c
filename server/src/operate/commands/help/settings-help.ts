import { namedTexts } from '@orgdesk/command-framework/help';
import { defaultOf, SETTINGS_BY_GROUP } from '../../config/all-settings.ts';
import type { Setting } from '../../config/settings.ts';

const INTRODUCTION = `\
Settings come from environment variables, then from a settings file. An empty value counts as unset. NAME_FILE is the path of
a file with the value of NAME. If any code host setting is set, all required ones must be. If none is set, orgdesk
uses a simulated code host, on the next port or any free one, with secrets generated for that run.

In parentheses: the default value.
`;

const CLOSING = `\
The settings file
  orgdesk.env in the working directory, or the file in --env-file. The first log line shows its path. Environment
  variables take precedence, under any name of a setting. orgdesk.env is ignored with a warning if the service's user
  cannot read it, if neither that user nor root owns it, or if its group or others can write to it. A file passed
  with --env-file must be readable, and is rejected if everyone can write to it.

  # A comment
  BASE_URL=https://orgdesk.example.com
  TOKEN_SECRET='a # needs quotes: single, double or backticks; a quoted value can span several lines'

  One NAME=VALUE per line, as in Node.js and systemd; in double quotes, \\n is a line break. Other lines, unknown names
  and duplicate names are rejected. Variables that Node.js itself reads, such as NODE_EXTRA_CA_CERTS, belong in the
  environment. OpenTelemetry settings can be in the file: docs/operations/monitoring.md#traces.

Validation
  All problems are reported at once, without values. An unknown name that begins with CODE_HOST_ is rejected, and so is one
  that resembles a missing required setting (TOKEN_SECRETS). One that resembles another unset setting (DATABSE_URL)
  causes a warning at startup. orgdesk doctor also warns about values that are valid but probably wrong.
`;

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
