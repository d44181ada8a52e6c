import { ok } from '@orgdesk/contract/result';
import { JOB_EXIT_CODES } from '../../connection/stop.ts';
import { describeRemote, FORMAT_OPTIONS } from '../../describe-remote.ts';
import { CHANGE_OPTIONS, parseChange } from './change-options.ts';

export const command = describeRemote({
  summary: 'changes roles, removes people, or changes teams, with a preview first',
  usage: ['people change ORGANIZATION CHANGE USERNAME …', 'people change ORGANIZATION CHANGE --file FILE'],
  about: `
Shows the preview of the same change (see people preview), asks, starts a job and watches it. Without a terminal it needs
--yes and, for more than a few people, --confirm with the name of the organization.`,
  options: {
    ...CHANGE_OPTIONS,
    yes: { type: 'boolean', short: 'y', says: 'does not ask' },
    confirm: { type: 'string', value: 'ORGANIZATION', says: 'confirms a change of many people' },
    results: { type: 'string', value: 'FILE', says: 'writes the results as CSV into this file' },
    ...FORMAT_OPTIONS,
  },
  exitCodes: JOB_EXIT_CODES,
  example:
    'orgdesk people change acme --role member grace\norgdesk people change acme --remove --file leaving.csv --yes --confirm acme',
  parse: ({ yes = false, confirm = null, results = null, ...values }, words) => {
    const chosen = parseChange(values, words);
    return chosen.ok ? ok({ ...chosen.value, yes, confirm, results }) : chosen;
  },
  load: () => import('./run-change.ts'),
});
