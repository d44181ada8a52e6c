import { namedTexts, wrapped } from '@orgdesk/command-framework/help';
import { defaultOf, SETTINGS_BY_GROUP } from '../config/all-settings.ts';
import type { Setting } from '../config/settings.ts';
import { CHECK_GROUPS } from '../doctor/check.ts';
import { CHECKS } from '../doctor/diagnose.ts';
import { METRICS, type MetricRow } from '../metrics/metric-table.ts';

const SETTINGS_INTRODUCTION = `\
Settings come from environment variables, then from a settings file. An empty value counts as unset. NAME_FILE is the path of
a file with the value of NAME. If any code host setting is set, all required ones must be. If none is set, orgdesk
uses a simulated code host, on the next port or any free one, with secrets generated for that run.

In parentheses: the default value.
`;

const SETTINGS_CLOSING = `\
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
  return [SETTINGS_INTRODUCTION, ...groups, SETTINGS_CLOSING].join('\n');
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

const CHECKS_INTRODUCTION = `\
orgdesk doctor reads the same settings as serve and runs these checks. It works whether or not the service is running and
changes nothing. It sends 14 requests to the code host, or 15 if webhooks were rejected, and takes up to 20 seconds.
`;

const CHECKS_CLOSING = `\
Each line of the report begins with
  ok       passed
  note     inconclusive: compare the values yourself
  warning  orgdesk works, but you or an organization owner should act
  FAILURE  something does not work
  -        skipped because of the named check

The arrow shows the next step. Fix failures from top to bottom, because one may cause others. No API reports the
callback and setup URLs, or the address that the code host sees; doctor prints the values to compare, and
the local address of outgoing requests. In JSON, a note has the standing ok and note: true. NO_COLOR and
FORCE_COLOR are respected.

While the service runs
  Before it starts, serve runs settings, listen, database and migrations, and exits if one fails; an
  existing SQLite file is checked by opening it. Once listening, it runs all checks and logs a warning for each finding,
  except base-url, because a new instance gets no requests yet. With METRICS_PORT set, it repeats the checks every hour.

  With METRICS_PORT set, GET /readyz?verbose on that port shows the findings as text, or as JSON with Accept:
  application/json, at most one minute old. Use an IP address, localhost or the name in METRICS_HOST; other names get 421.
  The status is always 200, so do not route requests by it. On the service's own port it answers as /readyz does.
`;

/** In the order of the report. */
export function checksHelp(): string {
  const aboutOf = new Map<string, string>(CHECKS.map(({ name, about }) => [name, about]));
  const groups = Object.entries(CHECK_GROUPS).map(
    ([group, names]) => `${group}\n${namedTexts(names.map((name) => [name, aboutOf.get(name) ?? '']))}\n`,
  );
  return [CHECKS_INTRODUCTION, ...groups, CHECKS_CLOSING].join('\n');
}

const METRICS_INTRODUCTION = `\
With METRICS_PORT set, GET /metrics is served on that port, on the loopback address unless METRICS_HOST is set, without
authentication. Labels only take the values listed here.

Each instance reports its own values. In parentheses: the type, and how to aggregate several instances: sum, max or min.
Values from the shared database are the same on every instance: use max. What to monitor: docs/operations/monitoring.md
`;

const METRICS_CLOSING = `\
Histograms have the suffixes _bucket, _sum and _count. prom-client adds its default nodejs_… and process_… metrics:
memory, garbage collection, event loop lag, open files.
`;

export function metricsHelp(): string {
  const metrics = Object.entries(METRICS).map(([name, metric]: readonly [string, MetricRow]) => {
    const { type, help, labels = {}, together = 'sum' } = metric;
    const combined = together === 'each' ? 'not aggregated' : together;
    const lines = [
      name,
      `  ${wrapped(`${help} (${type}, ${combined})`, 2)}`,
      ...(Object.keys(labels).length === 0 ? [] : [namedTexts(Object.entries(labels), 4)]),
    ];
    return `${lines.join('\n').replaceAll('`', '')}\n`;
  });
  return [METRICS_INTRODUCTION, ...metrics, METRICS_CLOSING].join('\n');
}
