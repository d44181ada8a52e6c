import { ok, refuse } from '../../../lib/result.ts';
import { describeCommand } from '../command.ts';

export const command = describeCommand({
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
  parse: ({ check = false, note = false, json = false }, words) => {
    const [file, ...others] = words;
    if (note)
      return check || file !== undefined ? refuse('backup --note takes no other arguments') : ok({ note, json });
    return file === undefined || file === '' || others.length > 0
      ? refuse('backup requires FILE')
      : ok({ note, file, check, json });
  },
  load: () => import('./run.ts'),
});
