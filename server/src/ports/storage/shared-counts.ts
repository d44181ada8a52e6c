export interface OwnCount {
  /** Opaque and evenly distributed. */
  readonly name: string;
  readonly count: number;
  readonly leftMs: number;
}

/** Shares counts between instances. Each writes only its own rows. */
export interface SharedCountStore {
  /** Replaces the instance's previous counts for these names. */
  publish(instance: string, counts: readonly OwnCount[]): Promise<void>;
  /** Valid counts of all other instances; `leftMs` is the longest. */
  ofOthers(instance: string, names: readonly string[]): Promise<readonly OwnCount[]>;
  /** Removes expired counts, also of stopped instances. */
  clear(stop?: AbortSignal): Promise<number>;
}
