import type { SessionKey } from '../../domain/session.ts';

/** Selects sessions that end after `now`. */
export interface ReencryptRequest {
  /** Null starts with the first. */
  readonly after: SessionKey | null;
  readonly now: Date;
  readonly isDryRun: boolean;
}

export interface ReencryptedPage {
  readonly current: number;
  /** Encrypted with another key. */
  readonly old: number;
  /** No key decrypts them. */
  readonly unreadable: number;
  /** Null after the last page. */
  readonly next: SessionKey | null;
}
