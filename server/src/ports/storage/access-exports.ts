import type { SessionKey } from '../../domain/session.ts';
import type { NamedRepository } from '../code-host/reached-repositories.ts';
import type { AuditEvent } from './audit-trail.ts';
import type { DueJobs } from './due-jobs.ts';

export interface ExportPerson {
  readonly id: number;
  readonly login: string;
}

export interface NewAccessExport {
  readonly id: string;
  readonly organizationId: number;
  readonly organizationLogin: string;
  readonly sessionKey: SessionKey;
  readonly startedBy: ExportPerson;
  readonly createdAt: Date;
  /** Null in exports older than this field. */
  readonly requestId: string | null;
}

/**
 * `waiting`: resumes automatically. `stopped`: the person lost access, or the code host failed for too long. The last
 * three are final.
 */
export type AccessExportState = 'active' | 'waiting' | 'stopped' | 'finished' | 'cancelled';

/** Progress of an export. Repeating a request from the same place returns the same page. */
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

export interface AccessExportRecord extends NewAccessExport {
  readonly state: AccessExportState;
  readonly nextAt: Date;
  readonly waitsUntil: Date | null;
  /** Calls in a row without a usable answer; 0 while it waits for a time that the code host named. */
  readonly tries: number;
  readonly endedAt: Date | null;
  readonly cursor: ExportCursor;
  readonly steps: number;
  readonly repositoriesDone: number;
  /** Null until counted. */
  readonly repositoriesTotal: number | null;
  readonly rows: number;
  readonly bytes: number;
  readonly unseen: number;
  /** When the file was removed to free space; null while kept. */
  readonly fileRemovedAt: Date | null;
}

/** Limits for all exports of an organization together. */
export interface ExportBudget {
  readonly exports: number;
  readonly bytes: number;
}

export interface ExportPage {
  readonly text: string;
  readonly rows: number;
  readonly unseen: number;
  readonly repositoriesDone: number;
  readonly repositoriesTotal: number | null;
  readonly cursor: ExportCursor;
}

export interface ExportEnd {
  readonly state: 'finished' | 'stopped';
  readonly text: string;
  readonly rows: number;
  readonly unseen: number;
}

/** Files are stored in parts. */
export interface AccessExportStore {
  /** Returns the organization's unfinished export if there is one. */
  create(newExport: NewAccessExport): Promise<{ readonly export: AccessExportRecord; readonly isNew: boolean }>;
  find(id: string): Promise<AccessExportRecord | null>;
  /** Returns exports newest first. */
  ofOrganization(organizationId: number, limit: number): Promise<readonly AccessExportRecord[]>;
  due(now: Date): Promise<DueJobs>;
  /** Makes what waits due now: times were written by a clock that was put back since. What the code host named stays. */
  makeDue(now: Date): Promise<void>;
  /** Adds a page atomically. Returns false if the export has ended or is no longer at `steps`. */
  write(step: Pick<AccessExportRecord, 'id' | 'steps'>, page: ExportPage): Promise<boolean>;
  /** Returns false if the export has ended or is no longer at `steps`. */
  end(step: Pick<AccessExportRecord, 'id' | 'steps'>, end: ExportEnd, now: Date): Promise<boolean>;
  wait(id: string, wait: Pick<AccessExportRecord, 'waitsUntil' | 'nextAt' | 'tries'>): Promise<void>;
  rename(id: string, organizationLogin: string): Promise<void>;
  /** Records the audit entry atomically. Returns false if the export has ended. */
  cancel(id: string, now: Date, entry: AuditEvent): Promise<boolean>;
  /** Removes the oldest files and excess exports until the budget holds. */
  makeRoom(organizationId: number, budget: ExportBudget, now: Date): Promise<void>;
  /** Returns null after the last part. */
  partAfter(id: string, index: number): Promise<{ readonly index: number; readonly text: string } | null>;
  /** Deletes exports that ended over `keptMs` ago, in small batches. */
  clear(now: Date, keptMs: number, stop?: AbortSignal): Promise<number>;
}
