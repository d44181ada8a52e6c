export interface DueJobs {
  readonly ids: readonly string[];
  /** When the next job after these is due. */
  readonly nextAt: Date | null;
  readonly requestIds: ReadonlyMap<string, string>;
}
