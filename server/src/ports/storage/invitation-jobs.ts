import type {
  JobPerson,
  JobState,
  RowOutcome,
  RowState,
  StopReason,
  WantedRow,
} from '../../domain/invitations/invitation-job.ts';
import type { Result } from '../../domain/result.ts';
import type { SessionKey } from '../../domain/session.ts';
import type { AuditEvent, AuditSettlement, EntryBounds, TooManyChanges } from './audit-trail.ts';
import type { DueJobs } from './due-jobs.ts';

/** A job to be stored with its rows, all or nothing. */
export interface NewJob {
  readonly id: string;
  /** With the organization it names the job: the same request sent again is the same job. */
  readonly key: string;
  /** Stands for the rows. */
  readonly bodyHash: string;
  readonly organizationId: number;
  readonly organizationLogin: string;
  readonly sessionKey: SessionKey;
  readonly startedBy: JobPerson;
  readonly rows: readonly WantedRow[];
  readonly createdAt: Date;
}

/** How many jobs of an organization there may be. */
export interface JobBounds {
  /** That have not ended. */
  readonly openMax: number;
  /** Of all together, with their rows. */
  readonly budget: { readonly jobs: number; readonly rows: number; readonly bytes: number };
  /** Of whoever starts one. */
  readonly changes: EntryBounds;
}

/** Why a job was not stored. `storage-full`: the jobs that have not ended fill the budget. */
export type NoRoom = { readonly kind: 'too-many-jobs' | 'storage-full' } | TooManyChanges;

/** A job without its rows. */
export interface JobRecord extends Omit<NewJob, 'rows'> {
  /** As it was called when somebody looked last. */
  readonly organizationLogin: string;
  /** Whose token it runs with: who started it, or took it over. */
  readonly runBy: JobPerson;
  readonly state: JobState;
  readonly stopReason: StopReason | null;
  /** In the code host's words; null when it said nothing. */
  readonly stopWords: string | null;
  readonly stoppedUntil: Date | null;
  /** Nothing is done before this time. */
  readonly nextAt: Date;
  /** Calls in a row without a usable answer. */
  readonly tries: number;
  readonly endedAt: Date | null;
  /** The request that started it, or changed it last; null in jobs from before this was stored. */
  readonly requestId: string | null;
  /** Whether an older job of the organization has not ended. */
  readonly waits: boolean;
  readonly counts: Readonly<Record<RowState, number>>;
}

/** One row of a job. */
export interface JobRow extends WantedRow {
  /** From 1 on. */
  readonly place: number;
  readonly state: RowState;
  readonly words: string | null;
  readonly invitationId: number | null;
  /** When the last call was made that may have sent it. */
  readonly sendingAt: Date | null;
  readonly settledAt: Date | null;
}

/** How often one person may send. */
export interface Pace {
  readonly everyMs: number;
  readonly perHour: number;
  /** How long an hour is. */
  readonly hourMs: number;
}

/** Which row is sent, as whom and when. */
export interface Sending {
  readonly jobId: string;
  readonly place: number;
  readonly userId: number;
  readonly at: Date;
  /** Written to the audit trail as intended, together with the mark. */
  readonly intended: AuditEvent;
}

/** What a row became. */
export interface Settled {
  readonly outcome: RowOutcome;
  readonly words: string | null;
  readonly invitationId: number | null;
  /** What the audit trail says of the call. Of a row that none was made for, it says nothing. */
  readonly audit: AuditSettlement['outcome'];
}

/** A row that was marked, and no call is under way for it. */
export interface Unsent extends Pick<JobRow, 'place' | 'sendingAt'> {
  /** What the audit trail says of it. */
  readonly audit: Exclude<AuditSettlement['outcome'], 'done'>;
  readonly words: string | null;
}

/** What is changed of a job in one of the named states; whoever comes later finds it in another and changes nothing. */
export interface JobChange {
  readonly state?: JobState;
  readonly stop?: { readonly reason: StopReason; readonly words: string | null; readonly until: Date | null } | null;
  readonly nextAt?: Date;
  readonly tries?: number;
  readonly organizationLogin?: string;
  readonly runs?: { readonly by: JobPerson; readonly sessionKey: SessionKey };
}

