import { ok, refuse } from '../../../lib/result.ts';
import { describeCommand } from '../command.ts';

export const command = describeCommand({
  summary: 'lists or retries background work that failed too often',
  usage: ['work list', 'work retry ORGANIZATION KIND [KEY]'],
  about: `
list   lists what was given up, of all organizations, with its last failure
retry  makes it due again, and adds an entry to the audit log of the organization; ORGANIZATION is the ID as listed, 0 for
       work of the service itself`,
  options: { json: { type: 'boolean', says: 'prints one line of JSON' } },
  exitCodes: { 0: 'done', 1: 'failed: settings or database; see standard error', 3: 'no such failed work' },
  example: 'npx orgdesk work list\nnpx orgdesk work retry 1011 invitations 5f0c',
  parse: ({ json = false }, [action, organization, kind, key = '', ...others]) => {
    if (action === 'list' && organization === undefined) return ok({ json, retry: null });
    const organizationId = Number(organization);
    const isWhole = action === 'retry' && Number.isSafeInteger(organizationId) && kind !== undefined;
    return isWhole && others.length === 0
      ? ok({ json, retry: { organizationId, kind, key } })
      : refuse('work requires list, or retry ORGANIZATION KIND [KEY]');
  },
  load: () => import('./run.ts'),
});
