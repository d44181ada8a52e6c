import type { AuditSettlement, EntryBounds, TooManyChanges } from '../../audit/store/types.ts';
import type { NamedRepository } from '../../code-host/people/reached-repositories.ts';
import type { Approval, AppStep, AuthorizedStep } from '../../domain/app-work.ts';
import type { AuditEvent } from '../../domain/audit-entry.ts';
import type {
  InvitedRole,
  JobKind,
  JobPerson,
  JobReason,
  JobState,
  OpenWork,
  RowOutcome,
  RowState,
  RunRef,
  Transition,
} from '../../domain/job.ts';
import type { PlanStep } from '../../domain/organization-plan.ts';
import type { OwnerRules } from '../../domain/owner-rules.ts';
import type { PeopleChange, PersonState } from '../../domain/people-change.ts';
import type { Result } from '../../lib/result.ts';
import type { SessionKey } from '../../lib/secrets.ts';

export interface JobRef {
  readonly organizationId: number;
  readonly id: string;
}

export interface NewJob extends JobRef {
  readonly kind: JobKind;
  /** Idempotency key, unique within the organization and kind. */
  readonly key: string;
  readonly bodyHash: string;
  readonly title: string | null;
  readonly organizationLogin: string;
  readonly sessionKey: SessionKey;
  readonly startedBy: JobPerson;
  readonly createdAt: Date;
  /** Null in jobs older than this field. */
  readonly requestId: string | null;
  readonly plan: PeoplePlan | FilePlan | null;
  /** Version of the switch under which the App was approved to continue it. Null if it was not. */
  readonly approvedVersion: number | null;
}

export interface PeoplePlan {
  readonly change: PeopleChange;
  /** Null without a team. The slug alone could later name another team. */
  readonly teamId: number | null;
  /** True if people may change themselves. */
  readonly includesOneself?: boolean;
  /** Nobody is demoted if fewer owners would be left. */
  readonly ownersMin?: number;
}

interface FilePlan {
  readonly hash: string;
  /** As many owners are kept: those demanded, or fewer that were confirmed. */
  readonly ownersMin?: number;
  /** By which it was judged. Absent in jobs older than this field. */
  readonly ownerRules?: OwnerRules;
}

/** Position of an export. Repeating a request from the same position returns the same page. */
export interface ExportCursor {
  /** Cursor for repositories; null for the first page. */
  readonly after: string | null;
  /** True if all repositories are listed. */
  readonly isListed: boolean;
  /** Repositories per request; reduced after timeouts. */
  readonly size: number;
  /** Repositories with more people, and their cursors. */
  readonly open: readonly (NamedRepository & { readonly after: string })[];
}

interface JobFile {
  /** Null for the first page. */
  readonly cursor: ExportCursor | null;
  readonly steps: number;
  readonly repositoriesDone: number;
  /** Null until counted. */
  readonly repositoriesTotal: number | null;
  /** For a job without a file, the number of rows that the job was started with. */
  readonly rows: number;
  readonly bytes: number;
  readonly unseen: number;
  /** When the file was removed to free space; null while kept. */
  readonly removedAt: Date | null;
}

export interface JobBlocker {
  readonly id: string;
  readonly title: string | null;
  /** `queued`: it waits itself. */
  readonly state: JobState | 'queued';
  readonly runBy: string;
}

export interface JobRecord extends NewJob {
  /** As last read from the code host. */
  readonly organizationLogin: string;
  /** Person whose token the job uses, or who approved that the App continues it. */
  readonly runBy: JobPerson;
  readonly approval: Approval;
  readonly state: JobState;
  readonly reason: JobReason | null;
  /** The code host's message; null if it sent none. */
  readonly message: string | null;
  readonly until: Date | null;
  /** Consecutive calls without a usable answer. */
  readonly tries: number;
  readonly endedAt: Date | null;
  /** The older job of the kind in the organization that keeps it from working. */
  readonly waitsFor: JobBlocker | null;
  /** True if its work failed too often and waits for a person. */
  readonly isGivenUp: boolean;
  readonly counts: Readonly<Record<RowState, number>>;
  readonly file: JobFile;
}

