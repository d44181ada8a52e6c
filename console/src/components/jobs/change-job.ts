import type { CallOptions, Job, JobAnswer, Outcome } from '@orgdesk/client';
import { answerOf, clientOf } from '../../lib/reading/http-client.ts';
import type { Approval } from '../app-work/use-continuing.ts';

/** The service first checks permissions and may store thousands of rows. */
const ANSWER_LIMIT_MS = 60_000;

const ENDING = { pause: 'pauseJob', cancel: 'cancelJob' } as const;
const CONTINUING = { resume: 'resumeJob', 'take-over': 'takeOverJob' } as const;

export type JobAction = keyof typeof ENDING | keyof typeof CONTINUING;

export const jobOf = async (call: (options: CallOptions) => Promise<Outcome<JobAnswer>>): Promise<Job> =>
  (await answerOf(call, { limitMs: ANSWER_LIMIT_MS })).data.job;

/** Uses this session, because the browser's cookie may belong to another person by now. */
export function changeJob(
  sessionId: string,
  action: JobAction,
  path: { readonly login: string; readonly id: string },
  approval: Approval = {},
): Promise<Job> {
  const service = clientOf(sessionId);
  if (action === 'pause' || action === 'cancel') {
    return jobOf((options) => service[ENDING[action]]({ path, ...options }));
  }
  const query = approval.continueAfterSignOut === true ? ({ continueAfterSignOut: 'true' } as const) : {};
  return jobOf((options) => service[CONTINUING[action]]({ path, query, ...options }));
}
