import { withoutWords } from '@orgdesk/command-framework/describe-command';
import { refuse } from '../../../lib/result.ts';
import { describeCommand } from '../command.ts';

export const command = describeCommand({
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
  parse: ({ check = false, create = false, json = false }, words) =>
    check && create ? refuse('--check and --create cannot be combined') : withoutWords(words, { check, create, json }),
  load: () => import('./run.ts'),
});
