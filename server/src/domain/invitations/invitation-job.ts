import { JOB_AHEAD_MAX_MS } from '../limits/invitation-jobs.ts';

/** Why a job sends nothing for now. With a time it goes on by itself; without one, somebody has to do something first. */
export const STOP_REASONS = [
  'over-quota',
  'no-seat',
  'token-rejected',
  'session-ended',
  'rights-lost',
  'unreachable',
  'rate-limited',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** What became of a row once and for all. */
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

/** `sending`: it may have been sent, and is looked up before anything else happens to it. */
export const ROW_STATES = ['ready', 'sending', ...ROW_OUTCOMES] as const;
export type RowState = (typeof ROW_STATES)[number];

/**
 * `active`: sends, or waits for those before it. `paused`: by a person. `stopped`: by what happened. `cancelling`: sends
 * nothing more, but one row is not known yet. The other two are ends.
 */
export type JobState = 'active' | 'paused' | 'stopped' | 'cancelling' | 'finished' | 'cancelled';

/** Whether the time of a job that goes on has come. A clock that was put back must not keep it for longer. */
export const isDue = (at: Date, now: Date): boolean => at <= now || at.getTime() > now.getTime() + JOB_AHEAD_MAX_MS;

/** A role that somebody can be invited with. */
export type InvitedRole = 'direct_member' | 'admin' | 'billing_manager';

/** Somebody to be invited: by login, or by address. */
export interface WantedRow {
  readonly login: string | null;
  readonly email: string | null;
  readonly role: InvitedRole;
  readonly teamIds: readonly number[];
}

/** Whether somebody can be added who cannot be invited: by login, as a member or an owner, and by the teams' own calls only. */
export const canBeAdded = ({ login, role, teamIds }: WantedRow): boolean =>
  login !== null && role !== 'billing_manager' && teamIds.length === 0;

/** A person as a job names them: who started it, or who runs it. */
export interface JobPerson {
  readonly id: number;
  readonly login: string;
}
