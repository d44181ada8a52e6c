import { ok } from '@orgdesk/contract/result';
import { describeRemote, FORMAT_OPTIONS, parseWords } from '../../describe-remote.ts';
import type { JobAction } from './run-change.ts';

const WORDS = {
  pause: {
    summary: 'pauses a job; what is under way is still sent',
    about: 'It goes on when an owner resumes it.',
  },
  resume: {
    summary: 'resumes a job that is paused, waits or failed',
    about: 'It goes on in the name of whoever runs it. If their session has ended, take it over instead.',
  },
  cancel: {
    summary: 'cancels a job; what was sent stays valid',
    about: 'Rows that were not sent are cancelled. A cancelled job cannot be resumed.',
  },
  'take-over': {
    summary: 'goes on with a job in your name and session',
    about: 'For a job whose person signed out or is no longer an owner. It goes on at once.',
  },
} as const satisfies Record<JobAction, object>;

export const changeCommand = (action: JobAction) =>
  describeRemote({
    summary: WORDS[action].summary,
    usage: [`jobs ${action} ORGANIZATION JOB`],
    about: `${WORDS[action].about} Prints the job as \`jobs list\` does. Repeating it has no effect. For owners.`,
    options: FORMAT_OPTIONS,
    exitCodes: {},
    example: `orgdesk jobs ${action} acme 0123456789abcdef0123456789abcdef`,
    parse: (_options, words) => {
      const read = parseWords(words, ['ORGANIZATION', 'JOB']);
      return read.ok ? ok({ organization: read.value[0], id: read.value[1], action }) : read;
    },
    load: () => import('./run-change.ts'),
  });
