import { JOB_AHEAD_MAX_MS } from '../limits/invitation-jobs.ts';

/** Why a job is stopped. With an end time it resumes automatically; otherwise a person must act. */
const STOP_REASONS = [
  'over-quota',
  'no-seat',
  'token-rejected',
  'session-ended',
  'rights-lost',
  'unreachable',
  'rate-limited',
] as const;
export type JobStopReason = (typeof STOP_REASONS)[number];

export const ROW_OUTCOMES = [
  'sent',
  'already-member',
  'already-invited',
  'not-found',
  'refused',
  'failed',
  'cancelled',
] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** `sending`: possibly sent; checked before anything else. */
export const ROW_STATES = ['ready', 'sending', ...ROW_OUTCOMES] as const;
export type RowState = (typeof ROW_STATES)[number];

/**
 * `active`: sending, or waiting for earlier jobs. `paused`: by a person. `stopped`: by an error. `cancelling`: one row
 * is unresolved. The other two are final.
 */
export type JobState = 'active' | 'paused' | 'stopped' | 'cancelling' | 'finished' | 'cancelled';

/** Far future dates are due too, so that a clock set back delays no job. */
export const isDue = (at: Date, now: Date): boolean => at <= now || at.getTime() > now.getTime() + JOB_AHEAD_MAX_MS;

export type InvitedRole = 'direct_member' | 'admin' | 'billing_manager';

export interface RequestedInvitation {
  readonly login: string | null;
  readonly email: string | null;
  readonly role: InvitedRole;
  readonly teamIds: readonly number[];
}

/** Without invitations, people are added by login, as member or owner, and without teams. */
export const canBeAdded = ({ login, role, teamIds }: RequestedInvitation): boolean =>
  login !== null && role !== 'billing_manager' && teamIds.length === 0;

export interface JobPerson {
  readonly id: number;
  readonly login: string;
}
