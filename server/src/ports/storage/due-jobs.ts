/** Jobs that something is to be done for. */
export interface DueJobs {
  readonly ids: readonly string[];
  /** When the next one is due after these. */
  readonly nextAt: Date | null;
  /** The request that started or changed each of them last, where it is known. */
  readonly requestIds: ReadonlyMap<string, string>;
}
