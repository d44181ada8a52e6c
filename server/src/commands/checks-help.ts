import { CHECKS } from '../doctor/checks.ts';
import { CHECK_GROUPS } from '../doctor/finding.ts';
import { namedTexts } from './help-columns.ts';

const INTRODUCTION = `\
orgdesk doctor reads the settings as serve does and runs these checks. The service need not run, and nothing is changed. It
takes thirteen calls to the code host, one more if webhooks were refused, and at most about twenty seconds.
`;

const CLOSING = `\
A line of the report begins with
  ok       as it should be
  note     nothing was found and nothing is proved: compare by eye
  warning  orgdesk works, but somebody should look: you, or an owner of an organization
  FAILURE  something does not work
  -        not checked because of the check that it names

The next step is behind the arrow. Fix failures from the top, because later ones may go with them. No API reports the
callback and setup addresses, nor the address that calls arrive from at the code host; doctor prints what to compare, and
the address that they leave this machine from. In JSON a note has the standing ok, and note: true. NO_COLOR and
FORCE_COLOR are respected.

While the service runs
  Before it opens anything, serve runs settings, listen, database and migrations, and does not start if one fails; an
  existing SQLite file is checked by opening it. Once it listens, it runs all checks and logs a warning for each finding,
  except for base-url: a new instance gets no requests yet. With METRICS_PORT set, it runs them again every hour.

  With METRICS_PORT set, GET /readyz?verbose on that port shows the findings as text, or as JSON with Accept:
  application/json, at most a minute old. Ask by an IP address, localhost or the name in METRICS_HOST; other names get 421.
  The status is always 200, so do not route requests by it. On the service's own port it answers as /readyz does.
`;

/** What `orgdesk help checks` prints: every check of `orgdesk doctor`, in the order of its report. */
export function checksHelp(): string {
  const aboutOf = new Map<string, string>(CHECKS.map(({ name, about }) => [name, about]));
  const groups = Object.entries(CHECK_GROUPS).map(
    ([group, names]) => `${group}\n${namedTexts(names.map((name) => [name, aboutOf.get(name) ?? '']))}\n`,
  );
  return [INTRODUCTION, ...groups, CLOSING].join('\n');
}
