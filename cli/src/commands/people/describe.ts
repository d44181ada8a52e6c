import { ok, type Result, refuse } from '@orgdesk/contract/result';
import { JOB_EXIT_CODES, LIST_EXIT_CODES } from '../../connection/stop.ts';
import { CONTINUE_OPTION, describeRemote, FORMAT_OPTIONS, parseArguments } from '../../describe-remote.ts';
import { CHANGE_OPTIONS, FILTERS, type ListInput, parseChange, ROLE_NAMES } from './options.ts';

const ROLES = Object.values(ROLE_NAMES);

export const peopleList = describeRemote({
  summary: 'lists the people of an organization, or of all that you own',
  usage: [
    'people list ORGANIZATION [--role ROLE]',
    'people list --all-organizations [--filter FILTER] [--in ORGANIZATION] [--not-in ORGANIZATION]',
  ],
  about: `
Lists members and, for owners, outside collaborators and billing managers. JSON has each person as the service sends it.
ROLE is ${ROLES.join(', ')}.

With --all-organizations, each person is listed once. FILTER is ${FILTERS.join(', ')}. Organizations that could not
be read are named, and nobody is reported as missing from them.`,
  options: {
    role: { type: 'string', value: 'ROLE', choices: ROLES, says: 'lists only people with this role' },
    'all-organizations': { type: 'boolean', says: 'lists the people of all organizations that you own' },
    filter: { type: 'string', value: 'FILTER', choices: FILTERS, says: 'lists only people who match this filter' },
    in: { type: 'string', value: 'ORGANIZATION', says: 'lists only people in this organization' },
    'not-in': { type: 'string', value: 'ORGANIZATION', says: 'lists only people who are not in this organization' },
    ...FORMAT_OPTIONS,
  },
  exitCodes: LIST_EXIT_CODES,
  example:
    "orgdesk people list acme --role owner\norgdesk people list acme --json | jq -r '.[].login'\n" +
    'orgdesk people list --all-organizations --filter no-two-factor --csv',
  parse: (
    { role = null, 'all-organizations': all = false, filter = null, in: within = null, 'not-in': without = null },
    args,
  ): Result<ListInput, string> => {
    const read = parseArguments(args, all ? [] : ['ORGANIZATION']);
    if (!read.ok) return read;
    if (all && role !== null) return refuse('--role needs an ORGANIZATION');
    if (!all && [filter, within, without].some((value) => value !== null))
      return refuse('--filter, --in and --not-in need --all-organizations');
    const known = FILTERS.find((each) => each === filter) ?? null;
    if (all) return ok({ organization: null, filter: known, within, without });
    return ok({ organization: read.value[0] ?? '', role });
  },
  load: async () => ({ run: (await import('./run.ts')).listPeople }),
});

export const peopleShow = describeRemote({
  summary: 'shows a person of an organization',
  usage: ['people show ORGANIZATION USERNAME'],
  about: 'Shows role and teams and, for owners, two-factor authentication and the invitations that the person sent.',
  options: FORMAT_OPTIONS,
  exitCodes: LIST_EXIT_CODES,
  example: 'orgdesk people show acme grace',
  parse: (_, args) => parseArguments(args, ['ORGANIZATION', 'USERNAME']),
  load: async () => ({ run: (await import('./run.ts')).showPerson }),
});

export const peoplePreview = describeRemote({
  summary: 'shows the effects of a change of people, without making it',
  usage: ['people preview ORGANIZATION CHANGE USERNAME …', 'people preview ORGANIZATION CHANGE --file FILE'],
  about: 'CHANGE is one of --role, --remove, --convert, --add-to-team and --remove-from-team. For owners.',
  options: { ...CHANGE_OPTIONS, ...FORMAT_OPTIONS },
  exitCodes: LIST_EXIT_CODES,
  example: 'orgdesk people preview acme --remove grace alan\norgdesk people preview acme --convert --file leaving.csv',
  parse: parseChange,
  load: async () => ({ run: (await import('./run-change.ts')).previewPeople }),
});

export const peopleChange = describeRemote({
  summary: 'changes roles, removes people, or changes teams, with a preview first',
  usage: ['people change ORGANIZATION CHANGE USERNAME …', 'people change ORGANIZATION CHANGE --file FILE'],
  about: `
Shows the preview of the same change (see people preview), asks, starts a job and watches it. Without a terminal it needs
--yes and, for more than a few people, --confirm with the name of the organization.`,
  options: {
    ...CHANGE_OPTIONS,
    yes: { type: 'boolean', short: 'y', says: 'does not ask' },
    confirm: { type: 'string', value: 'ORGANIZATION', says: 'confirms a change of many people' },
    ...CONTINUE_OPTION,
    results: { type: 'string', value: 'FILE', says: 'writes the results as CSV into this file' },
    ...FORMAT_OPTIONS,
  },
  exitCodes: JOB_EXIT_CODES,
  example:
    'orgdesk people change acme --role member grace\norgdesk people change acme --remove --file leaving.csv --yes --confirm acme',
  parse: ({ yes = false, confirm = null, results = null, ...values }, args) => {
    const chosen = parseChange(values, args);
    const continueAfterSignOut = values['continue-after-sign-out'] ?? false;
    return chosen.ok ? ok({ ...chosen.value, yes, confirm, results, continueAfterSignOut }) : chosen;
  },
  load: async () => ({ run: (await import('./run-change.ts')).changePeople }),
});
