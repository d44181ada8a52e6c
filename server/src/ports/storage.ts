import type { Profile } from '../domain/account.ts';
import type { CoveredRepository, Installation, InstallationRecord } from '../domain/installation.ts';
import type { Session, SessionKey, TokenGrant } from '../domain/session.ts';
import type { AccessExportStore } from './access-exports.ts';
import type { AuditTrailStore } from './audit-trail.ts';
import type { ListValidators } from './code-host.ts';
import type { SeenDatabase } from './database-checks.ts';
import type { InvitationJobStore } from './invitation-jobs.ts';
import type { DatabaseReadings, StoredCounts } from './readings.ts';
import type { SharedCountStore } from './shared-counts.ts';

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

/** Where sessions live. Tokens are sealed on the way in and opened on the way out. */
export interface SessionStore {
  /** Stores a completed sign-in in one transaction. */
  signIn(record: SignInRecord): Promise<void>;
  /**
   * The session, or null when there is none, when it has expired (it is deleted then), or when its tokens
   * cannot be opened with any configured key (logged; the row is left as it is).
   */
  find(key: SessionKey, now: Date): Promise<Session | null>;
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

declare const observationBrand: unique symbol;
/**
 * A place in the order of looks at the code host, taken from the database before looking.
 *
 * What was seen is stored only if nobody who looked later has stored already, so that answers that arrive late
 * change nothing. Every change on the code host is followed by an event, whose look comes after the change: the
 * last one stored is the truth.
 */
export type Observation = number & { readonly [observationBrand]: true };

/** What a session's installation page is made from, but for the repositories themselves. */
export interface CoveredRecord extends InstallationRecord {
  /** The look the stored repository list came from, another one after each change of it; null until one was fetched. */
  readonly list: Observation | null;
  /** Something may have changed since the list was fetched. */
  readonly repositoriesStale: boolean;
}

/** A record with its repositories, null until they have been fetched. Count, list and record belong together. */
export interface ListedRecord extends CoveredRecord {
  readonly repositories: readonly CoveredRepository[] | null;
}

/** What the code host called a stored repository list, to ask it whether the list is still the same. */
export interface KnownList {
  /** The look the list came from. */
  readonly list: Observation;
  /** Something may have changed since somebody last looked. */
  readonly isStale: boolean;
  readonly validators: ListValidators;
}

/** A repository list that is to be looked at, and where it stands among all of them. */
export interface DueList {
  readonly id: number;
  readonly isStale: boolean;
  /** When it was last looked at with a result that was stored. */
  readonly lookedAt: Date;
}

/** The cached installation records. */
export interface InstallationStore {
  /** Takes the next place in the order of looks. */
  observe(): Promise<Observation>;
  /** Takes the next places for as many looks, in their order. */
  observeMany(count: number): Promise<readonly Observation[]>;
  /** The records of these accounts; accounts without one are absent. */
  findByAccounts(accountIds: readonly number[]): Promise<readonly InstallationRecord[]>;
  /** The records with these IDs, and which lists are stored of them; unknown ones are absent. */
  findCovered(ids: readonly number[]): Promise<readonly CoveredRecord[]>;
  /** The record with this ID and its repositories, which may be ten thousand; null when it is unknown. */
  findListed(id: number): Promise<ListedRecord | null>;
  /** The records with these IDs; unknown ones are absent. */
  findByIds(ids: readonly number[]): Promise<readonly InstallationRecord[]>;
  /** The first IDs of records above `id`, ascending: to go through all of them in pieces, those not found lately as well. */
  idsAfter(id: number, limit: number): Promise<readonly number[]>;
  /**
   * Creates or updates records from what was seen; records seen later by others stay. A known repository count is kept.
   * Many of them are stored in batches, each for itself.
   */
  upsert(installations: readonly Installation[], observation: Observation, now: Date): Promise<void>;
  /** Marks a record as suspended; does not create one. */
  suspend(id: number, suspendedAt: Date, observation: Observation, now: Date): Promise<void>;
  /** Removes a record with its repositories and every link of a session to it. */
  remove(id: number, observation: Observation): Promise<void>;
  /**
   * Records that a look did not find an installation; true when it was found until then. From now on it is answered
   * nowhere but in `idsAfter`, and comes back with its repositories and links as soon as a look finds it. The next look
   * that does not, some minutes after this one, removes it.
   */
  miss(id: number, observation: Observation, now: Date): Promise<boolean>;
  /** Says that these repository lists have to be fetched again; survives a crash. */
  markRepositoriesStale(ids: readonly number[]): Promise<void>;
  /** The stored repository list by the code host's own name for it; null when there is none. */
  knownList(id: number): Promise<KnownList | null>;
  /**
   * Stores a repository list and its length as the count, all or not at all, unless a later look has stored already. A
   * list that is the same is not written again; that somebody looked is.
   */
  storeRepositories(
    id: number,
    repositories: readonly CoveredRepository[],
    observation: Observation,
    now: Date,
    validators?: ListValidators | null,
  ): Promise<void>;
  /** Records that a look found the known list unchanged; nothing, when another one is stored by now. */
  confirmRepositories(id: number, known: KnownList, observation: Observation, now: Date): Promise<void>;
  /**
   * Installations that are not suspended: first those whose list is stale or was never fetched, then those behind the
   * list that `noteTurn` noted last, then the others; each by the age of the list.
   */
  listsToRefresh(limit: number): Promise<readonly DueList[]>;
  /** Notes how far somebody came with the lists that are not stale. */
  noteTurn(last: DueList): Promise<void>;
}

/** When the body of an event was seen first, and its place then in the order of looks. */
export interface FirstSight {
  readonly at: Date;
  readonly observation: Observation;
}

/** Which bodies of events were seen. A delivery names itself outside its signature, so only the body tells a copy. */
export interface EventStore {
  /**
   * The first sight of a body, which is this one unless some instance has seen it within the last year. Where nobody
   * signs, everybody makes bodies as they like: null is always seen for the first time.
   */
  firstSight(bodyHash: string | null, now: Date): Promise<FirstSight>;
}

/** Permissions that one instance at a time holds, measured by the database's own time. */
export interface LeaseStore {
  /** Takes or extends a lease; false while another holder has it. */
  acquire(name: string, holder: string, leaseMs: number): Promise<boolean>;
  /** How much longer it lasts: 0 when it ran out, null when nobody took it or it was given back. */
  leftMs(name: string): Promise<number | null>;
  /** Gives it back early; does nothing when it is not held. */
  release(name: string, holder: string): Promise<void>;
}

/** What was deleted because no session needs it, by kind. */
export interface UnneededRows {
  readonly users: number;
  readonly organizations: number;
  readonly observations: number;
}

/** What a migration did: steps are counted from 1, and an empty database has none. */
export interface MigrationReport {
  readonly from: number;
  readonly to: number;
  /** The names of the steps that were applied, in their order. */
  readonly applied: readonly string[];
}

/** The steps of a database, and those of this program. */
export interface SchemaState {
  readonly step: number;
  readonly programStep: number;
  /** The names of the steps that are missing. */
  readonly pending: readonly string[];
  /** Whether this program works on it; also true while steps are missing that it can add. */
  readonly serves: boolean;
}

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

/** The database as a whole. */
export interface Storage {
  readonly sessions: SessionStore;
  readonly installations: InstallationStore;
  readonly events: EventStore;
  readonly leases: LeaseStore;
  /** Null where all instances are on one machine: there each counts by itself. */
  readonly sharedCounts: SharedCountStore | null;
  readonly invitationJobs: InvitationJobStore;
  readonly accessExports: AccessExportStore;
  readonly auditTrail: AuditTrailStore;
  /**
   * Deletes accounts that no session needs, the order of looks at installations that are gone, and bodies of events that
   * are old, in small batches. Told to stop, it ends after the batch it is at.
   */
  deleteUnneeded(now: Date, stop?: AbortSignal): Promise<UnneededRows>;
  /** How busy it is. Asks nobody. */
  readings(): DatabaseReadings;
  /** Counts what is open. May take long where there are many sessions. */
  storedCounts(now: Date): Promise<StoredCounts>;
  /**
   * Applies missing migrations; safe to call from several processes at once. Rejects when the database is newer and does not
   * serve this program.
   */
  migrate(): Promise<MigrationReport>;
  /** How the schema compares with this program; changes nothing, and works on an empty database. */
  schema(): Promise<SchemaState>;
  /**
   * Looks at the tokens of the next sessions behind a key, and seals with the first key of `TOKEN_SECRET` those that another
   * one sealed, unless it is only to look. A pair that is refreshed meanwhile is left as it is stored.
   */
  sealAnew(page: SealingPage): Promise<SealedPage>;
  /**
   * Resolves when the database answers, can be written to and has every migration; rejects otherwise, also when the file
   * of a database was removed or broken.
   */
  ready(): Promise<void>;
  /** What a check of the set-up finds; never rejects. */
  look(now: () => Date): Promise<SeenDatabase>;
  close(): Promise<void>;
}
