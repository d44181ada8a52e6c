import type { Profile } from '../../domain/account.ts';
import type { Installation, InstallationRecord } from '../../domain/app/installation.ts';
import type { Session, SessionKey, TokenGrant } from '../../domain/session.ts';
import type { Observation } from './installations.ts';

/** Everything one sign-in stores, all or not at all (decision S10). */
export interface SignInRecord {
  readonly key: SessionKey;
  readonly grant: TokenGrant;
  /** Memberships replace the user's former ones as a set. */
  readonly profile: Profile;
  /** Upserted into the cache and linked to the session, unless a later look found them gone. */
  readonly installations: readonly Installation[];
  /** Taken before the installations were asked for. */
  readonly observation: Observation;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** What the program that signed in calls itself, in a few words; null when it did not say. */
  readonly client: string | null;
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

/** A session as a list of them shows it. */
export interface ListedSession {
  readonly key: SessionKey;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** What signed in, in a few words; null when it did not say. */
  readonly client: string | null;
  /** Null when it was not used since it began, as far as was noted. */
  readonly usedAt: Date | null;
}

/** That a session was used. */
export interface SessionUse {
  readonly key: SessionKey;
  readonly at: Date;
}

/** A session, and what is recorded of the App in the organizations of its user. */
export interface SessionWithInstallations {
  readonly session: Session;
  /** In no order; if an account has several, the one stored last comes last. */
  readonly installations: readonly InstallationRecord[];
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
  /** The same with the installations on the person's organizations, by one question for both. */
  findWithInstallations(key: SessionKey, now: Date): Promise<SessionWithInstallations | null>;
  /**
   * Links an installation that was seen in the user's own list, and caches it, in one transaction. Linking twice
   * leaves one link. False when the session is gone, or a later look found the installation gone.
   */
  linkInstallation(key: SessionKey, installation: Installation, observation: Observation, now: Date): Promise<boolean>;
  /** Deletes a session with its links; true when there was one. */
  delete(key: SessionKey): Promise<boolean>;
  /** Deletes the sessions of a user that began until then; how many there were. */
  deleteOfUser(userId: number, begunUntil: Date): Promise<number>;
  /** The keys of a user's sessions, those that have expired too. */
  keysOfUser(userId: number): Promise<readonly SessionKey[]>;
  /** A user's sessions that have not expired, the last used first, `limit` at most. */
  ofUser(userId: number, now: Date, limit: number): Promise<readonly ListedSession[]>;
  /** Notes when sessions were used last. One that is gone is left out; an older use changes nothing. */
  noteUses(uses: readonly SessionUse[]): Promise<void>;
  /** The users who are called this, as last heard; ASCII letters match in either case. A login may have been somebody else's before. */
  usersCalled(login: string): Promise<readonly { readonly id: number; readonly login: string }[]>;
  /** How many sessions have not expired, and of how many users. */
  count(now: Date): Promise<{ readonly sessions: number; readonly users: number }>;
  /** Deletes sessions and used states that ended before `now`; how many sessions there were. */
  deleteExpired(now: Date): Promise<number>;
  /**
   * Asks for the only permission to refresh a session, for `leaseMs` of the database's own time.
   *
   * `held`: somebody else is refreshing. `paused`: a passing fault was just recorded. `changed`: the session
   * has another token version by now, or is gone.
   */
  leaseRefresh(lease: RefreshLease, leaseMs: number): Promise<'granted' | 'held' | 'paused' | 'changed'>;
  /**
   * Stores a refreshed grant and ends whatever lease there is: it is the only pair that works, also when the lease
   * was lost meanwhile. False, and nothing written, when the session has another token version by now, or is gone.
   */
  storeRefreshed(lease: RefreshLease, grant: TokenGrant, expiresAt: Date): Promise<boolean>;
  /** Ends the lease without a new grant; nobody is given another for `pauseMs`. */
  pauseRefresh(lease: RefreshLease, pauseMs: number): Promise<void>;
  /** Ends the lease and forgets the refresh token, which the code host will never accept again. */
  dropRefreshToken(lease: RefreshLease): Promise<void>;
  /** Marks a state as used until it expires, named by the hash of its CSRF value. False when it was used before, on any instance. */
  useState(stateHash: string, expiresAt: Date): Promise<boolean>;
}
