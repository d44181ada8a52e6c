import type { SessionKey } from '../../domain/session.ts';
import type { NamedRepository } from '../code-host/reached-repositories.ts';
import type { AuditEvent } from './audit-trail.ts';
import type { DueJobs } from './due-jobs.ts';

/** Somebody who began an export. */
export interface ExportPerson {
  readonly id: number;
  readonly login: string;
}

/** An export to be stored. */
export interface NewAccessExport {
  readonly id: string;
  readonly organizationId: number;
  readonly organizationLogin: string;
  readonly sessionKey: SessionKey;
  readonly startedBy: ExportPerson;
  readonly createdAt: Date;
  /** The request that started it; null in exports from before this was stored. */
  readonly requestId: string | null;
}

/**
 * `waiting`: for its time, and goes on by itself. `stopped`: whoever began it may not see it any more, or the code host
 * failed for too long. The last three are ends.
 */
export type AccessExportState = 'active' | 'waiting' | 'stopped' | 'finished' | 'cancelled';

/** How far an export has read: a page that is asked for again from the same place is the same page. */
export interface ExportPlace {
  /** What the next repositories are asked for with; null for the first. */
  readonly after: string | null;
  /** Whether all repositories have been named. */
  readonly isListed: boolean;
  /** Repositories asked for at once: fewer where the code host took too long. */
  readonly size: number;
  /** Repositories with more people than came with them, and where these go on. */
  readonly open: readonly (NamedRepository & { readonly after: string })[];
}

/** An export without its file. */
export interface AccessExportRecord extends NewAccessExport {
  readonly state: AccessExportState;
  /** When somebody looks at it next. */
  readonly nextAt: Date;
  /** Nothing is asked before this time; null when it does not wait. */
  readonly waitsUntil: Date | null;
  /** Calls in a row without a usable answer; 0 in one that waits for a time that the code host named. */
  readonly tries: number;
  readonly endedAt: Date | null;
  readonly place: ExportPlace;
  /** Pages written so far. */
  readonly steps: number;
  readonly repositoriesDone: number;
  /** Null until they are counted. */
  readonly repositoriesTotal: number | null;
  readonly rows: number;
  readonly bytes: number;
  readonly unseen: number;
  /** When its file was removed to make room for others; null while it is kept. */
  readonly fileRemovedAt: Date | null;
}

/** What the exports of an organization may take together. */
export interface ExportBudget {
  readonly exports: number;
  /** Of all files. */
  readonly bytes: number;
}

/** What one page adds to an export. */
export interface ExportPage {
  /** Lines of the file; may be none. */
  readonly text: string;
  readonly rows: number;
  readonly unseen: number;
  readonly repositoriesDone: number;
  readonly repositoriesTotal: number | null;
  readonly place: ExportPlace;
}

/** How an export ends, with the last lines of its file. */
export interface ExportEnd {
  readonly state: 'finished' | 'stopped';
  readonly text: string;
  readonly rows: number;
  readonly unseen: number;
}

/** Exports of who has access, with the pieces of their files. */
export interface AccessExportStore {
  /** Stores an export unless one of its organization is under way; gives back the one that is. */
  create(made: NewAccessExport): Promise<{ readonly export: AccessExportRecord; readonly isNew: boolean }>;
  find(id: string): Promise<AccessExportRecord | null>;
  /** The newest first. */
  ofOrganization(organizationId: number, limit: number): Promise<readonly AccessExportRecord[]>;
  /** IDs of exports that something is to be done for, and when the next is due after these. */
  due(now: Date): Promise<DueJobs>;
  /** Makes what waits due now: times were written by a clock that was put back since. What the code host named stays. */
  makeDue(now: Date): Promise<void>;
  /**
   * Adds a page to an export that is where it was when the page was asked for, all or nothing; false, and nothing written,
   * when it is somewhere else by now or has ended.
   */
  write(of: Pick<AccessExportRecord, 'id' | 'steps'>, page: ExportPage): Promise<boolean>;
  /** Ends one that is where it was; false when it is not, or has ended. */
  end(of: Pick<AccessExportRecord, 'id' | 'steps'>, end: ExportEnd, now: Date): Promise<boolean>;
  /** Lets one that has not ended wait. */
  wait(id: string, wait: Pick<AccessExportRecord, 'waitsUntil' | 'nextAt' | 'tries'>): Promise<void>;
  rename(id: string, organizationLogin: string): Promise<void>;
  /** Ends one that has not ended, and writes that to the audit trail; false, and nothing written, of another. */
  cancel(id: string, now: Date, entry: AuditEvent): Promise<boolean>;
  /** Removes the files of the oldest ended exports, and those exports that are too many, until the rest is in the budget. */
  makeRoom(organizationId: number, budget: ExportBudget, now: Date): Promise<void>;
  /** The first piece of the file behind a place; null after the last. */
  partAfter(id: string, place: number): Promise<{ readonly place: number; readonly text: string } | null>;
  /** Deletes exports that ended so long ago, with their files, in small batches; how many pieces. */
  clear(now: Date, keptMs: number, stop?: AbortSignal): Promise<number>;
}