/** One person. */
export interface NewRow {
  readonly login: string | null;
  readonly email: string | null;
  /** Of a person whose membership changes. */
  readonly userId: number | null;
  /** Of an invitation, or before a change; null if not in the organization. */
  readonly role: InvitedRole | PersonState['role'];
  readonly teamRole: PersonState['teamRole'];
  readonly teamIds: readonly number[];
  /** Of a plan. */
  readonly step?: PlanStep | null;
}

export interface JobRow extends NewRow {
  readonly step: PlanStep | null;
  /** Starts at 1. */
  readonly position: number;
  readonly state: RowState;
  readonly message: string | null;
  readonly invitationId: number | null;
  /** Last call that may have sent it. */
  readonly sendingAt: Date | null;
  readonly settledAt: Date | null;
}

export interface JobBounds {
  /** Unfinished jobs of the kind. */
  readonly openMax: number;
  /** For ended and unfinished jobs of the kind together; null if files are limited instead. */
  readonly budget: { readonly jobs: number; readonly rows: number; readonly bytes: number } | null;
  /** Of the person who starts the job. */
  readonly changes: EntryBounds;
  /** The run that the job belongs to. */
  readonly run?: RunRef | undefined;
}

/** `storage-full`: unfinished jobs fill the budget. */
export type JobLimitRefusal = { readonly kind: 'too-many-jobs' | 'storage-full' } | TooManyChanges;

/** Thrown where a job would be stored of a run that is cancelled. */
export class RunCancelled extends Error {}

export interface JobChange {
  readonly stop?: { readonly reason: JobReason; readonly message: string | null; readonly until: Date | null };
  readonly tries?: number;
  readonly endedAt?: Date | null;
  readonly runs?: { readonly by: JobPerson; readonly sessionKey: SessionKey };
  /** Default: unchanged. */
  readonly approvedVersion?: number | null;
}

interface ChangeEntry {
  readonly entry: (before: Pick<JobRecord, 'state' | 'runBy'>) => AuditEvent;
  readonly at: Date;
  /** Null for a change that can be made only once. */
  readonly within: EntryBounds | null;
  /** Only while this person runs the job. */
  readonly runBy?: number;
}

export interface AppSend extends Pick<AppStep, 'change' | 'repository'> {
  readonly installationId: number;
  /** As the job was when it was read. */
  readonly approvedBy: number;
  readonly sessionKey: SessionKey;
  /** True if somebody may stop being an owner by it. */
  readonly endsOwnership: boolean;
}

interface SendAttempt {
  readonly job: JobRef;
  readonly position: number;
  /** See `senderOf`. */
  readonly sender: number;
  readonly at: Date;
  /** Recorded in the same transaction as the mark. */
  readonly intended: AuditEvent;
  /** Null for the person's own token. */
  readonly app: AppSend | null;
}

/** `by`: null for the person's own token. */
export interface BegunSending {
  readonly by: AuthorizedStep | null;
}

export interface SettledRow {
  readonly outcome: RowOutcome;
  readonly message: string | null;
  readonly invitationId: number | null;
  /** Replaces the step with one that has the ID of the created team. */
  readonly step?: PlanStep;
  /** Ignored for a row without a call. */
  readonly audit: AuditSettlement['outcome'];
}

/** A row marked as being sent, with no call in progress. */
export interface UnsentRow extends Pick<JobRow, 'position' | 'sendingAt'> {
  readonly audit: Exclude<AuditSettlement['outcome'], 'done'>;
  readonly message: string | null;
}

/** Text to append to a file, with its next position; without one, the last. */
export interface FilePage {
  readonly text: string;
  readonly rows: number;
  readonly unseen: number;
  readonly next: Pick<JobFile, 'cursor' | 'repositoriesDone' | 'repositoriesTotal'> | null;
}

export interface JobRetention {
  readonly rowsMs: number;
  readonly addressesMs: number;
  readonly filesMs: number;
}

/** What a row is settled from: the attempt it was marked for, or none. */
export type RowAttempt = 'ready' | Pick<JobRow, 'sendingAt'>;

