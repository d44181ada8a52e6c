import type { Job, JobReason } from '@orgdesk/client';
import { NO_SEAT, OVER_QUOTA } from '../../lib/failure-texts.ts';

interface ReasonTexts {
  readonly label: string;
  readonly why: (context: { readonly runner: string; readonly codeHost: string; readonly task: string }) => string;
  readonly next: string | null;
}

export const REASONS: Readonly<Record<JobReason, ReasonTexts>> = {
  'over-quota': {
    label: 'invitation limit reached',
    why: () => OVER_QUOTA,
    next: 'Resume when the limit allows more invitations.',
  },
  'no-seat': {
    label: 'no free seats',
    why: () => NO_SEAT,
    next: 'Add seats or remove people, then resume.',
  },
  'token-rejected': {
    label: 'sign-in no longer valid',
    why: ({ runner }) => `The sign-in of ${runner} is no longer valid.`,
    next: null,
  },
  'session-ended': {
    label: 'session ended',
    why: ({ runner }) => `The session of ${runner} has ended.`,
    next: null,
  },
  'rights-lost': {
    label: 'access lost',
    why: ({ runner, task }) => `${runner} can no longer ${task}.`,
    next: null,
  },
  unreachable: {
    label: 'no response',
    why: ({ codeHost }) => `${codeHost} didn’t respond after several attempts.`,
    next: 'Resume when it’s available again.',
  },
  'rate-limited': {
    label: 'rate limit reached',
    why: ({ runner }) => `${runner} reached the rate limit.`,
    next: 'Resume later.',
  },
  'needs-person': {
    label: 'needs a signed-in owner',
    why: () => 'The App may not make the next change. It needs somebody who is signed in.',
    next: null,
  },
  'app-work-off': {
    label: 'no longer allowed after sign-out',
    why: () => 'An owner ended that jobs continue after a sign-out.',
    next: null,
  },
  'approval-withdrawn': {
    label: 'approval withdrawn',
    why: ({ runner }) => `${runner} ended their sessions or their authorization, and with it the approval.`,
    next: null,
  },
  'app-suspended': {
    label: 'App suspended',
    why: () => 'The App is suspended.',
    next: 'Unsuspend it, then resume.',
  },
  'app-missing': {
    label: 'App not installed',
    why: () => 'The App is no longer installed.',
    next: 'Install it, then resume.',
  },
  'internal-error': {
    label: 'internal error',
    why: () => 'orgdesk failed at it several times.',
    next: 'Resume to try again.',
  },
};

/** True if only the token of whoever continues the job helps: its own one no longer works, or the App did the job. */
export const needsTakeOver = (reason: JobReason | null): boolean =>
  reason !== null && (REASONS[reason].next === null || isOfAppWork(reason));

const OF_SIGN_IN: readonly (JobReason | null)[] = [
  'session-ended',
  'needs-person',
  'app-work-off',
  'approval-withdrawn',
];

/** True if the job stopped only because the person was signed out or the App may not go on without them. */
export const awaitsSignIn = ({ state, reason }: Pick<Job, 'state' | 'reason'>): boolean =>
  state === 'failed' && OF_SIGN_IN.includes(reason);

/** What to do next about a stopped job. */
export function nextText(job: Pick<Job, 'state' | 'reason'>, noun: string, isOwn: boolean): string {
  const next = job.reason === null ? null : REASONS[job.reason].next;
  if (next !== null) return next;
  return isOwn && awaitsSignIn(job)
    ? `Resume the ${noun} with your sign-in. Any other owner can take it over.`
    : `Any owner can take over the ${noun} and continue it under their name.`;
}

/** Whoever resumes such a job decides again whether it continues. */
export const continuedThroughApp = ({ continuesAfterSignOut, reason }: Pick<Job, 'continuesAfterSignOut' | 'reason'>) =>
  continuesAfterSignOut || isOfAppWork(reason);

const OF_APP_WORK: readonly JobReason[] = [
  'needs-person',
  'app-work-off',
  'approval-withdrawn',
  'app-suspended',
  'app-missing',
];

/** True if a job stops for this reason only while the App carries it out. */
const isOfAppWork = (reason: JobReason | null): boolean => reason !== null && OF_APP_WORK.includes(reason);
