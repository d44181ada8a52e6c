import type { CoveredRepository, Installation, InstallationRecord } from '../../domain/app/installation.ts';
import type { ListValidators } from '../code-host/installations.ts';

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
