import { ok, type Result, refuse } from '@orgdesk/contract/result';
import { LIST_EXIT_CODES } from '../../connection/stop.ts';
import { describeRemote, FORMAT_OPTIONS, parseWords } from '../../describe-remote.ts';
import { FILTERS, type ListInput } from './list-input.ts';
import { ROLE_NAMES } from './role-names.ts';

const ROLES = Object.values(ROLE_NAMES);

export const command = describeRemote({
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
    words,
  ): Result<ListInput, string> => {
    const read = parseWords(words, all ? [] : ['ORGANIZATION']);
    if (!read.ok) return read;
    if (all && role !== null) return refuse('--role needs an ORGANIZATION');
    if (!all && [filter, within, without].some((value) => value !== null))
      return refuse('--filter, --in and --not-in need --all-organizations');
    const known = FILTERS.find((each) => each === filter) ?? null;
    if (all) return ok({ organization: null, filter: known, within, without });
    return ok({ organization: read.value[0] ?? '', role });
  },
  load: () => import('./run-list.ts'),
});
