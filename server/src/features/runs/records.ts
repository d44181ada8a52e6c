import type { CodeHost } from '../../code-host/code-host.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import type { OpenWork, RequestedInvitation, RunFailure, RunItemKind, RunRef, WorkId } from '../../domain/job.ts';
import type { PeopleChange } from '../../domain/people-change.ts';
import type { Runtime } from '../../domain/runtime.ts';
import type { Jobs } from '../../jobs/services.ts';
import type { JobRef } from '../../jobs/store/types.ts';
import type { Result } from '../../lib/result.ts';
import type { SessionKey } from '../../lib/secrets.ts';
import type { Sessions } from '../../sessions/services.ts';
import type { PlannedPeople } from '../people-changes/start-change.ts';

export interface RunServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly jobs: Jobs;
  readonly runs: RunStore;
}

export interface NewRun extends RunRef {
  /** Idempotency key, unique for the person. */
  readonly key: string;
  readonly bodyHash: string;
  readonly title: string | null;
  readonly sessionKey: SessionKey;
  readonly origin: AuditOrigin;
  readonly createdAt: Date;
}

/** What a job is started from; kept until then. */
export type RunContent =
  | { readonly kind: 'people-change'; readonly planned: PlannedPeople }
  | { readonly kind: 'invitations'; readonly rows: readonly RequestedInvitation[] };

interface RunItem {
  readonly step: number;
  readonly organizationId: number;
  /** Null if the person did not own it at sign-in. */
  readonly organizationLogin: string | null;
  readonly kind: RunItemKind;
  readonly change: PeopleChange | null;
  readonly people: number;
  /** As of its job. */
  readonly approvedVersion: number | null;
}

export interface NewRunItem extends RunItem {
  readonly content: Result<RunContent, RunFailure>;
}

export type RunItemRecord = RunItem & {
  /** Starts at 1. */
  readonly position: number;
} & (
    | { readonly state: 'waiting' }
    | { readonly state: 'started'; readonly jobId: string }
    | { readonly state: 'refused'; readonly failure: RunFailure }
  );

/** Its work failed too often, and nobody has retried it. */
export interface FailedRun {
  readonly at: Date;
  readonly reason: string | null;
}

export interface RunRecord extends NewRun {
  readonly cancelledAt: Date | null;
  /** True once a cancellation has reached every item. */
  readonly isCancelDone: boolean;
  readonly failed: FailedRun | null;
  readonly items: readonly RunItemRecord[];
}

export interface ListedRunRecord
  extends Pick<RunRecord, 'id' | 'key' | 'title' | 'createdAt' | 'cancelledAt' | 'failed'> {
  readonly counts: Readonly<Record<RunItemRecord['state'], number>>;
}

export interface WaitingItem extends RunItem {
  readonly position: number;
  readonly nextAt: Date;
  readonly content: RunContent;
}

/** Outcome of starting an item. */
export type StartedItem =
  | { readonly ok: true; readonly value: { readonly job: JobRef; readonly organizationLogin: string } }
  | { readonly ok: false; readonly refusal: RunFailure };

interface RunBounds {
  /** Older ones are removed. */
  readonly runsMax: number;
  /** Runs with waiting items. */
  readonly waitingMax: number;
}

export interface RunStore {
  /** Returns the stored run if the person has one with this key. The limits hold for concurrent requests. */
  create(
    run: NewRun,
    items: readonly NewRunItem[],
    bounds: RunBounds,
  ): Promise<Result<RunRecord, { readonly kind: 'too-many-runs' }>>;
  find(run: RunRef): Promise<RunRecord | null>;
  /** Newest first. */
  ofPerson(userId: number, limit: number): Promise<readonly ListedRunRecord[]>;
  /** From then on, no job of the run is stored, and the run is due. Repeating it has no effect. */
  cancel(run: RunRef, at: Date): Promise<void>;
  /** Notes that a cancellation has reached every item. */
  endCancel(run: RunRef, at: Date): Promise<void>;
  /** Returns work on runs with waiting items, and on those whose cancellation has not ended. */
  open(): Promise<readonly OpenWork[]>;
  waiting(run: RunRef): Promise<readonly WaitingItem[]>;
  /** Sets when a waiting item is tried again. */
  postpone(run: RunRef, position: number, nextAt: Date): Promise<void>;
  /** Has no effect unless the item waits. */
  settle(run: RunRef, position: number, started: StartedItem): Promise<void>;
}

export const runWorkKey = ({ userId, id }: RunRef): string => `${userId}-${id}`;

/** Runs belong to no organization. */
export const workOfRun = (run: RunRef): WorkId => ({ organizationId: 0, kind: 'run', key: runWorkKey(run) });

/** Throws for other text. */
export function runOfWork(key: string): RunRef {
  const [, userId, id] = /^(\d+)-([\da-f]+)$/.exec(key) ?? [];
  if (userId === undefined || id === undefined) throw new Error(`${key} is not the key of a run`);
  return { userId: Number(userId), id };
}
