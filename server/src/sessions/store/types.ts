import type { Profile } from '../../domain/account.ts';
import type { Installation, InstallationRecord } from '../../domain/installation.ts';
import type { Session, SessionStamps, TokenGrant } from '../../domain/session.ts';
import type { SessionKey } from '../../lib/secrets.ts';
import type { Observation } from './installation-types.ts';

/** Stored in one transaction (decision S10). */
export interface SignInRecord {
  readonly key: SessionKey;
  readonly grant: TokenGrant;
  /** Replaces the user's previous memberships. */
  readonly profile: Profile;
  /** Cached and linked, unless a later observation found them gone. */
  readonly installations: readonly Installation[];
  /** Taken before the installations were read. */
  readonly observation: Observation;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Name of the program that signed in; null if unknown. */
  readonly client: string | null;
  /** The request's previous session, deleted in the same transaction (decision S9). */
  readonly replaces: SessionKey | null;
}

export interface RefreshLease {
  readonly key: SessionKey;
  readonly leaseId: string;
  /** A lease for an outdated version is not granted. */
  readonly tokenVersion: number;
}

export interface ListedSession {
  readonly key: SessionKey;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly client: string | null;
  readonly usedAt: Date | null;
}

export interface SessionUse {
  readonly key: SessionKey;
  readonly at: Date;
}

export interface StoredStamps extends SessionStamps {
  readonly expiresAt: number;
}

interface SessionWithInstallations {
  readonly session: Session;
  /** Unordered, but of several for one account the latest stored comes last. */
  readonly installations: readonly InstallationRecord[];
}

export interface SessionStore {
  signIn(record: SignInRecord): Promise<void>;
  /**
   * Returns null if the session is missing or expired (it is then deleted), or if no key decrypts its tokens (logged;
   * the row stays).
   */
  find(key: SessionKey, now: Date): Promise<Session | null>;
  /** Does not check the expiry. Reads less while the stamps are the known ones. */
  stampsOf(key: SessionKey, known: SessionStamps): Promise<StoredStamps | null>;
  /** Includes the installations of the user's organizations, in one query. */
  findWithInstallations(key: SessionKey, now: Date): Promise<SessionWithInstallations | null>;
  /**
   * Caches and links atomically. Idempotent. Returns false if the session is gone or a later observation found the
   * installation gone.
   */
  linkInstallation(key: SessionKey, installation: Installation, observation: Observation, now: Date): Promise<boolean>;
  /** The session is not found any more from now on, even if the database fails: the deletion is then retried. */
  delete(key: SessionKey): Promise<boolean>;
  /** Retries no more deletions. */
  stop(): void;
  /** Includes sessions created at `createdUntil`. Returns how many. */
  deleteOfUser(userId: number, createdUntil: Date): Promise<number>;
  keysOfUser(userId: number): Promise<readonly SessionKey[]>;
  /** Unexpired sessions, most recently used first. */
  ofUser(userId: number, now: Date, limit: number): Promise<readonly ListedSession[]>;
  /** Skips deleted sessions and older uses. */
  noteUses(uses: readonly SessionUse[]): Promise<void>;
  /** Users last known under this login, case-insensitive in ASCII. It may have belonged to another user before. */
  usersCalled(login: string): Promise<readonly { readonly id: number; readonly login: string }[]>;
  count(now: Date): Promise<{ readonly sessions: number; readonly users: number }>;
  deleteExpired(now: Date, stop?: AbortSignal): Promise<number>;
  /**
   * Leases last `leaseMs` of database time. `held`: another holder is refreshing. `paused`: a temporary failure was
   * recorded. `changed`: the token version differs or the session is gone.
   */
  leaseRefresh(lease: RefreshLease, leaseMs: number): Promise<'granted' | 'held' | 'paused' | 'changed'>;
  /**
   * Stores the grant and ends any lease, even another holder's: only this pair works. Returns false if the token
   * version differs or the session is gone.
   */
  storeRefreshed(lease: RefreshLease, grant: TokenGrant, expiresAt: Date): Promise<boolean>;
  /** Ends the lease and grants none for `pauseMs`. */
  pauseRefresh(lease: RefreshLease, pauseMs: number): Promise<void>;
  /** Ends the lease and deletes the refresh token, which is permanently invalid. */
  dropRefreshToken(lease: RefreshLease): Promise<void>;
  /** `stateHash` covers the CSRF value. Returns false if any instance used it before. */
  useState(stateHash: string, expiresAt: Date): Promise<boolean>;
}
