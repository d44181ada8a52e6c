import { ok, refuse } from '../../domain/result.ts';
import { describeCommand } from '../command.ts';

export const command = describeCommand({
  summary: 'copies the SQLite database of a running service, or verifies such a copy',
  usage: ['backup FILE', 'backup --check FILE', 'backup --note'],
  about: `
Copies the database as it is in one moment while the service goes on, verifies the copy and puts it at FILE, for this user
only (0600). A file that is there already stays as it is. With --check it verifies a copy and tells its schema; no setting is
needed then. For PostgreSQL it says how to use pg_dump. The time of the copy is stored, for the metric of its age; --note
stores it for a copy made by other means. The copy holds personal data, and tokens that TOKEN_SECRET opens.`,
  options: {
    check: { type: 'boolean', says: 'copies nothing: verifies FILE' },
    note: { type: 'boolean', says: 'copies nothing: stores that a copy was made now' },
    json: { type: 'boolean', says: 'answers with a line of JSON' },
  },
  exitCodes: {
    0: 'the copy is whole',
    1: 'not done: settings, database, disk, or there is such a file; standard error says which',
    3: 'with --check: FILE is not a whole database of orgdesk, or this version does not work on it',
    4: 'the database is PostgreSQL; the answer has the command for it',
    130: 'stopped by SIGINT, SIGTERM or SIGHUP; nothing is left behind',
  },
  example: 'npx orgdesk backup /backup/orgdesk-$(date +%F).db',
  parse: ({ check = false, note = false, json = false }, words) => {
    const [file, ...others] = words;
    if (note) return check || file !== undefined ? refuse('backup --note takes nothing else') : ok({ note, json });
    return file === undefined || file === '' || others.length > 0
      ? refuse('backup takes FILE')
      : ok({ note, file, check, json });
  },
  load: () => import('./run.ts'),
});
