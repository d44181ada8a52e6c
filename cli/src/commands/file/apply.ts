import { ok, refuse } from '@orgdesk/contract/result';
import { EXIT, JOB_EXIT_CODES } from '../../connection/stop.ts';
import { describeRemote, FORMAT_OPTIONS, parseWords } from '../../describe-remote.ts';

export const command = describeRemote({
  summary: 'applies a plan',
  usage: ['file apply PLAN'],
  about: `
PLAN is the file that orgdesk file plan --out wrote less than an hour ago, for the same person. Applies exactly its steps, and
skips those whose subject has changed since. Each danger of the plan must be lifted by its name and number.`,
  options: {
    lift: { type: 'string', multiple: true, value: 'DANGER=NUMBER', says: 'confirms a danger; may be repeated' },
    hash: { type: 'string', value: 'HASH', says: 'only if the plan has this hash' },
    yes: { type: 'boolean', says: 'does not ask' },
    results: { type: 'string', value: 'FILE', says: 'writes the results as CSV' },
    ...FORMAT_OPTIONS,
  },
  exitCodes: { ...JOB_EXIT_CODES, [EXIT.incomplete]: 'done, but not every step of the plan' },
  example: 'orgdesk file apply plan.json --lift new-owners=1',
  parse: ({ lift = [], hash = null, yes = false, results = null }, words) => {
    const read = parseWords(words, ['PLAN']);
    if (!read.ok) return read;
    const lifted = lift.map((each) => /^([a-z-]+)=(\d{1,6})$/.exec(each));
    const wrong = lift.find((_, index) => lifted[index] === null);
    if (wrong !== undefined) return refuse(`--lift takes a danger and its number, not ${JSON.stringify(wrong)}`);
    const dangers = lifted.map((match) => ({ kind: match?.[1] ?? '', count: Number(match?.[2]) }));
    return ok({ file: read.value[0], lifted: dangers, hash, yes, results });
  },
  load: () => import('./run-apply.ts'),
});
