import { ok, refuse } from '@orgdesk/contract/result';
import { JOB_EXIT_CODES, LIST_EXIT_CODES } from '../../connection/stop.ts';
import { describeRemote, FORMAT_OPTIONS, parseArguments } from '../../describe-remote.ts';

export const access = describeRemote({
  summary: 'shows who has access to what, or why you see less of an organization',
  usage: [
    'access ORGANIZATION',
    'access ORGANIZATION --person USERNAME',
    'access ORGANIZATION --repository NAME',
    'access ORGANIZATION --export',
  ],
  about: `
Without an option, names what limits your own access, such as single sign-on or a missing App. The others are for owners:
the repositories of a person, the people of a repository, or everything as one file.`,
  options: {
    person: { type: 'string', value: 'USERNAME', says: 'lists the repositories that this person reaches' },
    repository: { type: 'string', value: 'NAME', says: 'lists the people with access to this repository' },
    export: {
      type: 'boolean',
      says: 'starts a job that lists all access, and prints its CSV file; the job with --json',
    },
    results: { type: 'string', value: 'FILE', says: 'with --export: writes the CSV file here' },
    ...FORMAT_OPTIONS,
  },
  exitCodes: { ...JOB_EXIT_CODES, ...LIST_EXIT_CODES },
  example: 'orgdesk access acme --person grace\norgdesk access acme --export --results access.csv',
  parse: ({ person, repository, export: whole = false, results = null }, args) => {
    const read = parseArguments(args, ['ORGANIZATION']);
    if (!read.ok) return read;
    if ([person !== undefined, repository !== undefined, whole].filter(Boolean).length > 1) {
      return refuse('only one of --person, --repository and --export is possible');
    }
    if (results !== null && !whole) return refuse('--results needs --export');
    const [organization] = read.value;
    if (whole) return ok({ kind: 'export' as const, organization, results });
    if (person !== undefined) return ok({ kind: 'person' as const, organization, person });
    if (repository !== undefined) return ok({ kind: 'repository' as const, organization, repository });
    return ok({ kind: 'own' as const, organization });
  },
  load: async () => ({ run: (await import('./run.ts')).showAccess }),
});
