import { refuse } from '../../domain/result.ts';
import { describeCommand, withoutWords } from '../command.ts';

export const command = describeCommand({
  summary: "brings the database to this version's schema",
  usage: ['migrate [--check | --create]'],
  about: `
Applies the steps of the schema that the database does not have, all or none, and says from which step to which. The service
does the same when it starts. Any number may run at once. A database without tables is left alone, unless --create
says that a new one is meant. Needs the database only: DATABASE_URL.`,
  options: {
    check: { type: 'boolean', says: 'changes nothing, and says what is to be done' },
    create: { type: 'boolean', says: 'makes the tables of a new database, too' },
    json: { type: 'boolean', says: 'answers with a line of JSON' },
  },
  exitCodes: {
    0: 'done, or nothing was to be done',
    1: 'not done: settings or database, or it has no tables; standard error says which',
    3: 'with --check: steps are missing',
    4: 'the database is newer, and this version does not work on it',
  },
  example: 'npx orgdesk migrate --check || npx orgdesk migrate',
  parse: ({ check = false, create = false, json = false }, words) =>
    check && create ? refuse('--check and --create do not go together') : withoutWords(words, { check, create, json }),
  load: () => import('./run.ts'),
});
