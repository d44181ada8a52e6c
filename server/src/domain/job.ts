import { JOB_AHEAD_MAX_MS } from '../lib/limits/invitation-jobs.ts';

export const JOB_KINDS = ['invitations', 'people-change', 'access-export', 'organization-file'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Why a job is limited or failed. */
const JOB_REASONS = [
  'over-quota',
  'no-seat',
  'token-rejected',
  'session-ended',
  'rights-lost',
  'unreachable',
  'rate-limited',
] as const;
export type JobReason = (typeof JOB_REASONS)[number];

/**
 * `running`: also while it waits for earlier jobs. `limited`: resumes automatically. `failed`: a person must act.
 * `cancelled`: over once no row is pending.
 */
export type JobState = 'running' | 'paused' | 'limited' | 'failed' | 'done' | 'cancelled';

const RESUMABLE = ['running', 'paused', 'limited', 'failed'] as const satisfies readonly JobState[];

export const TRANSITIONS = {
  pause: { from: RESUMABLE, to: 'paused' },
  resume: { from: RESUMABLE, to: 'running' },
  'take-over': { from: RESUMABLE, to: 'running' },
  cancel: { from: [...RESUMABLE, 'cancelled'], to: 'cancelled' },
  limit: { from: ['running', 'limited'], to: 'limited' },
  continue: { from: ['limited'], to: 'running' },
  fail: { from: ['running', 'limited'], to: 'failed' },
  finish: { from: ['running'], to: 'done' },
} as const satisfies Readonly<Record<string, { readonly from: readonly JobState[]; readonly to: JobState }>>;
export type Transition = keyof typeof TRANSITIONS;

/** States in which a worker has something to do. */
export const WORKABLE = ['running', 'limited', 'cancelled'] as const satisfies readonly JobState[];

export const ROW_OUTCOMES = [
  'sent',
  'already-member',
  'already-invited',
  'not-found',
  'changed',
  'nothing-to-do',
  'changed-since',
  'under-way',
  'refused',
  'failed',
  'cancelled',
] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** `sending`: possibly sent; checked before anything else. */
export const ROW_STATES = ['ready', 'sending', ...ROW_OUTCOMES] as const;
export type RowState = (typeof ROW_STATES)[number];

export interface JobPerson {
  readonly id: number;
  readonly login: string;
}

/** Far future dates are due too, so that a clock set back delays no job. */
export const isDue = (at: Date, now: Date): boolean => at <= now || at.getTime() > now.getTime() + JOB_AHEAD_MAX_MS;

export const dueOrNow = (at: Date, now: Date): Date => (isDue(at, now) && at > now ? now : at);
