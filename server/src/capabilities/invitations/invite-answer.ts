import type { InvitationFailureReason, MassInviteAnswer } from '@orgdesk/contract';
import { wholeSecondsUntil } from '../../domain/whole-seconds.ts';
import type { InviteReport, LoginRefusal } from './invite-report.ts';
import { failureText } from './messages.ts';

const REASONS = {
  'not-found': 'not-found',
  'already-there': 'already-there',
  'over-quota': 'over-quota',
  'rate-limited': 'rate-limited',
  unauthorized: 'token-rejected',
  rejected: 'refused',
  unreachable: 'unreachable',
  'not-confirmed': 'not-confirmed',
  'not-tried': 'not-tried',
} as const satisfies Record<LoginRefusal['kind'], InvitationFailureReason>;

/**
 * A report as the specification has it, or with reasons for programs, and until when a limit lasts, the longest if there
 * are several (decision 0080).
 */
export function inviteAnswer(report: InviteReport, withReasons: boolean, now: Date): MassInviteAnswer {
  const answer: MassInviteAnswer = {
    success: report.success,
    failed: report.failed.map((found) => ({
      login: found.login,
      error: failureText(found),
      ...(withReasons && { reason: REASONS[found.refusal.kind] }),
    })),
  };
  const limitsEnd = report.failed.flatMap(({ refusal }) => endOfLimit(refusal) ?? []);
  if (!withReasons || limitsEnd.length === 0) return answer;
  const last = new Date(Math.max(...limitsEnd.map((end) => end.getTime())));
  return { ...answer, retryAfterSeconds: wholeSecondsUntil(last, now) };
}

const endOfLimit = (refusal: LoginRefusal): Date | null => (refusal.kind === 'rate-limited' ? refusal.retryAt : null);
