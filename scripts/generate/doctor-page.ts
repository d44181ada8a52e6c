import { CHECKS } from '../../server/src/doctor/checks.ts';

const INTRODUCTION = `# Is everything set up right?

Written by \`npm run generate\` from [the checks](../../server/src/doctor/checks.ts): do not edit.

\`\`\`sh
npx orgdesk doctor                        # all checks
npx orgdesk doctor --only webhook         # one, or several: --only webhook --only deliveries
npx orgdesk doctor --json                 # one line of JSON, for programs
\`\`\`

It reads the settings as \`serve\` does (\`--env-file\` too), asks the code host and the database, and says what it found. A
service need not run. Nothing is changed anywhere: no file is made, no schema brought up to date, nothing registered. It
takes thirteen calls to the code host, one more where webhooks were refused, and no longer than some twenty seconds.

| A line that begins with | means |
|---|---|
| \`ok\` | as it should be |
| \`note\` | nothing that was found, and nothing that is proved: to be compared by eye, or not known from here |
| \`warning\` | orgdesk works, and somebody should look: here, or an owner of an organization |
| \`FAILURE\` | something does not work |
| \`-\` | not checked because of the check that it names |

Behind the arrow stands the next step, with the address where it is taken. Fix failures from the top: the later ones may be
gone then. With unusable settings it goes on with what the others allow. Colours follow the terminal,
\`NO_COLOR\` and \`FORCE_COLOR\`. In JSON a note has the standing \`ok\`, and \`note: true\`.

| Ends with | when |
|---|---|
| 0 | all is well |
| 1 | not checked, for a reason that standard error says |
| 2 | an argument is not known |
| 4 | there are warnings and no failure |
| 5 | there are failures |

## The checks
`;

const REST = `
What no API tells is printed to be compared by eye: the callback and setup addresses. From which address calls arrive at the
code host is known there alone; printed is the one that they leave this machine from.

## While the service runs

Before it opens anything, \`serve\` runs \`settings\`, \`listen\`, \`database\` and \`migrations\`, and refuses to start in the words of a
failure; a SQLite file that is there is judged by opening it. All checks run once after \`serve\` listens. What is not as it should be is logged as a warning with its next step, under
\`something in the set-up is not as it should be\`; then the service goes on. That takes the same thirteen calls,
for each instance. Of \`base-url\` the log says nothing: an instance that has only just begun gets no requests yet.

With \`METRICS_PORT\` set, \`GET /readyz?verbose\` on that port shows them, as text, or as JSON with \`Accept: application/json\`.
It is asked by GET or HEAD, and by an IP address, \`localhost\` or the name in \`METRICS_HOST\`: any other name is answered with 421.
What was found is shown for a minute without looking again. It answers 200 whatever was found, as an instance is ready
nevertheless: let nothing decide by it whether one gets requests. On the service's own port, \`/readyz?verbose\` says what
\`/readyz\` says.

## From a scheduler

Certificates run out, owners suspend installations, clocks drift: once a day is enough.

\`\`\`sh
# /etc/cron.d/orgdesk: a mail when something is not as it should be
MAILTO=operators@example.com
15 6 * * * root  out=$(/usr/local/bin/orgdesk doctor) || echo "$out"
\`\`\`

A warning ends with 4. To hear of failures alone, compare the exit code with 5.
`;

/** The operators' page about checking a set-up: `docs/operations/doctor.md`. */
export const doctorSource = (): string =>
  [
    INTRODUCTION,
    '| Name | What is checked |',
    '|---|---|',
    ...CHECKS.map(({ name, about }) => `| \`${name}\` | ${about} |`),
    REST,
  ].join('\n');
