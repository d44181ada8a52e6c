import type { CallOptions, InvitationJob } from '@orgdesk/client';
import { answerOf, clientOf } from '../../../lib/reading/http-client.ts';
import type { ConfirmedInvitations } from '../hand-over.ts';

/** The service first checks permissions and stores thousands of rows. */
const ANSWER_LIMIT_MS = 60_000;

const CALLS = {
  pause: 'pauseInvitationJob',
  resume: 'resumeInvitationJob',
  cancel: 'cancelInvitationJob',
  'take-over': 'takeOverInvitationJob',
} as const;

export type JobAction = keyof typeof CALLS;

/**
 * Starts a job in the session with this ID, because the browser's cookie may belong to another person by now.
 * Idempotent per key.
 */
export async function startJob(
  sessionId: string,
  { login, key, rows }: { readonly login: string; readonly key: string; readonly rows: ConfirmedInvitations },
): Promise<InvitationJob> {
  const sent = { path: { login }, body: { key, rows: [...rows] } };
  const call = (options: CallOptions) => clientOf(sessionId).startInvitationJob({ ...sent, ...options });
  return (await answerOf(call, { limitMs: ANSWER_LIMIT_MS })).data.job;
}

/** Changes a job in the session with this ID. */
export async function changeJob(
  sessionId: string,
  change: JobAction,
  path: { readonly login: string; readonly id: string },
): Promise<InvitationJob> {
  const call = (options: CallOptions) => clientOf(sessionId)[CALLS[change]]({ path, ...options });
  return (await answerOf(call, { limitMs: ANSWER_LIMIT_MS })).data.job;
}
