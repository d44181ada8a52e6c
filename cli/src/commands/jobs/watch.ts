import { ok } from '@orgdesk/contract/result';
import { JOB_EXIT_CODES } from '../../connection/stop.ts';
import { describeRemote, FORMAT_OPTIONS, parseWords } from '../../describe-remote.ts';

export const command = describeRemote({
  summary: 'shows the progress of a job until it ends, then its results',
  usage: ['jobs watch ORGANIZATION JOB [--results FILE]'],
  about: `
Ends with the state of the job as exit code. The job does not depend on it: after Ctrl-C, run it again. A job that is paused
is watched until somebody resumes or cancels it.`,
  options: {
    results: { type: 'string', value: 'FILE', says: 'writes the results as CSV into this file' },
    ...FORMAT_OPTIONS,
  },
  exitCodes: JOB_EXIT_CODES,
  example: 'orgdesk jobs watch acme 0123456789abcdef0123456789abcdef --results results.csv',
  parse: ({ results = null }, words) => {
    const read = parseWords(words, ['ORGANIZATION', 'JOB']);
    return read.ok ? ok({ organization: read.value[0], id: read.value[1], results }) : read;
  },
  load: () => import('./run-watch.ts'),
});