export interface JobRowStore {
  rows(
    job: JobRef,
    page: { readonly after: number; readonly limit: number; readonly states: readonly RowState[] },
  ): Promise<readonly JobRow[]>;
  /** IDs of invitations that jobs sent; null where unknown. */
  idsSentSince(organizationId: number, since: Date): Promise<readonly (number | null)[]>;
  /**
   * Marks and counts a row before its call. Returns null if the row or job is not ready, the sender must wait, or the App
   * may not carry out the job any more.
   */
  beginSending(sending: SendAttempt, pace: Pace): Promise<BegunSending | null>;
  /** Returns false if the row is no longer ready, or another attempt has been marked since. */
  settle(job: JobRef, position: number, from: RowAttempt, settled: SettledRow, now: Date): Promise<boolean>;
  /** Makes an unsent row ready again, unless another attempt has been marked since. */
  putBack(job: JobRef, row: UnsentRow, now: Date): Promise<void>;
}

export interface JobFileStore {
  /** Appends a page atomically. Returns false if the job has ended or is no longer at `steps`. */
  writePage(job: JobRef & { readonly file: Pick<JobFile, 'steps'> }, page: FilePage, now: Date): Promise<boolean>;
  partAfter(job: JobRef, index: number): Promise<{ readonly index: number; readonly text: string } | null>;
  /** Removes the oldest files of ended jobs, and excess jobs with files, until the budget holds. */
  makeRoomForFile(
    organizationId: number,
    budget: { readonly jobs: number; readonly bytes: number },
    now: Date,
  ): Promise<void>;
}

export interface JobMoveStore {
  /** Returns false if the transition does not lead from the job's state. */
  move(job: JobRef, transition: Transition, change: JobChange): Promise<boolean>;
  /**
   * Also writes the audit entry, and makes a job due now that is neither paused nor over. A move without effect succeeds
   * without an entry.
   */
  moveWithEntry(
    job: JobRef,
    transition: Transition,
    change: JobChange,
    entry: ChangeEntry,
  ): Promise<Result<boolean, TooManyChanges>>;
  /** Ends a job of which no row is unfinished. */
  end(job: JobRef, now: Date): Promise<boolean>;
}

export interface Pace {
  readonly everyMs: number;
  readonly perHour: number;
  readonly hourMs: number;
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

interface SentInvitations {
  readonly count: number;
  readonly firstAt: Date | null;
}

export interface SendStore {
  readyAt(userId: number, pace: Pace, now: Date): Promise<Date>;
  /** How many other kinds of job that the App continues in the organization sent less recently than this one. */
  turnsBefore(job: { readonly organizationId: number; readonly kind: JobKind }): Promise<number>;
  /** Counts a batch for the sending limits. Repeating its ID updates the number sent. */
  countBatch(batch: SentBatch): Promise<void>;
  /** The count is never too high, except while a batch is in progress. */
  sentSince(organizationId: number, since: Date): Promise<SentInvitations>;
}

export interface JobStore extends JobRowStore, JobFileStore, JobMoveStore, SendStore {
  /**
   * Stores a job with its audit entry, or returns the job already stored under its key. The limits apply to new jobs only
   * and hold for concurrent requests. If the storage budget is full, the jobs that ended first are removed. Throws
   * `RunCancelled`.
   */
  create(
    job: NewJob,
    rows: readonly NewRow[],
    bounds: JobBounds,
    event: AuditEvent,
  ): Promise<Result<JobRecord, JobLimitRefusal>>;
  find(job: JobRef): Promise<JobRecord | null>;
  findByKey(job: Pick<NewJob, 'organizationId' | 'kind' | 'key'>): Promise<JobRecord | null>;
  /** Newest first; null reads all kinds. */
  ofOrganization(organizationId: number, kind: JobKind | null, limit: number): Promise<readonly JobRecord[]>;
  /** Jobs that a worker has something to do for: neither paused nor failed, and waiting for no other. */
  open(kind: JobKind): Promise<readonly OpenWork[]>;
  /** At start, and after the clock was set back. The code host's own times stay. */
  shortenWaits(now: Date): Promise<void>;
  setTries(job: JobRef, tries: number): Promise<void>;
  rename(job: JobRef, organizationLogin: string): Promise<void>;
  /** Deletes expired rows, addresses and files in small batches. */
  clear(now: Date, retention: JobRetention, stop?: AbortSignal): Promise<number>;
}
