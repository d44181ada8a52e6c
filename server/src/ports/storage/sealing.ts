import type { SessionKey } from '../../domain/session.ts';

/** Which sessions are looked at; those that ended before `now` are left out. */
export interface SealingPage {
  /** Null begins with the first. */
  readonly after: SessionKey | null;
  readonly now: Date;
  readonly onlyLook: boolean;
}

/** What was found in some sessions, each counted once. */
export interface SealedPage {
  /** Sealed with the first key before anybody did anything. */
  readonly current: number;
  /** Sealed with another one, and with the first by now; when it was only to look, still with the other one. */
  readonly old: number;
  /** No key opens them. */
  readonly unreadable: number;
  /** Where the next page begins; null behind the last. */
  readonly next: SessionKey | null;
}
