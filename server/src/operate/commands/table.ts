import { COMMANDS as REMOTE_COMMANDS } from '@orgdesk/cli/table';
import { withoutArguments } from '@orgdesk/command-framework/describe-command';
import type { Commands, Program } from '@orgdesk/command-framework/program';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { CHECK_NAMES, type CheckName } from '../doctor/check.ts';
import { describeCommand, ENV_FILE_OPTION } from './command.ts';
import type { SessionsCommand } from './sessions.ts';

/** In order of `--help`. What they run is imported on demand, so `serve` starts fast and stays small. */
export const COMMANDS: Commands = {
  serve: async () => ({ command: serve }),
  setup: async () => ({ command: setup }),
  doctor: async () => ({ command: doctor }),
  migrate: async () => ({ command: migrate }),
  reconcile: async () => ({ command: reconcile }),
  'rotate-keys': async () => ({ command: rotateKeys }),
  backup: async () => ({ command: backup }),
  sessions: async () => ({ command: sessions }),
  audit: async () => ({ command: audit }),
  work: async () => ({ command: work }),
};

/** Texts are loaded on demand. */
const HELP_TOPICS: Program['topics'] = {
  settings: {
    summary: 'every setting: meaning, default, example, and the settings file',
    text: async () => (await import('./help.ts')).settingsHelp(),
  },
  checks: {
    summary: 'every doctor check, and how to read the report',
    text: async () => (await import('./help.ts')).checksHelp(),
  },
  metrics: {
    summary: 'every metric: type, labels, and how to combine several instances',
    text: async () => (await import('./help.ts')).metricsHelp(),
  },
  remote: {
    summary: 'commands that call a running service: people, invitations, jobs, access, audit log',
    text: async () => (await import('@orgdesk/cli/program')).remoteHelp(),
  },
};

export const PROGRAM: Program = {
  call: 'npx orgdesk',
  about: 'orgdesk: a web service for administering organizations on a code host.',
  usage: ['npm start', 'npx orgdesk [COMMAND] [OPTION …]'],
  commands: { ...COMMANDS, ...REMOTE_COMMANDS },
  unlisted: Object.keys(REMOTE_COMMANDS),
  byDefault: 'serve',
  topics: HELP_TOPICS,
  early: ENV_FILE_OPTION,
  version: async () => (await import('../../version.ts')).VERSION,
};

const serve = describeCommand({
  summary: 'runs the service; same as npm start',
  usage: ['[serve]'],
  about: `
Runs the service on HOST and PORT until SIGTERM or SIGINT. Migrates the database to this version's schema
first. Without code host settings, it uses a simulated code host, for evaluation.`,
  options: {},
  exitCodes: {
    0: 'stopped',
    1: 'invalid settings, startup failure, or incomplete shutdown; see standard error',
  },
  example: 'BASE_URL=https://orgdesk.example.com npx orgdesk serve',
  parse: (_, args) => withoutArguments(args, null),
  warnsOfFile: true,
  load: () => import('./serve/run.ts'),
});

const setup = describeCommand({
  summary: 'registers the App on the code host and writes a settings file',
  usage: ['setup [OPTION …]'],
  about: `
Registers orgdesk as a GitHub App on github.com, GHE.com or Enterprise Server, with only the permissions, events and
URLs it needs. It opens a local page, where you confirm before you confirm on the code host. Then it generates the secrets,
shows the settings and writes them to a file that only you can read. It never overwrites a file.

On a terminal it prompts for missing options. Otherwise, and with --yes, it uses the defaults.
If interrupted, run the same command again to continue. The code host's code expires after one hour.`,
  options: {
    'base-url': { type: 'string', value: 'URL', says: 'URL where people open orgdesk (http://localhost:PORT)' },
    'code-host-url': { type: 'string', value: 'URL', says: "the code host's web URL (https://github.com)" },
    'code-host-api-url': { type: 'string', value: 'URL', says: 'its REST API, if not at the default URL' },
    organization: {
      type: 'string',
      value: 'LOGIN',
      says: 'organization that will own the App (your own account)',
    },
    name: { type: 'string', value: 'NAME', says: 'name of the App, up to 34 characters (orgdesk-HOST)' },
    public: {
      type: 'boolean',
      says: 'lets other accounts install the App; an App owned by your account is always public',
    },
    'env-file': { type: 'string', value: 'PATH', says: 'settings file to write (orgdesk.env)' },
    'database-url': { type: 'string', value: 'URL', says: 'the database (sqlite:./data/orgdesk.db)' },
    permission: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      says: 'optional permission to request, may be repeated; an unknown name lists all',
    },
    port: { type: 'string', value: 'NUMBER', says: 'port to listen on (3000, or the port of a local base URL)' },
    code: {
      type: 'string',
      value: 'CODE',
      says: 'the code, or the full URL that a browser on another machine was redirected to',
    },
    'no-browser': { type: 'boolean', says: "prints the page's URL instead of opening a browser" },
    yes: { type: 'boolean', short: 'y', says: 'does not prompt' },
  },
  exitCodes: {
    0: 'settings written',
    1: 'failed; see standard error',
    130: 'stopped; run the same command again to continue',
  },
  example:
    'npx orgdesk setup --base-url https://orgdesk.example.com --organization acme\nnpx orgdesk setup --code-host-url https://git.example.com --no-browser',
  parse: (values, args) => withoutArguments(args, values),
  load: () => import('./setup/run.ts'),
});

