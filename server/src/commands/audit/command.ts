import { ok, refuse } from '../../domain/result.ts';
import { describeCommand } from '../command.ts';

export const command = describeCommand({
  summary: 'verifies that the audit log was not changed outside of orgdesk',
  usage: ['audit verify [ORGANIZATION]'],
  about: `
Recomputes the hash chain of every audit log, or of one (login or ID of the organization), and prints its
head. Requires only the database, and changes nothing.`,
  options: { json: { type: 'boolean', says: 'prints one line of JSON per audit log' } },
  exitCodes: {
    0: 'all verified',
    1: 'failed: settings, database, or audit log not found; see standard error',
    4: 'a row was changed, removed or added outside of orgdesk',
  },
  example: 'npx orgdesk audit verify acme --json',
  parse: ({ json = false }, [action, organization = null, ...others]) =>
    action === 'verify' && others.length === 0 && organization !== ''
      ? ok({ organization, json })
      : refuse('audit requires verify [ORGANIZATION]'),
  load: () => import('./run.ts'),
});
