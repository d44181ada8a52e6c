import { namedTexts } from '@orgdesk/command-framework/help';
import { CHECKS } from '../../doctor/checks.ts';
import { CHECK_GROUPS } from '../../doctor/finding.ts';

const INTRODUCTION = `\
orgdesk doctor reads the same settings as serve and runs these checks. It works whether or not the service is running and
changes nothing. It sends 14 requests to the code host, or 15 if webhooks were rejected, and takes up to 20 seconds.
`;

const CLOSING = `\
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
  return [INTRODUCTION, ...groups, CLOSING].join('\n');
}