const isCheckName = (name: string): name is CheckName => CHECK_NAMES.some((each) => each === name);

const doctor = describeCommand({
  summary: 'checks the whole setup and shows how to fix problems',
  usage: ['doctor [--only CHECK …]'],
  about: `
Checks settings, key, App, clock, secrets, permissions, webhook, installations, URLs and database, whether or not the
service is running. Each line is ok, a note, a warning or a failure, with the next step. Changes nothing; sends 14
requests to the code host. For a description of each check: npx orgdesk help checks. The checks:
${linesOf(CHECK_NAMES, 100)}`,
  options: {
    only: {
      type: 'string',
      multiple: true,
      value: 'CHECK',
      choices: CHECK_NAMES,
      says: 'runs only this check; can be repeated',
    },
    json: { type: 'boolean', says: 'prints one line of JSON' },
  },
  exitCodes: {
    0: 'all checks passed',
    1: 'failed; see standard error',
    4: 'warnings, no failures',
    5: 'failures',
  },
  example: 'npx orgdesk doctor --only webhook --only deliveries',
  parse: ({ json = false, only = [] }, args) =>
    withoutArguments(args, { json, only: only.length === 0 ? null : only.filter(isCheckName) }),
  warnsOfFile: true,
  load: () => import('./doctor.ts'),
});

function linesOf(names: readonly string[], width: number): string {
  const lines = [''];
  for (const name of names) {
    const last = lines.at(-1) ?? '';
    const next = last === '' ? name : `${last}, ${name}`;
    if (next.length < width) lines[lines.length - 1] = next;
    else lines.push(name);
  }
  return lines.join(',\n');
}

const migrate = describeCommand({
  summary: "migrates the database to this version's schema",
  usage: ['migrate [--check | --create]'],
  about: `
Applies all pending migrations in one transaction and prints the schema versions. The service
does the same when it starts. Safe to run several times at once. A database without tables is not changed unless you pass
--create. Requires only DATABASE_URL.`,
  options: {
    check: { type: 'boolean', says: 'only shows pending migrations; changes nothing' },
    create: { type: 'boolean', says: 'also creates the tables of a new database' },
    json: { type: 'boolean', says: 'prints one line of JSON' },
  },
  exitCodes: {
    0: 'migrated, or already up to date',
    1: 'failed: settings, database, or no tables; see standard error',
    3: 'with --check: migrations are pending',
    4: 'the database is not compatible with this version',
  },
  example: 'npx orgdesk migrate --check || npx orgdesk migrate',
  parse: ({ check = false, create = false, json = false }, args) =>
    check && create
      ? refuse('--check and --create cannot be combined')
      : withoutArguments(args, { check, create, json }),
  load: () => import('./migrate.ts'),
});

