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
