import type { Profile } from '../domain/account.ts';
import type { Installation, InstallationRecord } from '../domain/installation.ts';
import type { Session, SessionKey, TokenGrant } from '../domain/session.ts';

/** Everything one sign-in stores, all or not at all (decision S10). */
export interface SignInRecord {
  readonly key: SessionKey;
  readonly grant: TokenGrant;
  /** Memberships replace the user's former ones as a set. */
  readonly profile: Profile;
  /** Upserted into the cache and linked to the session. A known repository count is kept. */
  readonly installations: readonly Installation[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The session named by the request's own cookie, deleted in the same transaction (decision S9). */
  readonly replaces: SessionKey | null;
}

/** Permission to refresh one session, held by one reader on one instance. */
export interface RefreshLease {
  readonly key: SessionKey;
  readonly leaseId: string;
  /** The version that was read before asking; a lease for an older one is not given. */
  readonly tokenVersion: number;
}

/** Where sessions live. Tokens are sealed on the way in and opened on the way out. */
export interface SessionStore {
  /** Stores a completed sign-in in one transaction. */
  signIn(record: SignInRecord): Promise<void>;
  /**
   * The session, or null when there is none, when it has expired (it is deleted then), or when its tokens
   * cannot be opened with any configured key (logged; the row is left as it is).
   */
  find(key: SessionKey, now: Date): Promise<Session | null>;
  /** Deletes a session with its links; true when there was one. */
  delete(key: SessionKey): Promise<boolean>;
  /** Deletes all sessions of a user; how many there were. */
  deleteOfUser(userId: number): Promise<number>;
  /** Deletes sessions and used states that ended before `now`; how many sessions there were. */
  deleteExpired(now: Date): Promise<number>;
  /**
   * Asks for the only permission to refresh a session, for `leaseMs` of the database's own time.
   *
   * `held`: somebody else is refreshing. `paused`: a passing fault was just recorded. `changed`: the session
   * has another token version by now, or is gone.
   */
  leaseRefresh(lease: RefreshLease, leaseMs: number): Promise<'granted' | 'held' | 'paused' | 'changed'>;
  /** Stores a refreshed grant and ends the lease. False, and nothing written, unless the lease and version still hold. */
  storeRefreshed(lease: RefreshLease, grant: TokenGrant, expiresAt: Date): Promise<boolean>;
  /** Ends the lease without a new grant; nobody is given another for `pauseMs`. */
  pauseRefresh(lease: RefreshLease, pauseMs: number): Promise<void>;
  /** Ends the lease and forgets the refresh token, which the code host will never accept again. */
  dropRefreshToken(lease: RefreshLease): Promise<void>;
  /** Marks a state as used until it expires, named by the hash of its CSRF value. False when it was used before, on any instance. */
  useState(stateHash: string, expiresAt: Date): Promise<boolean>;
}

/** The cached installation records. */
export interface InstallationStore {
  /** The records of these accounts; accounts without one are absent. */
  findByAccounts(accountIds: readonly number[]): Promise<readonly InstallationRecord[]>;
  /** Creates or updates records, keeping a known repository count. */
  upsert(installations: readonly Installation[], now: Date): Promise<void>;
}

/** The database as a whole. */
export interface Storage {
  readonly sessions: SessionStore;
  readonly installations: InstallationStore;
  /** Applies missing migrations; safe to call from several processes at once. */
  migrate(): Promise<void>;
  /** Resolves when the database answers and every migration is applied; rejects otherwise. */
  ready(): Promise<void>;
  close(): Promise<void>;
}
