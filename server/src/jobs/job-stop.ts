import type { InvitationContext } from '../code-host/people/types.ts';
import { saysInstallationSuspended } from '../code-host/send/refusals.ts';
import type { CarriedOutBy } from '../domain/audit-entry.ts';
import { type ChangeRefusal, type HostRefusal, hostMessage } from '../domain/host-refusal.ts';
import type { InstallationRecord } from '../domain/installation.ts';
import type { JobReason } from '../domain/job.ts';
import { JOB_RATE_LIMIT_MS, JOB_UNREACHABLE_MS } from '../lib/limits/jobs.ts';
import type { RightsRefusal } from '../sessions/live-rights.ts';

/** Whose token carries out a job now: that of the person who runs it, or the App's, for that person. */
export interface Runner extends InvitationContext {
  readonly organizationId: number;
  readonly carriedOutBy: CarriedOutBy | null;
  /** Of the App; null for a person's own token. */
  readonly installation: Pick<InstallationRecord, 'id' | 'repositorySelection'> | null;
}

/** Why a job stops. If `until` is null, a person must act. */
export interface JobStop {
  readonly reason: JobReason;
  readonly message: string | null;
  readonly until: Date | null;
  /** True if the code host refused what no App was known to be allowed. */
  readonly isOfTrial?: true;
}

export const stopAs = (reason: JobReason, message: string | null = null): JobStop => ({ reason, message, until: null });

/** `by`: whose call was refused. What the App may not do may be allowed to a person. */
export function jobStopFor(
  refusal: HostRefusal | ChangeRefusal | RightsRefusal,
  now: Date,
  by: CarriedOutBy | null = null,
): JobStop {
  const after = (ms: number) => new Date(now.getTime() + ms);
  const message = hostMessage(refusal);
  switch (refusal.kind) {
    case 'no-session':
      return stopAs('session-ended', message);
    case 'unauthorized':
      // The App gets another token.
      return by === 'app'
        ? { reason: 'unreachable', message, until: after(JOB_UNREACHABLE_MS) }
        : stopAs('token-rejected', message);
    case 'rate-limited':
      return { reason: 'rate-limited', message, until: refusal.retryAt ?? after(JOB_RATE_LIMIT_MS) };
    case 'unreachable':
    case 'not-confirmed':
    // The answers contradict each other; the next may agree.
    case 'other-organization':
      return { reason: 'unreachable', message, until: after(JOB_UNREACHABLE_MS) };
    default:
      if (by === null) return stopAs('rights-lost', message);
      return stopAs(saysInstallationSuspended(message ?? '') ? 'app-suspended' : 'needs-person', message);
  }
}
