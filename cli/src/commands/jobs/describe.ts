import { ok } from '@orgdesk/contract/result';
import type { JobKind } from '../../../../client/src/index.ts';
import { JOB_EXIT_CODES } from '../../connection/stop.ts';
import { CONTINUE_OPTION, describeRemote, FORMAT_OPTIONS, parseArguments } from '../../describe-remote.ts';
import type { JobAction } from './run.ts';

const KINDS: readonly JobKind[] = ['invitations', 'people-change', 'access-export', 'organization-file'];

export const jobsList = describeRemote({
  summary: 'lists the latest jobs of an organization, newest first',
  usage: ['jobs list ORGANIZATION [--kind KIND]'],
  about: `KIND is ${KINDS.join(', ')}. For owners.`,
  options: {
    kind: { type: 'string', value: 'KIND', choices: KINDS, says: 'lists only jobs of this kind' },
    ...FORMAT_OPTIONS,
  },
  exitCodes: {},
  example: "orgdesk jobs list acme\norgdesk jobs list acme --json | jq -r '.[0].id'",
  parse: ({ kind }, args) => {
    const read = parseArguments(args, ['ORGANIZATION']);
    const found = KINDS.find((each) => each === kind) ?? null;
    return read.ok ? ok({ organization: read.value[0], kind: found }) : read;
  },
  load: async () => ({ run: (await import('./run.ts')).listJobs }),
});

export const jobsWatch = describeRemote({
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
  parse: ({ results = null }, args) => {
    const read = parseArguments(args, ['ORGANIZATION', 'JOB']);
    return read.ok ? ok({ organization: read.value[0], id: read.value[1], results }) : read;
  },
  load: async () => ({ run: (await import('./run.ts')).watchJob }),
});

const CHANGE_TEXTS = {
  pause: {
    summary: 'pauses a job; what is under way is still sent',
    about: 'It goes on when an owner resumes it.',
  },
  resume: {
    summary: 'resumes a job that is paused, waits or failed',
    about:
      'It goes on in the name of whoever runs it. If their session has ended, take it over instead. Whoever lets it continue after a sign-out runs it from then on; resuming a stopped job without that ends it with their session.',
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

const CAN_CONTINUE: ReadonlySet<JobAction> = new Set(['resume', 'take-over']);

interface ContinueValues {
  readonly 'continue-after-sign-out'?: boolean | undefined;
}

export const jobsChange = (action: JobAction) =>
  describeRemote({
    summary: CHANGE_TEXTS[action].summary,
    usage: [`jobs ${action} ORGANIZATION JOB`],
    about: `${CHANGE_TEXTS[action].about} Prints the job as \`jobs list\` does. Repeating it has no effect. For owners.`,
    options: { ...(CAN_CONTINUE.has(action) && CONTINUE_OPTION), ...FORMAT_OPTIONS },
    exitCodes: {},
    example: `orgdesk jobs ${action} acme 0123456789abcdef0123456789abcdef`,
    parse: (values, args) => {
      const read = parseArguments(args, ['ORGANIZATION', 'JOB']);
      const isContinued = (values as ContinueValues)['continue-after-sign-out'] ?? false;
      return read.ok ? ok({ organization: read.value[0], id: read.value[1], action, isContinued }) : read;
    },
    load: async () => ({ run: (await import('./run.ts')).changeJob }),
  });
