import { JOB_AHEAD_MAX_MS } from '../lib/limits/jobs.ts';

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
  'needs-person',
  'app-work-off',
  'approval-withdrawn',
  'app-suspended',
  'app-missing',
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

interface MovableJob {
  readonly state: JobState;
  readonly hasEnded: boolean;
  readonly isFileRemoved: boolean;
}

/** A failed export has ended, and can be resumed until its file is removed. */
export const canMove = ({ state, hasEnded, isFileRemoved }: MovableJob, transition: Transition): boolean =>
  (TRANSITIONS[transition].from as readonly JobState[]).includes(state) &&
  (!hasEnded || state === 'failed') &&
  !isFileRemoved;

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

/** Far future dates are due too: they were set by a clock that was ahead. */
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

/** Runs belong to a person. */
export interface RunRef {
  readonly userId: number;
  readonly id: string;
}

/** Reasons why an item of a run has no job. */
export type RunFailureReason =
  | 'app-missing'
  | 'app-suspended'
  | 'not-a-member'
  | 'not-an-owner'
  | 'limit'
  | 'token-rejected'
  | 'single-sign-on'
  | 'ip-allow-list'
  | 'refused'
  | 'unreachable'
  | 'out-of-time'
  | 'preview-invalid'
  | 'preview-expired'
  | 'unconfirmed'
  | 'nobody'
  | 'wrong-rows'
  | 'too-many-jobs'
  | 'storage-full'
  | 'too-many-changes'
  | 'other-rows'
  | 'earlier-step'
  | 'cancelled';

export interface RunFailure {
  readonly reason: RunFailureReason;
  readonly message: string | null;
  /** ISO 8601. */
  readonly retryAt: string | null;
  readonly authorizeUrl: string | null;
}

export const runFailure = (reason: RunFailureReason, message: string | null = null): RunFailure => ({
  reason,
  message,
  retryAt: null,
  authorizeUrl: null,
});

export type RunItemKind = 'people-change' | 'invitations';

interface WorkItem extends WorkId {
  readonly requestId: string | null;
}

export type OpenWork = Omit<NewWork, 'kind' | 'dueAt'>;

export interface WorkKind {
  readonly name: string;
  /** Items at once on one instance. Default: `WORK_OF_KIND_AT_ONCE`. */
  readonly concurrency?: number;
  /** Slow items at once on one instance, besides. Default: its items count like others, however long they take. */
  readonly slowAtOnce?: number;
  /** Default: `WORK_LIMIT_MS`. */
  readonly limitMs?: number;
  /** Default: `WORK_ATTEMPTS_MAX`. */
  readonly attemptsMax?: number;
  /** Adds one item of the service, which is due again at each interval and never dead. */
  readonly schedule?: { readonly firstAfterMs: number; readonly everyMs: number };
  /** Called when the worker starts, is woken, and regularly: returns work whose item may be missing. */
  readonly open?: () => Promise<readonly OpenWork[]>;
  /** Called at start and when the clock was set back: what waits for a time of its own waits no longer than usual. */
  readonly shortenWaits?: (now: Date) => Promise<void>;
  /** Called when the worker has stopped. */
  readonly close?: () => Promise<void>;
  /**
   * Does one step. Returns when the item is next due, or null if it is finished. `stop` aborts when the worker stops, the
   * limit is over or the lease is lost.
   */
  readonly work: (item: WorkItem, stop: AbortSignal) => Promise<Date | null>;
}

/** Work of the service itself has organization 0. */
export interface WorkId {
  readonly organizationId: number;
  readonly kind: string;
  readonly key: string;
}

export interface NewWork extends WorkId {
  /** Who caused it. Default: the service itself. */
  readonly personId?: number;
  readonly dueAt: Date;
  readonly requestId: string | null;
}

export interface WorkCount {
  readonly kind: string;
  readonly due: number;
  readonly dead: number;
  /** Of the oldest item that nobody works on; 0 if none. */
  readonly overdueMs: number;
}

export const workName = ({ organizationId, kind, key }: WorkId): string => `${organizationId} ${kind} ${key}`;
