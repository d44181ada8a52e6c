import type { MassInviteAnswer } from '@orgdesk/contract';
import { retryAfterSeconds } from '../../shared/refusals.ts';
import type { Attempt } from './invite-members.ts';
import { failureView } from './messages.ts';

/** Formats the outcomes as specified. `withReasons` adds reasons and the longest time to wait. */
export function inviteAnswer(attempts: readonly Attempt[], withReasons: boolean, now: Date): MassInviteAnswer {
  const success: string[] = [];
  const failed: MassInviteAnswer['failed'][number][] = [];
  let longest = 0;
  for (const { login, outcome } of attempts) {
    if (outcome.ok) {
      success.push(login);
      continue;
    }
    const { reason, error } = failureView(login, outcome.refusal);
    failed.push({ login, error, ...(withReasons && { reason }) });
    longest = Math.max(longest, retryAfterSeconds(outcome.refusal, now) ?? 0);
  }
  return { success, failed, ...(withReasons && longest > 0 && { retryAfterSeconds: longest }) };
}
