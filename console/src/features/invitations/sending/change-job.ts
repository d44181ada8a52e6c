import type { CallOptions, InvitationJob } from '@orgdesk/client';
import { answerOf, clientOf } from '../../../lib/reading/http-client.ts';
import type { Wanted } from '../wanted.ts';

/** The service asks the code host for rights, and stores thousands of rows, before it answers. */
const ANSWER_LIMIT_MS = 60_000;

const CALLS = {
  pause: 'pauseInvitationJob',
  resume: 'resumeInvitationJob',
  cancel: 'cancelInvitationJob',
  'take-over': 'takeOverInvitationJob',
} as const;

export type JobChange = keyof typeof CALLS;

/**
 * Begins a job in a session of its own: the browser's cookie may belong to somebody else by now, who signed in beside this
 * page. The same key is the same job, however often it is sent.
 */
export async function startJob(
  sessionId: string,
  { login, key, rows }: { readonly login: string; readonly key: string; readonly rows: Wanted },
): Promise<InvitationJob> {
  const sent = { path: { login }, body: { key, rows: [...rows] } };
  const call = (options: CallOptions) => clientOf(sessionId).startInvitationJob({ ...sent, ...options });
  return (await answerOf(call, { limitMs: ANSWER_LIMIT_MS })).data.job;
}

/** Changes a job, likewise. */
export async function changeJob(
  sessionId: string,
  change: JobChange,
  path: { readonly login: string; readonly id: string },
): Promise<InvitationJob> {
  const call = (options: CallOptions) => clientOf(sessionId)[CALLS[change]]({ path, ...options });
  return (await answerOf(call, { limitMs: ANSWER_LIMIT_MS })).data.job;
}