const reconcile = describeCommand({
  summary: 'compares the cached installations with the code host once, and repairs the cache',
  usage: ['reconcile'],
  about: `
Compares the cached installations with the code host once, repairs the cache, requests redelivery of lost webhooks, and
prints the differences. The service does the same every RECONCILE_MINUTES. The summary goes to standard output, progress to
standard error.`,
  options: { json: { type: 'boolean', says: 'prints one line of JSON' } },
  exitCodes: {
    0: 'completed, even if some lists could not be fetched',
    1: 'failed: settings, database or code host; see standard error',
    3: 'another instance is running a comparison',
    130: 'stopped by SIGINT, SIGTERM or SIGHUP; completed work is kept',
  },
  example: 'npx orgdesk reconcile\nnpx orgdesk reconcile --json 2>/dev/null',
  parse: ({ json = false }, args) => withoutArguments(args, { json }),
  load: () => import('./reconcile.ts'),
});

const rotateKeys = describeCommand({
  summary: 're-encrypts stored tokens with the first key of TOKEN_SECRET',
  usage: ['rotate-keys [--check]'],
  about: `
Re-encrypts all stored tokens with the first key of TOKEN_SECRET, so that you can remove the other keys now instead of
after 24 hours. Also replaces the key that signs heads of audit logs, if another key encrypts it. All instances must
already run with the new key first. The service keeps running, and nobody is signed out. If interrupted, run it again to
continue. Requires DATABASE_URL and TOKEN_SECRET.`,
  options: {
    check: { type: 'boolean', says: 'only counts; changes nothing' },
    json: { type: 'boolean', says: 'prints one line of JSON' },
  },
  exitCodes: {
    0: 'all that is readable uses the first key: the others can be removed',
    1: 'failed: settings or database; see standard error',
    3: 'with --check: some tokens use another key; otherwise: an instance still encrypts with another key',
    4: 'as 0, but no key decrypts some sessions, whose people must sign in again, or the key that signs heads',
    130: 'stopped by SIGINT, SIGTERM or SIGHUP; completed work is kept',
  },
  example: 'TOKEN_SECRET=new,old npx orgdesk rotate-keys',
  parse: ({ check = false, json = false }, args) => withoutArguments(args, { check, json }),
  load: () => import('./rotate-keys.ts'),
});

const backup = describeCommand({
  summary: 'backs up the SQLite database of a running service, or verifies a backup',
  usage: ['backup FILE', 'backup --check FILE', 'backup --note'],
  about: `
Writes a consistent backup to FILE while the service keeps running, and verifies it. Only this user can read it
(0600). An existing file is not overwritten. With --check, verifies a backup and prints its schema version; no settings are
needed. For PostgreSQL, prints the pg_dump command. Records the time of the backup for the backup metric; --note
records it for a backup made with other tools. The backup contains personal data, and tokens that TOKEN_SECRET decrypts.`,
  options: {
    check: { type: 'boolean', says: 'only verifies FILE' },
    note: { type: 'boolean', says: 'only records that a backup was made now' },
    json: { type: 'boolean', says: 'prints one line of JSON' },
  },
  exitCodes: {
    0: 'the backup is valid',
    1: 'failed: settings, database, disk, or FILE already exists; see standard error',
    3: 'with --check: FILE is not a valid orgdesk database, or not compatible with this version',
    4: 'the database is PostgreSQL; the output has the pg_dump command',
    130: 'stopped by SIGINT, SIGTERM or SIGHUP; no files are left',
  },
  example: 'npx orgdesk backup /backup/orgdesk-$(date +%F).db',
  parse: ({ check = false, note = false, json = false }, args) => {
    const [file, ...others] = args;
    if (note)
      return check || file !== undefined ? refuse('backup --note takes no other arguments') : ok({ note, json });
    return file === undefined || file === '' || others.length > 0
      ? refuse('backup requires FILE')
      : ok({ note, file, check, json });
  },
  load: () => import('./backup.ts'),
});

const sessions = describeCommand({
  summary: "counts sessions, and lists or ends a person's sessions",
  usage: ['sessions count', 'sessions list USER', 'sessions end USER [SESSION]'],
  about: `
count  shows the number of sessions and of people signed in
list   lists a person's sessions; USER is a login or user ID on the code host
end    ends all of a person's sessions, or one of them, immediately on every instance`,
  options: { json: { type: 'boolean', says: 'prints one line of JSON' } },
  exitCodes: {
    0: 'done',
    1: 'failed: settings or database; see standard error',
    3: 'person or session not found',
  },
  example: 'npx orgdesk sessions list ada\nnpx orgdesk sessions end ada --json',
  parse: ({ json = false }, args) => parseSessionsCommand(json, args),
  load: () => import('./sessions.ts'),
});

