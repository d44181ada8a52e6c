import type { MassInviteAnswer } from '@orgdesk/contract';
import { wholeSecondsUntil } from '../../domain/whole-seconds.ts';
import { limitEndOf } from '../../refusals.ts';
import type { InviteReport } from './invite-report.ts';
import { tellFailure } from './messages.ts';

/**
 * A report as the specification has it, or with reasons for programs, and until when a limit lasts, the longest if there
 * are several.
 */
export function inviteAnswer(report: InviteReport, withReasons: boolean, now: Date): MassInviteAnswer {
  const answer: MassInviteAnswer = {
    success: report.success,
    failed: report.failed.map((failure) => {
      const { reason, error } = tellFailure(failure);
      return { login: failure.login, error, ...(withReasons && { reason }) };
    }),
  };
  const limitsEnd = report.failed.flatMap(({ refusal }) => limitEndOf(refusal) ?? []);
  if (!withReasons || limitsEnd.length === 0) return answer;
  const last = new Date(Math.max(...limitsEnd.map((end) => end.getTime())));
  return { ...answer, retryAfterSeconds: wholeSecondsUntil(last, now) };
}
