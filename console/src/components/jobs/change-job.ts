import type { CallOptions, Job, JobAnswer, Outcome } from '@orgdesk/client';
import { answerOf, clientOf } from '../../lib/reading/http-client.ts';

/** The service first checks permissions and may store thousands of rows. */
const ANSWER_LIMIT_MS = 60_000;

const CALLS = { pause: 'pauseJob', resume: 'resumeJob', cancel: 'cancelJob', 'take-over': 'takeOverJob' } as const;

export type JobAction = keyof typeof CALLS;

export const jobOf = async (call: (options: CallOptions) => Promise<Outcome<JobAnswer>>): Promise<Job> =>
  (await answerOf(call, { limitMs: ANSWER_LIMIT_MS })).data.job;

/** Uses this session, because the browser's cookie may belong to another person by now. */
export const changeJob = (
  sessionId: string,
  action: JobAction,
  path: { readonly login: string; readonly id: string },
): Promise<Job> => jobOf((options) => clientOf(sessionId)[CALLS[action]]({ path, ...options }));
