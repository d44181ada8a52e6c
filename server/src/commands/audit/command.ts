import { ok, refuse } from '../../domain/result.ts';
import { describeCommand } from '../command.ts';

export const command = describeCommand({
  summary: 'proves that nobody changed the audit trails by hand',
  usage: ['audit verify [ORGANIZATION]'],
  about: `
Counts the chain of hashes of every audit trail again, or of one (login or number of the organization), and prints its
head. Needs the database only, and writes nothing.`,
  options: { json: { type: 'boolean', says: 'answers with a line of JSON for each trail' } },
  exitCodes: {
    0: 'all are proved',
    1: 'not done: settings, database, or no such trail; standard error says which',
    4: 'a row was changed, removed or added by hand',
  },
  example: 'npx orgdesk audit verify acme --json',
  parse: ({ json = false }, [action, organization = null, ...others]) =>
    action === 'verify' && others.length === 0 && organization !== ''
      ? ok({ organization, json })
      : refuse('audit takes verify [ORGANIZATION]'),
  load: () => import('./run.ts'),
});
