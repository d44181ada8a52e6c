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
} as const satisfies Record<LoginRefusal['kind'], InvitationFailureReason>;

/** A report as the specification has it. */
const plainAnswer = ({ success, failed }: InviteReport): MassInviteAnswer => ({
  success: [...success],
  failed: failed.map((found) => ({ login: found.login, error: failureText(found) })),
});

/**
 * A report as the specification has it, or with reasons for programs, and until when a limit lasts, the longest if there
 * are several (decision 0080).
 */
export function inviteAnswer(report: InviteReport, withReasons: boolean, now: Date): MassInviteAnswer {
  if (!withReasons) return plainAnswer(report);
  const { success } = plainAnswer(report);
  const failed = report.failed.map((found) => ({
    login: found.login,
    error: failureText(found),
    reason: REASONS[found.refusal.kind],
  }));
  const retryAt = Math.max(...report.failed.map(({ refusal }) => retryAtOf(refusal)?.getTime() ?? 0));
  if (retryAt <= 0) return { success, failed };
  return { success, failed, retryAfterSeconds: wholeSecondsUntil(new Date(retryAt), now) };
}

const retryAtOf = (refusal: LoginRefusal): Date | null => (refusal.kind === 'rate-limited' ? refusal.retryAt : null);
