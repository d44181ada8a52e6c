/** What one instance has counted for a name. */
export interface OwnCount {
  /** Tells nothing of whom it stands for, and spreads. */
  readonly name: string;
  readonly count: number;
  /** How long it still counts. */
  readonly leftMs: number;
}

/** Where instances tell each other what they have counted. Each writes rows of its own alone. */
export interface SharedCountStore {
  /** Stores counts of an instance, each in place of its former one for that name. */
  publish(instance: string, counts: readonly OwnCount[]): Promise<void>;
  /** What all other instances have counted for these names, as far as it still counts; `leftMs` is the longest of them. */
  ofOthers(instance: string, names: readonly string[]): Promise<readonly OwnCount[]>;
  /** Removes what counts no more, of instances that are gone too. */
  clear(stop?: AbortSignal): Promise<number>;
}
