import { type ChangeRefusal, type HostRefusal, hostWords } from '../domain/host-refusal.ts';
import type { JobReason } from '../domain/job.ts';
import { JOB_RATE_LIMIT_MS, JOB_UNREACHABLE_MS } from '../lib/limits/invitation-jobs.ts';
import type { RightsRefusal } from '../sessions/live-rights.ts';

/** Why a job stops. If `until` is null, a person must act. */
export interface JobStop {
  readonly reason: JobReason;
  readonly words: string | null;
  readonly until: Date | null;
}

export function jobStopFor(refusal: HostRefusal | ChangeRefusal | RightsRefusal, now: Date): JobStop {
  const after = (ms: number) => new Date(now.getTime() + ms);
  const words = hostWords(refusal);
  switch (refusal.kind) {
    case 'no-session':
      return { reason: 'session-ended', words, until: null };
    case 'unauthorized':
      return { reason: 'token-rejected', words, until: null };
    case 'rate-limited':
      return { reason: 'rate-limited', words, until: refusal.retryAt ?? after(JOB_RATE_LIMIT_MS) };
    case 'unreachable':
    case 'not-confirmed':
    // The answers contradict each other; the next may agree.
    case 'other-organization':
      return { reason: 'unreachable', words, until: after(JOB_UNREACHABLE_MS) };
    default:
      return { reason: 'rights-lost', words, until: null };
  }
}