/** What the audit trail is told of a change that a person makes. */
export interface ToldChange {
  /** Made of what the job was right before the change. */
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
  /** How many calls it may make. */
  readonly calls: number;
  /** How many people were invited, as far as is known. */
  readonly sent: number;
}

/** What was sent into an organization from here. */
export interface SentInvitations {
  readonly count: number;
  /** Of the first of them; null without one. */
  readonly firstAt: Date | null;
}

/**
 * Notes that a request is about to send as many invitations as planned, so that jobs of that person leave room; to be told at the end
 * how many were sent. Waits for nothing and never fails.
 */
export type CountSends = (
  batch: Pick<SentBatch, 'userId' | 'organizationId' | 'calls'>,
  planned: number,
) => (sent: number) => void;

/** How long rows and addresses are kept after the end of their job. */
export interface JobsKept {
  readonly rowsMs: number;
  readonly addressesMs: number;
}

/** Jobs that send invitations, with their rows. */
export interface InvitationJobStore {
  /**
   * Stores a job that nobody has stored under its key, and gives back what is stored: the bounds are for new ones alone,
   * and hold for requests that come at once. Where there is no room in the budget, the jobs that ended first are removed.
   * What is told of it goes to the audit trail together with the job.
   */
  create(job: NewJob, bounds: JobBounds, told: AuditEvent): Promise<Result<JobRecord, NoRoom>>;
  find(id: string): Promise<JobRecord | null>;
  /** The newest first. */
  ofOrganization(organizationId: number, limit: number): Promise<readonly JobRecord[]>;
  rows(
    id: string,
    page: { readonly after: number; readonly limit: number; readonly states: readonly RowState[] },
  ): Promise<readonly JobRow[]>;
  /** The invitations that jobs have sent since then, by ID; null where that is not known. */
  idsSentSince(organizationId: number, since: Date): Promise<readonly (number | null)[]>;
  /** IDs of jobs that something is to be done for, one of each organization, and when the next is due after these. */
  due(now: Date): Promise<DueJobs>;
  /** Makes what waits due now: times were written by a clock that was put back since. */
  makeDue(now: Date): Promise<void>;
  /** False, and nothing changed, when it is in none of these states any more. */
  change(id: string, from: readonly JobState[], change: JobChange): Promise<boolean>;
  /**
   * The same, with its entry in the audit trail. A job that is so already stays as it is, without an entry: of several
   * requests for the same change, one makes it.
   */
  changeWithEntry(
    id: string,
    from: readonly JobState[],
    change: JobChange,
    told: ToldChange,
  ): Promise<Result<boolean, TooManyChanges>>;
  /** Cancels rows that are not sent, and the job once none is under way; false when it has ended. */
  cancel(id: string, now: Date, told?: AuditEvent | null): Promise<boolean>;
  /** Ends a job none of whose rows is left; false when one is. */
  end(id: string, now: Date): Promise<boolean>;
  /** From when on a person may send again. */
  readyAt(userId: number, pace: Pace, now: Date): Promise<Date>;
  /**
   * Marks a row as being sent, and counts that; before the call. False, and nothing marked, when the row is not ready any
   * more, the job not active, or the person has to wait.
   */
  beginSending(sending: Sending, pace: Pace): Promise<boolean>;
  /** What became of a row that is `from`; false when it is something else by now. */
  settle(id: string, place: number, from: RowState, settled: Settled, now: Date): Promise<boolean>;
  /** A row that was not sent may be sent again, unless it is by now: whoever was held up for long may be late. */
  putBack(id: string, row: Unsent, now: Date): Promise<void>;
  /** Counts a batch, for the pace and for what was sent; the same one again changes how many were sent. */
  countBatch(batch: SentBatch): Promise<void>;
  /** What was sent from here since then, by jobs and at once; no more than was, but for a batch that is under way. */
  sentSince(organizationId: number, since: Date): Promise<SentInvitations>;
  /** Deletes what has been kept for long enough, in small batches; how many rows. */
  clear(now: Date, kept: JobsKept, stop?: AbortSignal): Promise<number>;
}
