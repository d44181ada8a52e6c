import { ok } from '@orgdesk/contract/result';
import { describeRemote, parseWords } from '../../describe-remote.ts';
import { PLAN_EXIT_CODES } from './plan-exit-codes.ts';

export const command = describeRemote({
  summary: 'compares an organization with the files applied last',
  usage: ['file drift ORGANIZATION'],
  about: `
Lists the steps that would restore what the files say, and who made each change, as far as the audit log knows. --out writes
the plan for orgdesk file apply. To accept the changes instead, import the organization again. For owners.`,
  options: {
    json: { type: 'boolean', says: 'prints the differences as JSON' },
    out: { type: 'string', value: 'FILE', says: 'writes the plan that restores the files here' },
  },
  exitCodes: PLAN_EXIT_CODES,
  example: 'orgdesk file drift acme',
  parse: ({ out = null }, words) => {
    const read = parseWords(words, ['ORGANIZATION']);
    return read.ok ? ok({ organization: read.value[0], out }) : read;
  },
  load: () => import('./run-drift.ts'),
});
