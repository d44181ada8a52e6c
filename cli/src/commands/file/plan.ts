import { ok, refuse } from '@orgdesk/contract/result';
import { describeRemote } from '../../describe-remote.ts';
import { PLAN_EXIT_CODES } from './plan-exit-codes.ts';

export const command = describeRemote({
  summary: 'shows what files would change in an organization, without changing it',
  usage: ['file plan ORGANIZATION PATH …'],
  about: `
A PATH is a YAML file or a folder of them. Numbers and dangers come first, then each step in its order. For owners. The file of
--out holds the plan for orgdesk file apply, for one hour.`,
  options: {
    json: { type: 'boolean', says: 'prints the plan as JSON' },
    markdown: { type: 'boolean', says: 'prints a summary for a pull request' },
    out: { type: 'string', value: 'FILE', says: 'writes the plan here' },
  },
  exitCodes: PLAN_EXIT_CODES,
  example: 'orgdesk file plan acme organization/ --out plan.json',
  parse: ({ markdown = false, json = false, out = null }, [organization, ...paths]) => {
    if (organization === undefined || paths.length === 0) return refuse('ORGANIZATION and PATH are missing');
    if (markdown && json) return refuse('only one of --json and --markdown is possible');
    return ok({ organization, paths, markdown, out });
  },
  load: () => import('./run-plan.ts'),
});
