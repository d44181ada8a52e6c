import type {
  JobPerson,
  JobState,
  JobStopReason,
  RequestedInvitation,
  RowOutcome,
  RowState,
} from '../../domain/invitations/invitation-job.ts';
import type { Result } from '../../domain/result.ts';
import type { SessionKey } from '../../domain/session.ts';
import type { AuditEvent, AuditSettlement, EntryBounds, TooManyChanges } from './audit-trail.ts';
import type { DueJobs } from './due-jobs.ts';

export interface NewJob {
  readonly id: string;
  /** Idempotency key, unique within the organization. */
  readonly key: string;
  readonly bodyHash: string;
  readonly organizationId: number;
  readonly organizationLogin: string;
  readonly sessionKey: SessionKey;
  readonly startedBy: JobPerson;
  readonly rows: readonly RequestedInvitation[];
  readonly createdAt: Date;
}

export interface JobBounds {
  readonly openMax: number;
  readonly budget: { readonly jobs: number; readonly rows: number; readonly bytes: number };
  /** Of the person who starts the job. */
  readonly changes: EntryBounds;
}

/** `storage-full`: unfinished jobs fill the budget. */
export type JobLimitRefusal = { readonly kind: 'too-many-jobs' | 'storage-full' } | TooManyChanges;

export interface JobRecord extends Omit<NewJob, 'rows'> {
  /** As last read from the code host. */
  readonly organizationLogin: string;
  /** Person whose token the job uses. */
  readonly runBy: JobPerson;
  readonly state: JobState;
  readonly stopReason: JobStopReason | null;
  /** The code host's message; null if it sent none. */
  readonly stopWords: string | null;
  readonly stoppedUntil: Date | null;
  readonly nextAt: Date;
  /** Consecutive calls without a usable answer. */
  readonly tries: number;
  readonly endedAt: Date | null;
  /** Null in jobs older than this field. */
  readonly requestId: string | null;
  /** True if an older job of the organization is unfinished. */
  readonly waits: boolean;
  readonly counts: Readonly<Record<RowState, number>>;
}

export interface JobRow extends RequestedInvitation {
  /** Starts at 1. */
  readonly place: number;
  readonly state: RowState;
  readonly words: string | null;
  readonly invitationId: number | null;
  /** Last call that may have sent it. */
  readonly sendingAt: Date | null;
  readonly settledAt: Date | null;
}

export interface Pace {
  readonly everyMs: number;
  readonly perHour: number;
  readonly hourMs: number;
}

export interface SendAttempt {
  readonly jobId: string;
  readonly place: number;
  readonly userId: number;
  readonly at: Date;
  /** Audit entry, recorded in the same transaction as the mark. */
  readonly intended: AuditEvent;
}

export interface SettledRow {
  readonly outcome: RowOutcome;
  readonly words: string | null;
  readonly invitationId: number | null;
  /** Ignored for a row without a call. */
  readonly audit: AuditSettlement['outcome'];
}

/** A row marked as being sent, with no call in progress. */
export interface UnsentRow extends Pick<JobRow, 'place' | 'sendingAt'> {
  readonly audit: Exclude<AuditSettlement['outcome'], 'done'>;
  readonly words: string | null;
}

/** Applies only if the job is in an expected state, so a late caller changes nothing. */
export interface JobChange {
  readonly state?: JobState;
  readonly stop?: { readonly reason: JobStopReason; readonly words: string | null; readonly until: Date | null } | null;
  readonly nextAt?: Date;
  readonly tries?: number;
  readonly organizationLogin?: string;
  readonly runs?: { readonly by: JobPerson; readonly sessionKey: SessionKey };
}

/** The audit entry of a change that a person makes. */
export interface ChangeEntry {
  /** Builds the entry from the job as it is right before the change. */
  readonly entry: (before: Pick<JobRecord, 'state' | 'runBy'>) => AuditEvent;
  readonly at: Date;
  readonly within: EntryBounds;
}

/** Invitations that one request sends, beside those of jobs. */
export interface SentBatch {
  readonly id: string;
  readonly userId: number;
  readonly organizationId: number;
  /** When the first may have been sent. */
  readonly at: Date;
  readonly calls: number;
  readonly sent: number;
}

export interface SentInvitations {
  readonly count: number;
  readonly firstAt: Date | null;
}

/** Reserves room in the person's limits. Report the number sent to the returned function. Never waits or fails. */
export type CountSends = (
  batch: Pick<SentBatch, 'userId' | 'organizationId' | 'calls'>,
  planned: number,
) => (sent: number) => void;

/** Retention after the end of a job. */
export interface JobRetention {
  readonly rowsMs: number;
  readonly addressesMs: number;
}

export interface InvitationJobStore {
  /**
   * Stores a job with its audit entry, or returns the job already stored under its key. The limits apply to new jobs only
   * and hold for concurrent requests. If the storage budget is full, the jobs that ended first are removed.
   */
  create(job: NewJob, bounds: JobBounds, event: AuditEvent): Promise<Result<JobRecord, JobLimitRefusal>>;
  find(id: string): Promise<JobRecord | null>;
  /** Returns jobs newest first. */
  ofOrganization(organizationId: number, limit: number): Promise<readonly JobRecord[]>;
  rows(
    id: string,
    page: { readonly after: number; readonly limit: number; readonly states: readonly RowState[] },
  ): Promise<readonly JobRow[]>;
  /** IDs of invitations that jobs sent; null where unknown. */
  idsSentSince(organizationId: number, since: Date): Promise<readonly (number | null)[]>;
  /** Returns at most one job per organization. */
  due(now: Date): Promise<DueJobs>;
  /** Makes waiting jobs due after the clock was set back. */
  makeDue(now: Date): Promise<void>;
  /** Changes a job in one of these states; false if it is in another. */
  change(id: string, from: readonly JobState[], change: JobChange): Promise<boolean>;
  /** Changes a job and writes the audit entry. A change without effect succeeds without an entry. */
  changeWithEntry(
    id: string,
    from: readonly JobState[],
    change: JobChange,
    entry: ChangeEntry,
  ): Promise<Result<boolean, TooManyChanges>>;
  /** Cancels unsent rows, then the job once no row is in progress. Returns false if it has ended. */
  cancel(id: string, now: Date, event?: AuditEvent | null): Promise<boolean>;
  /** Returns false if any row is unfinished. */
  end(id: string, now: Date): Promise<boolean>;
  readyAt(userId: number, pace: Pace, now: Date): Promise<Date>;
  /** Marks and counts a row before its call. Returns false if the row or job is not ready or the person must wait. */
  beginSending(sending: SendAttempt, pace: Pace): Promise<boolean>;
  /** Returns false if the row is no longer in state `from`. */
  settle(id: string, place: number, from: RowState, settled: SettledRow, now: Date): Promise<boolean>;
  /** Makes an unsent row ready again, unless another attempt has been marked since. */
  putBack(id: string, row: UnsentRow, now: Date): Promise<void>;
  /** Counts a batch for the sending limits. Repeating its ID updates the number sent. */
  countBatch(batch: SentBatch): Promise<void>;
  /** The count is never too high, except while a batch is in progress. */
  sentSince(organizationId: number, since: Date): Promise<SentInvitations>;
  /** Deletes expired rows and addresses in small batches. */
  clear(now: Date, retention: JobRetention, stop?: AbortSignal): Promise<number>;
}
