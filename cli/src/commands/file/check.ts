import { ok, refuse } from '@orgdesk/contract/result';
import { describeLocal } from '../../describe-remote.ts';

export const command = describeLocal({
  summary: 'checks files that describe an organization',
  usage: ['file check PATH …', 'file check --schema'],
  about: `
A PATH is a YAML file or a folder of them; all together describe one organization. Prints every problem with its place and,
for a name that is almost right, the nearest valid one. Needs neither a session nor a service.`,
  options: {
    json: { type: 'boolean', says: 'prints the problems as JSON' },
    schema: { type: 'boolean', says: 'prints the JSON Schema of the files, for editors' },
  },
  exitCodes: { 0: 'no problem', 1: 'problems, or failed; see standard error' },
  example: 'orgdesk file check organization/\norgdesk file check --schema > organization.schema.json',
  parse: ({ schema = false }, paths) =>
    schema === paths.length > 0 ? refuse('either PATH or --schema is needed') : ok({ paths }),
  load: () => import('./run-check.ts'),
});