function parseSessionsCommand(
  json: boolean,
  [action, user, session, ...others]: readonly string[],
): Result<SessionsCommand, string> {
  const isWhole = others.length === 0 && user !== '' && session !== '';
  if (isWhole && action === 'count' && user === undefined) return ok({ json, action });
  if (isWhole && action === 'list' && user !== undefined && session === undefined) return ok({ json, action, user });
  if (isWhole && action === 'end' && user !== undefined) return ok({ json, action, user, session: session ?? null });
  return refuse('sessions requires count, list USER, or end USER [SESSION]');
}

const audit = describeCommand({
  summary: 'verifies that the audit log was not changed outside of orgdesk',
  usage: [
    'audit verify [ORGANIZATION]',
    'audit verify --head FILE [--key KEY]',
    'audit verify --report FILE [--key KEY]',
    'audit keys',
  ],
  about: `
Recomputes the hash chain of every audit log, or of one (login or ID of the organization), and prints its
head. With --head, also checks that the audit logs still extend signed heads that were kept elsewhere. With --report,
checks the signature of the report about a person. "audit keys" prints the public keys, for --key and for witnesses.
Requires only the database, and changes nothing.`,
  options: {
    head: { type: 'string', value: 'FILE', says: 'file with signed heads; - for standard input' },
    report: { type: 'string', value: 'FILE', says: 'file with a signed report; - for standard input' },
    key: { type: 'string', value: 'KEY', says: 'accepts only signatures with this public key, not those stored' },
    json: { type: 'boolean', says: 'prints one line of JSON per audit log, head, report or key' },
  },
  exitCodes: {
    0: 'all verified',
    1: 'failed: settings, database, or audit log not found; see standard error',
    4: 'a row was changed, removed or added outside of orgdesk, or the signature of a head or report is not by a known key',
  },
  example: 'npx orgdesk audit verify acme --json',
  parse: ({ json = false, head = null, report = null, key = null }, [action, organization = null, ...others]) => {
    const hasHeadOptions = head !== null || report !== null || key !== null;
    if (action === 'keys' && organization === null && !hasHeadOptions) return ok({ kind: 'keys', json });
    if (action !== 'verify' || others.length > 0 || organization === '')
      return refuse('audit requires verify [ORGANIZATION], verify --head FILE, verify --report FILE, or keys');
    if (!hasHeadOptions) return ok({ kind: 'trails', organization, json });
    if (organization !== null) return refuse('--head, --report and --key take no ORGANIZATION');
    if (head !== null && report !== null) return refuse('--head and --report exclude each other');
    if (report !== null) return ok({ kind: 'report', report, key, json });
    return head === null
      ? refuse('--key requires --head FILE or --report FILE')
      : ok({ kind: 'heads', head, key, json });
  },
  load: () => import('./audit.ts'),
});

const work = describeCommand({
  summary: 'lists or retries background work that failed too often',
  usage: ['work list', 'work retry ORGANIZATION KIND [KEY]'],
  about: `
list   lists what was given up, of all organizations, with its last failure
retry  makes it due again, and adds an entry to the audit log of the organization; ORGANIZATION is the ID as listed, 0 for
       work of the service itself`,
  options: { json: { type: 'boolean', says: 'prints one line of JSON' } },
  exitCodes: { 0: 'done', 1: 'failed: settings or database; see standard error', 3: 'no such failed work' },
  example: 'npx orgdesk work list\nnpx orgdesk work retry 1011 invitations 5f0c',
  parse: ({ json = false }, [action, organization, kind, key = '', ...others]) => {
    if (action === 'list' && organization === undefined) return ok({ json, retry: null });
    const organizationId = Number(organization);
    const isWhole = action === 'retry' && Number.isSafeInteger(organizationId) && kind !== undefined;
    return isWhole && others.length === 0
      ? ok({ json, retry: { organizationId, kind, key } })
      : refuse('work requires list, or retry ORGANIZATION KIND [KEY]');
  },
  load: () => import('./work.ts'),
});
