import { ok, refuse } from '@orgdesk/contract/result';
import { JOB_EXIT_CODES } from '../../connection/stop.ts';
import { CONTINUE_OPTION, describeRemote, FORMAT_OPTIONS, parseArguments } from '../../describe-remote.ts';

const ROLES = ['member', 'owner', 'billing-manager'];

export const invite = describeRemote({
  summary: 'invites the people of a list or CSV file, with a preview first',
  usage: ['invite ORGANIZATION FILE [--role ROLE] [--team TEAM …]'],
  about: `
FILE has usernames or email addresses, one per line, or is a table as text (CSV) with headings such as username, email, name,
role and teams, also in other languages; - is standard input. Shows who would be invited, asks, starts a job and watches it. Points
out accounts that are younger than a week, or whose name is not that in FILE. Without a terminal it needs --yes. Rows that cannot be invited are named and left out; the exit code is then 6.`,
  options: {
    role: { type: 'string', value: 'ROLE', choices: ROLES, says: `for rows without a role: ${ROLES.join(', ')}` },
    team: { type: 'string', multiple: true, value: 'TEAM', says: 'for rows without teams; can be repeated' },
    prefer: {
      type: 'string',
      value: 'WHAT',
      choices: ['username', 'email'],
      says: 'for rows with both: username or email',
    },
    key: { type: 'string', value: 'KEY', says: 'names the job: the same key never starts a second one' },
    preview: { type: 'boolean', says: 'prints the preview and invites no one' },
    yes: { type: 'boolean', short: 'y', says: 'does not ask' },
    ...CONTINUE_OPTION,
    results: { type: 'string', value: 'FILE', says: 'writes the results as CSV into this file' },
    ...FORMAT_OPTIONS,
  },
  exitCodes: JOB_EXIT_CODES,
  example: `orgdesk invite acme people.csv --preview
orgdesk invite acme people.csv --team backend --results results.csv
orgdesk invite acme - --yes --key onboarding-2026-11 < people.csv`,
  parse: (values, args) => {
    const { role = 'member', team = [], prefer, key = null, preview = false, yes = false, results = null } = values;
    const read = parseArguments(args, ['ORGANIZATION', 'FILE']);
    if (!read.ok) return read;
    if (key !== null && !/^[\w-]{1,100}$/.test(key))
      return refuse('--key takes letters, digits, dashes and underscores');
    const [organization, file] = read.value;
    const preferred = prefer === undefined ? null : prefer === 'email' ? ('email' as const) : ('login' as const);
    const continueAfterSignOut = values['continue-after-sign-out'] ?? false;
    const chosen = { role, teams: team, preferred, key, preview, yes, results, continueAfterSignOut };
    return ok({ organization, file, ...chosen });
  },
  load: async () => ({ run: (await import('./run.ts')).invitePeople }),
});
